import { beforeEach, describe, expect, it, vi } from "vitest";
import { confirming } from "../../lib/settings";
import { use } from "../../i18n";
import type { Legal, RefusalValues, Refused } from "../../wire";
import { boardPicture } from "./boardState";
import { drew, fakeTable, fakeView } from "../testing/fakeTable";
import type { Play } from "./play";
import { followShortcuts, pressed } from "../effects/shortcuts";

const both: Legal = {
  moves: ["take red", "draw"],
  claims: { "a--b": ["red:2", "red:1 locomotive:1"], "a--b:2": ["blue:2"] },
};
const one: Legal = { moves: ["draw"], claims: { "a--b": ["red:2"] } };

beforeEach(() => {
  confirming.value = "never";
  use("en", {
    "refusals.not-your-turn": "Not your turn",
    "refusals.route-taken": "{who, select, me {Yours} other {Of {owner}}}",
    "play.too-few": "{count} {colour}, {held}",
  });
});

describe("a click on a route", () => {
  it("claims at once where nothing is to be asked", async () => {
    const { play, sent } = fakeTable(one);
    play.actions.chooseRoute("a--b");
    await vi.waitFor(() => expect(sent).toEqual(["claim a--b red:2"]));
  });

  it.each([
    ["spends a locomotive", "red:1 locomotive:1", true, "touch", true],
    ["cannot be taken back", "red:2", false, "touch", true],
    ["is harmless", "red:2", true, "touch", false],
    ["spends a locomotive of a player who wants no questions", "locomotive:2", false, "never", false],
  ] as const)("that %s is asked about: %s, practice %s, %s: %s", async (_, payment, practice, asks, staged) => {
    confirming.value = asks;
    const { play, store, sent } = fakeTable({ moves: [], claims: { "a--b": [payment] } });
    store.table.value = { ...store.table.value, options: { practice } };
    play.actions.chooseRoute("a--b");
    await vi.waitFor(() => expect(sent.length + Number(store.staged.value !== null)).toBe(1));
    expect(store.staged.value).toBe(staged ? `claim a--b ${payment}` : null);
  });

  it("asks which twin is meant, then stages the payment that comes first", () => {
    const { play, store } = fakeTable(both);
    play.actions.chooseRoute("a--b");
    expect(play.state.twins.value).toEqual(["a--b", "a--b:2"]);
    play.actions.stageClaim("a--b");
    expect(store.staged.value).toBe("claim a--b red:2");
    play.actions.pay("red:1 locomotive:1");
    expect(play.state.claim.value).toEqual({ route: "a--b", payment: "red:1 locomotive:1" });
    expect(play.state.cancel()).toBe(true);
    expect(play.state.claim.value).toBeNull();
  });

  it("does not ask for the twin when a colour is selected", () => {
    const { play, store } = fakeTable(both);
    play.state.selectColour("locomotive");
    play.actions.chooseRoute("a--b");
    expect(play.state.twins.value).toBeNull();
    expect(store.staged.value ?? "claim a--b red:1 locomotive:1").toBe("claim a--b red:1 locomotive:1");
  });

  it("is staged where it has to be confirmed, and confirmed by a second one", async () => {
    confirming.value = "always";
    const { play, store, sent } = fakeTable(one);
    play.actions.chooseRoute("a--b");
    expect(store.staged.value).toBe("claim a--b red:2");
    expect(sent).toEqual([]);
    play.actions.chooseRoute("a--b");
    await vi.waitFor(() => expect(sent).toEqual(["claim a--b red:2"]));
  });

  it("says why it cannot be", async () => {
    const { play, refusal, questions, sent } = fakeTable(one);
    refusal.value = { code: "route-taken", rule: "3.2", parameters: { route: "b--c", owner: 1 } };
    play.actions.chooseRoute("b--c");
    await vi.waitFor(() => expect(play.state.words.value?.text).toBe("Of Bia"));
    expect(questions).toEqual(["claim b--c"]);
    expect(sent).toEqual([]);
  });

  it("asks why a card may not be taken, and never tries it", async () => {
    const { play, refusal, questions, sent } = fakeTable(one);
    refusal.value = { code: "route-taken", rule: "3.2", parameters: { route: "b--c", owner: 1 } };
    play.actions.takeCard("nothing", 0);
    await vi.waitFor(() => expect(play.state.words.value?.text).toBe("Of Bia"));
    expect(questions).toEqual(["take nothing"]);
    expect(sent).toEqual([]);
  });

  it("says that it is not your turn, and sends nothing", () => {
    const { play, sent } = fakeTable(null, [0], [1]);
    play.actions.chooseRoute("a--b");
    expect(play.state.words.value?.text).toBe("Not your turn");
    expect(sent).toEqual([]);
  });
});

describe("a card reached for", () => {
  const legal: Legal = { moves: ["take red", "take blue", "draw"], claims: { "a--b": ["red:2"] } };

  /** Red lies in the slots 0 and 1, blue in 2; slot 1 is touched, and the player asked whether to take it. */
  function reaching() {
    confirming.value = "always";
    const table = fakeTable(legal);
    table.store.view.value = { ...fakeView(), market: { red: 2, blue: 1, locomotive: 1 } };
    const stop = table.play.state.begin();
    table.play.state.slots.value = ["red", "red", "blue", "locomotive", null];
    table.play.actions.takeCard("red", 1);
    expect(table.play.state.reached.value).toBe(1);
    return { ...table, stop };
  }

  it("stays until the market has learnt of it, also where the move is acknowledged first", async () => {
    const { play, store, sent, stop } = reaching();
    play.actions.confirm();
    await vi.waitFor(() => expect(store.staged.value).toBeNull());
    expect(sent).toEqual(["take red"]);
    store.view.value = { ...fakeView(), market: { red: 1, blue: 2, locomotive: 1 } };
    expect(play.state.slots.value).toEqual(["red", "blue", "blue", "locomotive", null]);
    expect(play.state.reached.value).toBeNull();
    stop();
  });

  it.each<[string, (table: ReturnType<typeof reaching>) => unknown]>([
    ["Escape", ({ play }) => play.state.cancel()],
    ["another card is drawn", ({ play }) => play.actions.drawCard()],
    ["a route is staged", ({ play }) => play.actions.chooseRoute("a--b")],
    ["a hint to take another is followed", ({ play }) => play.actions.act("take blue")],
    ["all is cleared", ({ play }) => play.state.clear()],
    ["a card is touched that may not be taken", ({ play }) => play.actions.takeCard("locomotive", 3)],
  ])("is let go when %s", (_, change) => {
    const table = reaching();
    void change(table);
    expect(table.play.state.reached.value).toBeNull();
    table.stop();
  });

  it("is let go when the move is refused", async () => {
    const { play, answer, stop } = reaching();
    answer.value = { message: "refused", id: "1", code: "route-taken", rule: null, parameters: {} };
    await play.actions.act("take red");
    expect(play.state.reached.value).toBeNull();
    stop();
  });

  it("is not let go by a late word about an earlier click", async () => {
    const { play, store, questions, stop } = reaching();
    const answers: ((refusal: RefusalValues | null) => void)[] = [];
    store.explain = (move) => {
      questions.push(move);
      return new Promise((resolve) => answers.push(resolve));
    };
    play.actions.takeCard("locomotive", 3);
    play.actions.takeCard("red", 1);
    answers[0]?.({ code: "route-taken", rule: "3.2", parameters: { route: "b--c", owner: 1 } });
    await vi.waitFor(() => expect(play.state.words.value?.kind).toBe("bad"));
    expect(questions).toEqual(["take locomotive"]);
    expect(play.state.reached.value).toBe(1);
    stop();
  });
});

describe("what the hand cannot pay", () => {
  const tooFew = (payable: Record<string, number>, wild: boolean): RefusalValues => ({
    code: "too-few-cards",
    rule: "3.1",
    parameters: { asked: "red:3", held: "red:2 locomotive:1", payable, wild, colour: "red", length: 3, route: "a--b" },
  });

  beforeEach(() => {
    use("en", {
      "play.too-few": "{cards}; {held}.",
      "play.tunnels-only": "Tunnels only.",
      "app.cards.red": "{count} red",
      "app.cards.locomotive": "{count} wild",
    });
  });

  it("counts locomotives where they could pay", async () => {
    const { play, refusal } = fakeTable({ moves: [], claims: {} });
    refusal.value = tooFew({ red: 2, locomotive: 1 }, true);
    play.actions.chooseRoute("a--b");
    await vi.waitFor(() => expect(play.state.words.value?.text).toBe("3 red; 2 red and 1 wild."));
  });

  it("does not where they pay for tunnels only, and says so", async () => {
    const { play, refusal } = fakeTable({ moves: [], claims: {} });
    refusal.value = tooFew({ red: 2 }, false);
    play.actions.chooseRoute("a--b");
    await vi.waitFor(() => expect(play.state.words.value?.text).toBe("3 red; 2 red. Tunnels only."));
  });
});

describe("the key Y", () => {
  it("keeps the tickets that are chosen, as soon as they are enough", async () => {
    const { play, sent } = fakeTable({ moves: ["keep a--c", "keep a--c a--d"], claims: {} });
    pressed(play, "y");
    play.state.toggle("a--c");
    pressed(play, "y");
    await vi.waitFor(() => expect(sent).toEqual(["keep a--c"]));
  });
});

describe("several players at one screen", () => {
  it("shows no cards until the curtain is lifted", () => {
    const { play } = fakeTable(one, [0, 1]);
    expect(play.state.veiled.value).toBe(true);
    expect(play.state.view.value?.hand).toEqual({});
    expect(play.state.view.value?.tickets).toEqual([]);
    expect(play.state.legal.value).toBeNull();
    play.state.liftCurtain();
    expect(play.state.view.value?.hand).toEqual({ red: 2, locomotive: 1 });
    expect(play.state.legal.value).toBe(one);
  });

  it("passes to the player asked next", () => {
    const { play, store } = fakeTable(one, [0, 1]);
    const stop = play.state.begin();
    play.state.liftCurtain();
    store.asked.value = [1];
    expect(store.chosen.value).toBe(1);
    stop();
  });

  it("shows a card drawn from the deck before it passes", () => {
    const { play, store } = fakeTable(one, [0, 1]);
    const stop = play.state.begin();
    play.state.liftCurtain();
    store.log.value = [drew(2, 0, "red")];
    store.asked.value = [1];
    expect(store.chosen.value).toBeNull();
    expect(play.state.handing.value).toBe(1);
    play.state.handOver();
    expect(store.chosen.value).toBe(1);
    stop();
  });
});

describe("a key", () => {
  const held = (repeat: boolean, key = "d") => {
    const event = new KeyboardEvent("keydown", { key, repeat, cancelable: true, bubbles: true });
    document.body.dispatchEvent(event);
    return event;
  };

  it("that is held down draws one card", () => {
    const { play, sent } = fakeTable(one);
    const stop = followShortcuts(play);
    held(false);
    for (let turn = 0; turn < 5; turn++) held(true);
    stop();
    expect(sent).toEqual(["draw"]);
  });

  it("that is held down presses no button twice", () => {
    const { play } = fakeTable(one);
    const stop = followShortcuts(play);
    expect(
      [held(false, "Enter"), held(true, "Enter"), held(true, "ArrowLeft")].map((event) => event.defaultPrevented),
    ).toEqual([false, true, false]);
    stop();
  });
});

describe("taking back", () => {
  const stale: Refused = { message: "refused", id: "1", code: "stale", rule: null, parameters: {} };

  it("is asked again when a bot has moved meanwhile", async () => {
    const { play, store } = fakeTable(one);
    const answers = [stale, stale, { message: "accepted", id: "3", seq: 3 }];
    store.takeBack = () => Promise.resolve(answers.shift());
    await play.actions.takeBack();
    expect(play.state.words.value).toBeNull();
    expect(answers).toEqual([]);
  });

  it("is not asked for ever", async () => {
    const { play, store } = fakeTable(one);
    store.takeBack = vi.fn(() => Promise.resolve(stale));
    await play.actions.takeBack();
    expect(store.takeBack).toHaveBeenCalledTimes(4);
    expect(play.state.words.value?.kind).toBe("bad");
  });
});

describe("the board's picture", () => {
  it("shows owners, the ticket looked at, and the routes a colour pays for", () => {
    const { play } = fakeTable(both);
    const picture = boardPicture(play.state);
    expect(picture.value.owners).toEqual({ "b--c": 1 });
    expect(picture.value.claimable).toEqual(new Set(["a--b", "a--b:2"]));
    expect(picture.value.destinations).toEqual(new Set(["a", "c"]));
    play.state.looked.value = "a--c";
    expect(picture.value.ringed).toEqual(new Set(["a", "c"]));
    expect(picture.value.path).toEqual(["a--b", "b--c"]);
    play.state.selectColour("blue");
    expect(picture.value.lit).toEqual(new Set(["a--b:2"]));
  });

  it("marks the cities of open tickets and of completed ones, and of no hopeless one", () => {
    const { play, store } = fakeTable(null);
    const picture = boardPicture(play.state);
    const marked = (status: object) => {
      const view = fakeView();
      store.view.value = { ...view, tickets: view.tickets.map((each) => ({ ...each, ...status })) };
      return [picture.value.sought, picture.value.joined].map((each) => [...(each ?? [])].join(" "));
    };
    expect(marked({})).toEqual(["a c", ""]);
    expect(marked({ joined: true })).toEqual(["", "a c"]);
    expect(marked({ impossible: true })).toEqual(["", ""]);
  });

  it("names the ends of the routes claimed last after those of tickets", () => {
    const { play, store } = fakeTable(null);
    const picture = boardPicture(play.state);
    store.log.value = [drew(1, 0, "red"), { ...drew(2, 1, ""), events: [{ kind: "claimed", seat: 1, route: "b--c" }] }];
    expect(picture.value.destinations).toEqual(new Set(["a", "c"]));
    expect(picture.value.lately).toEqual(new Set(["b", "c"]));
  });

  it("keeps unchanged parts identical", () => {
    const { play, store } = fakeTable(both);
    const picture = boardPicture(play.state);
    const whole = picture.value;
    const { owners, claimable, closed } = whole;
    store.view.value = fakeView();
    expect(picture.value).toBe(whole);
    play.state.looked.value = "a--c";
    store.view.value = fakeView();
    expect(picture.value.owners).toBe(owners);
    expect(picture.value.claimable).toBe(claimable);
    expect(picture.value.closed).toBe(closed);
  });
});

describe("while the connection is lost", () => {
  it.each(["askHint", "takeBack", "autopilot", "comeBack", "drawCard"] as const)(
    "%s sends nothing, now or later",
    async (what) => {
      const { play, store, sent } = fakeTable(one);
      store.status.value = "lost";
      await play.actions[what]();
      store.status.value = "live";
      expect(sent).toEqual([]);
      expect(play.state.words.value?.text).toBe("play.offline");
    },
  );
});

describe("the sheet of another tab gives way", () => {
  it.each([
    ["to a claim that is staged", (play) => play.actions.stageClaim("a--b")],
    ["to the choice between twins", (play) => play.actions.chooseRoute("a--b")],
    ["to a refusal", (play) => play.state.say("No", "bad")],
  ] as [string, (play: Play) => void][])("%s", (_, act) => {
    confirming.value = "touch";
    const { play } = fakeTable(both);
    const stop = play.state.begin();
    play.state.tab.value = "players";
    act(play);
    expect(play.state.tab.value).toBe("hand");
    play.state.tab.value = "tickets"; // and can be opened again
    expect(play.state.tab.value).toBe("tickets");
    stop();
  });
});

it("outlines the route that a lesson speaks of, until it is chosen", () => {
  const { play } = fakeTable(both);
  const picture = boardPicture(play.state);
  play.state.taught.value = "a--b";
  expect(picture.value.path).toEqual(["a--b"]);
  play.actions.stageClaim("a--b");
  expect(picture.value.path).toEqual([]);
});
