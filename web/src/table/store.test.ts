import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection } from "../net/connection";
import { Exchange, snapshot, tableInfo } from "../net/testing/fakeSocket";
import { outdated } from "../net/freshness";
import type { Happening, Hello, MakeMove, Sight } from "../wire";
import { SPECTATOR, TableStore } from "./store";

let exchange: Exchange;
let store: TableStore;

const happening = (seq: number, changes: Partial<Happening> = {}): Happening => ({
  seq,
  kind: "move",
  seat: 0,
  number: seq,
  at: 0,
  values: {},
  events: [],
  ...changes,
});

const sight = (seat: number, ...happenings: Happening[]): Sight => ({ seat, view: null, legal: null, happenings });

function live(seq = 3, ...happenings: Happening[]): void {
  exchange.last.opens();
  exchange.last.says(snapshot(seq, { sights: [sight(0, ...happenings)] }));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no server in this test")));
  exchange = new Exchange();
  store = new TableStore("abc", (listener) => new Connection("ws://test", listener, exchange.dial));
});

afterEach(() => {
  store.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("a table", () => {
  it("shows the snapshot, then what happens", () => {
    const seen: number[] = [];
    store.watch((sights) => seen.push(...sights.flatMap((each) => each.happenings.map(({ seq }) => seq))));
    live(3, happening(2), happening(3));
    expect(store.status.value).toBe("live");
    expect(store.log.value.map(({ seq }) => seq)).toEqual([2, 3]);
    exchange.last.says({
      message: "update",
      seq: 4,
      table: tableInfo({ asked: [1] }),
      sights: [sight(0, happening(4))],
    });
    expect(store.log.value.map(({ seq }) => seq)).toEqual([2, 3, 4]);
    expect(store.acting.value).toBeNull();
    expect(seen).toEqual([4]); // earlier entries are not news
  });

  it("lets one move while a hint is thought of", () => {
    live();
    void store.hint(0);
    expect(store.pending.value).toBe(0);
    void store.send("draw", 0);
    expect(store.pending.value).toBe(1);
  });

  it("goes on after a loss: what was missed is news, nothing is told twice", async () => {
    const seen: number[] = [];
    store.watch((sights) => seen.push(...sights.flatMap((each) => each.happenings.map(({ seq }) => seq))));
    live(3, happening(3));
    exchange.last.breaks();
    await vi.advanceTimersByTimeAsync(3000);
    exchange.last.opens();
    expect((exchange.last.sent[0] as Hello).since).toBe(3);
    exchange.last.says(snapshot(5, { sights: [sight(0, happening(4), happening(5))] }));
    expect(store.log.value.map(({ seq }) => seq)).toEqual([3, 4, 5]);
    expect(seen).toEqual([4, 5]);
  });

  it("restarts when the server was restored from a backup", async () => {
    live(9, happening(9));
    exchange.last.breaks();
    await vi.advanceTimersByTimeAsync(3000);
    exchange.last.opens();
    exchange.last.says(snapshot(4));
    exchange.last.opens();
    expect((exchange.last.sent[0] as Hello).since).toBe(0);
    exchange.last.says(snapshot(4, { sights: [sight(0, happening(4))] }));
    expect(store.log.value.map(({ seq }) => seq)).toEqual([4]);
    expect(store.status.value).toBe("live");
  });

  it("asks for the whole log when its seats have changed", async () => {
    live(3, happening(3));
    exchange.last.breaks(4409);
    await vi.advanceTimersByTimeAsync(10);
    exchange.last.opens();
    expect((exchange.last.sent[0] as Hello).since).toBe(0);
    const table = tableInfo({ mine: [0, 1] });
    exchange.last.says(snapshot(4, { table, sights: [sight(0, happening(3)), sight(1, happening(3))] }));
    expect([...store.logs.value.keys()]).toEqual([0, 1]);
  });

  it("drops moves that were taken back", () => {
    live(3, happening(2), happening(3));
    const back = happening(4, { kind: "take-back", number: 2 });
    exchange.last.says({ message: "update", seq: 4, table: tableInfo(), sights: [sight(0, back)] });
    expect(store.log.value.map(({ seq }) => seq)).toEqual([2, 4]);
  });

  it("survives a failing watcher", () => {
    const complaints = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const seen: number[] = [];
    live(3);
    const stop = store.seq.subscribe((seq) => {
      if (seq === 4) throw new Error("an effect of the page");
    });
    store.watch(() => {
      throw new Error("a sound that cannot be played");
    });
    store.watch(() => seen.push(store.seq.peek()));
    exchange.last.says({
      message: "update",
      seq: 4,
      table: tableInfo({ asked: [1] }),
      sights: [sight(0, happening(4))],
    });
    expect(seen).toEqual([4]);
    expect(complaints).toHaveBeenCalledTimes(2);
    exchange.last.says({ message: "update", seq: 5, table: tableInfo(), sights: [sight(0, happening(5))] });
    expect(store.seq.value).toBe(5);
    complaints.mockRestore();
    stop();
  });

  it("drops the staged move when something happens, not when a player connects", () => {
    live();
    store.staged.value = "draw";
    exchange.last.says({ message: "table", table: tableInfo() });
    expect(store.staged.value).toBe("draw");
    exchange.last.says({ message: "update", seq: 4, table: tableInfo(), sights: [sight(0, happening(4))] });
    expect(store.staged.value).toBeNull();
  });

  it("sends a move with what it has seen, and settles with the answer", async () => {
    live(3);
    const done = store.send("draw");
    expect(store.pending.value).toBe(1);
    const sent = exchange.last.sent.at(-1) as MakeMove;
    expect(sent).toMatchObject({ message: "move", seq: 3, seat: 0, move: "draw" });
    exchange.last.says({ message: "refused", id: sent.id, code: "not-your-turn", rule: "1.6", parameters: {} });
    await expect(done).resolves.toMatchObject({ code: "not-your-turn" });
    expect(store.pending.value).toBe(0);
  });

  it("shows the seat that is asked on a shared screen", () => {
    exchange.last.opens();
    const table = tableInfo({ mine: [0, 1], asked: [1] });
    exchange.last.says(snapshot(3, { table, sights: [sight(0), sight(1)] }));
    expect(store.acting.value).toBe(1);
    expect(store.seat.value).toBe(0); // until the curtain is lifted
    store.chosen.value = 1;
    expect(store.sight.value?.seat).toBe(1);
  });

  it("shows a spectator what everybody sees", () => {
    exchange.last.opens();
    exchange.last.says(snapshot(3, { table: tableInfo({ mine: [] }), sights: [sight(SPECTATOR)] }));
    expect(store.seat.value).toBe(SPECTATOR);
    expect(store.sight.value?.seat).toBe(SPECTATOR);
    expect(store.acting.value).toBeNull();
  });

  it("notices a server that speaks another protocol", () => {
    exchange.last.opens();
    exchange.last.says(snapshot(1, { protocol: 2 }));
    expect(outdated.value).toBe(true);
    outdated.value = false;
  });
});
