import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Hello, Snapshot } from "../wire";
import { Connection, type ConnectionStatus, newId, socketAddress } from "./connection";
import { Exchange, snapshot } from "./testing/fakeSocket";

const LONG = 60_000;
let exchange: Exchange;
let statuses: ConnectionStatus[];
let snapshots: Snapshot[];
let changed: number;
let since: number;
let connection: Connection;

function connect(): Connection {
  return new Connection(
    "ws://test",
    {
      since: () => since,
      snapshot: (message) => snapshots.push(message),
      message: () => undefined,
      status: (status) => statuses.push(status),
      seatsChanged: () => {
        changed += 1;
      },
    },
    exchange.dial,
  );
}

function answer(seq = 1): void {
  exchange.last.opens();
  exchange.last.says(snapshot(seq));
}

const hello = () => exchange.last.sent[0] as Hello;

beforeEach(() => {
  vi.useFakeTimers();
  exchange = new Exchange();
  [statuses, snapshots, changed, since] = [[], [], 0, 0];
  connection = connect();
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
});

describe("a connection that is over", () => {
  it.each([4400, 4401, 4404, 4410, 4411])("settles pending requests after %i", async (code) => {
    answer();
    const waits = connection.ask({ message: "hint", seat: 0 });
    exchange.last.breaks(code);
    await expect(waits).resolves.toMatchObject({ message: "refused" });
    await expect(connection.ask({ message: "hint", seat: 0 })).resolves.toMatchObject({ message: "refused" });
    connection.restart();
    answer();
    void connection.ask({ message: "hint", seat: 0 });
    expect(exchange.last.sent.at(-1)).toMatchObject({ message: "hint" });
  });

  it("settles pending requests when the page is left", async () => {
    const waits = connection.ask({ message: "hint", seat: 0 });
    connection.close();
    await expect(waits).resolves.toMatchObject({ message: "refused", code: "failed" });
  });
});

describe("a connection", () => {
  it("says hello and is live with the snapshot", () => {
    exchange.last.opens();
    expect(hello()).toEqual({ message: "hello", since: 0 });
    exchange.last.says(snapshot(7));
    expect(snapshots).toHaveLength(1);
    expect(statuses).toEqual(["connecting", "live"]);
  });

  it("comes again after a loss, from where it was, later each time", async () => {
    answer();
    since = 7;
    exchange.last.breaks();
    expect(statuses.at(-1)).toBe("lost");
    expect(exchange.calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1500);
    expect(exchange.calls).toHaveLength(2);
    exchange.last.breaks();
    await vi.advanceTimersByTimeAsync(1000);
    expect(exchange.calls).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(2000);
    expect(exchange.calls).toHaveLength(3);
    exchange.last.opens();
    expect(hello().since).toBe(7);
  });

  it("repeats what has no answer, as it was", async () => {
    answer();
    const done = connection.ask({ message: "move", seq: 1, seat: 0, move: "draw" });
    const [, first] = exchange.last.sent;
    exchange.last.breaks(1012);
    await vi.advanceTimersByTimeAsync(3000);
    answer(2);
    const [, again] = exchange.last.sent;
    expect(again).toEqual(first);
    exchange.last.says({ message: "accepted", id: (first as { id: string }).id, seq: 2 });
    await expect(done).resolves.toMatchObject({ message: "accepted", seq: 2 });
    exchange.last.breaks();
    await vi.advanceTimersByTimeAsync(3000);
    answer(2);
    expect(exchange.last.sent).toHaveLength(1); // answered: not repeated
  });

  it("keeps what is asked before it is live until it is", () => {
    void connection.ask({ message: "say", seat: 0, phrase: "hello" });
    exchange.last.opens();
    expect(exchange.last.sent.map((each) => each.message)).toEqual(["hello"]);
    exchange.last.says(snapshot(1));
    expect(exchange.last.sent.map((each) => each.message)).toEqual(["hello", "say"]);
  });

  it.each([
    [4404, "no-such-table"],
    [4410, "other-rules"],
    [4401, "wrong-token"],
    [4504, "overloaded"],
  ])("does not come again where %i says it is of no use", async (code) => {
    exchange.last.opens();
    exchange.last.breaks(code);
    expect(statuses.at(-1)).toBe("refused");
    await vi.advanceTimersByTimeAsync(LONG);
    expect(exchange.calls).toHaveLength(1);
  });

  it("comes again at once when seats have changed hands", async () => {
    answer();
    exchange.last.breaks(4409);
    expect(changed).toBe(1);
    await vi.advanceTimersByTimeAsync(0);
    expect(exchange.calls).toHaveLength(2);
    expect(statuses).not.toContain("lost");
  });

  it("asks a silent server whether it is there, and gives a dead one up", async () => {
    answer();
    await vi.advanceTimersByTimeAsync(26_000);
    expect(exchange.last.sent.at(-1)).toEqual({ message: "ping" });
    exchange.last.says({ message: "pong" });
    await vi.advanceTimersByTimeAsync(26_000);
    expect(exchange.calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(statuses.at(-1)).not.toBe("live");
    expect(exchange.calls).toHaveLength(2);
  });

  it("passes over what is no message, and leaves a server that says nothing else", async () => {
    exchange.last.opens();
    for (const noise of ["<html>", "null", "[]", '{"message":"snapshot","sights":null}', new Blob(["{}"])])
      exchange.last.babbles(noise);
    expect(snapshots).toHaveLength(0);
    exchange.last.says(snapshot(7));
    expect(statuses.at(-1)).toBe("live");
    const babble = setInterval(() => exchange.last.babbles("<html>"), 1000);
    await vi.advanceTimersByTimeAsync(40_000);
    clearInterval(babble);
    expect(exchange.calls).toHaveLength(2);
  });

  it("gives up a handshake without an answer", async () => {
    await vi.advanceTimersByTimeAsync(14_000);
    expect(exchange.calls.length).toBeGreaterThan(1);
  });

  it("hurries when the network is back", () => {
    answer();
    exchange.last.breaks();
    dispatchEvent(new Event("online"));
    expect(exchange.calls).toHaveLength(2);
  });

  it("does not break off a handshake when the page is left, but does not wait for ever either", async () => {
    const [first] = exchange.calls;
    connection.close();
    expect(first?.readyState).toBe(0);
    first?.opens();
    expect(first).toMatchObject({ readyState: 3, brokenOff: false, sent: [] });
    connection = connect();
    const second = exchange.last;
    connection.close();
    await vi.advanceTimersByTimeAsync(LONG);
    expect(second.readyState).toBe(3);
    expect(exchange.calls).toHaveLength(2);
  });

  it("is silent when it is closed", async () => {
    answer();
    connection.close();
    exchange.last.breaks();
    await vi.advanceTimersByTimeAsync(LONG);
    expect(exchange.calls).toHaveLength(1);
  });
});

it("finds the WebSocket beside the page", () => {
  expect(socketAddress("abc", { protocol: "https:", host: "a.example" } as Location)).toBe("wss://a.example/ws/abc");
  expect(socketAddress("abc", { protocol: "http:", host: "localhost:8000" } as Location)).toBe(
    "ws://localhost:8000/ws/abc",
  );
});

it("makes unique ids", () => {
  expect(new Set(Array.from({ length: 100 }, newId)).size).toBe(100);
  expect(newId()).toMatch(/^[0-9a-f]{24}$/);
});
