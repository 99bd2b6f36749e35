/** Hot seat: the page keeps nothing of one player's cards for the next. */

import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import english from "../i18n/en";
import { use } from "../i18n";
import { TextGame } from "../typed/TextGame";
import type { Legal } from "../wire";
import { ActionBar } from "./panels/ActionBar";
import { Announcer } from "./effects/Announcer";
import { Curtain } from "./panels/Curtain";
import { drew, fakeTable } from "./testing/fakeTable";
import type { Play } from "./state/play";

const legal: Legal = { moves: ["draw"], claims: {} };
let stop: () => void = () => undefined;

function shared(show: (play: Play) => preact.ComponentChildren) {
  const made = fakeTable(legal, [0, 1]);
  const { play, store } = made;
  // as the store does: the chosen seat is shown
  const stopSeat = store.chosen.subscribe((seat) => {
    if (seat !== null) store.seat.value = seat;
  });
  const stopPlay = play.state.begin();
  stop = () => {
    stopSeat();
    stopPlay();
  };
  act(() => render(show(play), document.body));
  return made;
}

function Board({ play }: { play: Play }) {
  return (
    <>
      <ActionBar play={play} />
      {play.state.veiled.value && <Curtain play={play} />}
      <Announcer play={play} />
    </>
  );
}

const button = (name: string) => {
  const found = [...document.querySelectorAll("button")].find((each) => each.textContent?.includes(name));
  if (!found) throw new Error(`no button ${name} in ${document.body.textContent}`);
  return found;
};
const press = (name: string) => act(() => button(name).click());

beforeEach(() => use("en", english));
afterEach(() => {
  stop();
  act(() => render(null, document.body));
});

it("passes the screen on in text mode, too, and forgets the card that was drawn", () => {
  const { store, happens, play } = shared((each) => <TextGame play={each} />);
  expect(document.activeElement?.tagName).toBe("H2");
  press("Ana");
  expect(document.activeElement?.id).toBe("text-line");
  act(() => {
    happens(drew(2, 0, "blue"));
    store.asked.value = [1];
  });
  expect(document.body.textContent).toMatch(/You drew [^.]*blue/);
  press("Pass to Bia");
  expect(store.seat.value).toBe(1);
  expect(play.state.veiled.value).toBe(true);
  expect(document.querySelector(".text-latest")?.textContent).toBe("");
  expect(document.body.textContent).not.toContain("You drew");
  press("Bia");
  expect(document.activeElement?.id).toBe("text-line");
});

it("keeps no answer of the one before in text mode", async () => {
  const { store, readings } = shared((play) => <TextGame play={play} />);
  readings.hand = { verb: "hand" };
  press("Ana");
  const input = document.querySelector<HTMLInputElement>("#text-line");
  act(() => {
    if (input) input.value = "hand";
    input?.dispatchEvent(new Event("input", { bubbles: true }));
  });
  act(() => void input?.form?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })));
  await vi.waitFor(() => expect(document.querySelector(".text-answer")?.textContent).toContain("2 red"));
  act(() => {
    store.asked.value = [1];
  });
  press("Bia");
  expect(document.querySelector(".text-answer")?.textContent).toBe("");
});

it("says nothing behind the curtain of what was drawn or refused before", () => {
  const { store, happens, play } = shared((each) => <Board play={each} />);
  press("Ana");
  act(() => {
    happens(drew(2, 0, "blue"));
    store.asked.value = [1];
    play.state.say("You have 2 blue cards", "bad");
  });
  expect(document.querySelector("[role=log]")?.textContent).toContain("blue");
  press("Pass to Bia");
  expect(play.state.veiled.value).toBe(true);
  expect(document.body.textContent).not.toContain("blue");
});

it("leads the keyboard from the curtain to what is to be done", () => {
  shared((play) => <Board play={play} />);
  expect(document.activeElement?.className).toContain("curtain"); // not its button: one Enter too many lifts nothing
  press("Ana");
  expect(document.activeElement?.className).toContain("action");
});

it("hides the cards of the previous player, no matter who is next", () => {
  const { store, play } = shared((each) => <Board play={each} />);
  press("Ana");
  act(() => {
    store.asked.value = [1];
  });
  expect([store.seat.value, play.state.veiled.value]).toEqual([1, true]);
  act(() => {
    store.asked.value = [0]; // the other player's time is up, or a bot plays for them
  });
  expect([store.seat.value, play.state.veiled.value]).toEqual([0, true]);
  press("Ana");
  expect(play.state.veiled.value).toBe(false);
});

it("reads only what cannot be done at once", () => {
  const { play } = shared((each) => <Board play={each} />);
  act(() => play.state.say("No", "bad"));
  expect(document.querySelector("[role=alert]")?.textContent).toBe("No");
  act(() => play.state.say("Yes", "good"));
  expect(document.querySelector("[role=alert]")?.textContent).toBe("");
  expect(document.querySelector("[aria-live=assertive]")).toBeNull();
});
