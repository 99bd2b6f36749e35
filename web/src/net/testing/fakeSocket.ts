/** A fake WebSocket: the test plays the server. */

import type { ClientMessage, ServerMessage, Snapshot, TableInfo } from "../../wire";

export class FakeSocket {
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly sent: ClientMessage[] = [];

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }

  /** Closed while connecting, which browsers log as an error. */
  brokenOff = false;

  close(): void {
    this.brokenOff ||= this.readyState === 0;
    this.readyState = 3;
    this.onclose?.({ code: 1000 });
  }

  opens(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  says(message: ServerMessage): void {
    this.babbles(JSON.stringify(message));
  }

  babbles(data: unknown): void {
    this.onmessage?.({ data });
  }

  breaks(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

/** Records all sockets that were opened. */
export class Exchange {
  readonly calls: FakeSocket[] = [];

  readonly dial = (): WebSocket => {
    const socket = new FakeSocket();
    this.calls.push(socket);
    return socket as unknown as WebSocket;
  };

  get last(): FakeSocket {
    const last = this.calls.at(-1);
    if (!last) throw new Error("no socket was opened");
    return last;
  }
}

export function tableInfo(changes: Partial<TableInfo> = {}): TableInfo {
  const seat = { kind: "person", name: "Ana", bot: null, away: false, present: true, clock: null, livery: 0 } as const;
  return {
    id: "abc",
    rules: { id: "new-york", name: "New York", hash: "h" },
    players: 2,
    status: "playing",
    options: {
      clock: { kind: "none", start: 0, gain: 0, days: 0 },
      known_cards: true,
      spectators: true,
      practice: false,
      autopilot: true,
      lesson: null,
    },
    seats: [seat, { ...seat, name: "Bia", livery: 1 }],
    asked: [0],
    commitment: "",
    secret: null,
    code: null,
    host: true,
    hosted_by: 0,
    public: false,
    mine: [0],
    rematch: null,
    watching: 0,
    result: null,
    created_at: 0,
    changed_at: 0,
    ...changes,
  };
}

export function snapshot(seq: number, changes: Partial<Snapshot> = {}): Snapshot {
  return {
    message: "snapshot",
    protocol: 1,
    seq,
    table: tableInfo(),
    sights: [{ seat: 0, view: null, legal: null, happenings: [] }],
    ...changes,
  };
}
