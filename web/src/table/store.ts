/** An open table: what the server says of it, as signals, and everything that can be asked of it. */

import { batch, computed, signal } from "@preact/signals";
import {
  type Answer,
  type RequestBody,
  Connection,
  type ConnectionStatus,
  type Listener,
  PROTOCOL,
  refused,
  socketAddress,
} from "../net/connection";
import { noteOutdated } from "../net/freshness";
import type {
  Accepted,
  Drawing,
  Happening,
  HintGiven,
  Phrase,
  Refused,
  RefusalCode,
  RulesShown,
  Sight,
  Snapshot,
  TableChanged,
  TableInfo,
  Update,
} from "../wire";
import { drawingOf, rulesOf } from "./rulesCache";
import { growLogs, type Logs } from "./log";

export const SPECTATOR = -1;
const RETRY = 3000;

export class TableStore {
  readonly status = signal<ConnectionStatus>("connecting");
  /** Why the server does not let this browser in. */
  readonly refusal = signal<RefusalCode | null>(null);
  readonly table = signal<TableInfo | null>(null);
  /** `performance.now()` when `table` came: clocks run from there. */
  readonly tableAt = signal(0);
  /** One for each seat of this browser, or the one of a spectator. Its `happenings` are those of the last message. */
  readonly sights = signal<Sight[]>([]);
  readonly logs = signal<Logs>(new Map());
  readonly seq = signal(0);
  readonly rules = signal<RulesShown | null>(null);
  readonly drawing = signal<Drawing | null>(null);
  /** The seat this screen shows; with several players on one screen the curtain changes it. */
  readonly chosen = signal<number | null>(null);
  /** A move that waits to be confirmed. */
  readonly staged = signal<string | null>(null);
  /** Requests without an answer. */
  readonly pending = signal(0);

  /** The seats of this screen. */
  readonly mine = computed(() => this.table.value?.mine ?? []);
  /** Those of them that have to decide now, in the order of play. */
  readonly asked = computed(() => this.mine.value.filter((seat) => this.table.value?.asked.includes(seat)));
  /** The seat whose player has to do something at this screen, if any. */
  readonly acting = computed(() => {
    const asked = this.asked.value;
    const chosen = this.chosen.value;
    return chosen !== null && asked.includes(chosen) ? chosen : (asked[0] ?? null);
  });
  /** The seat whose hand is shown. */
  readonly seat = computed(() => {
    const chosen = this.chosen.value;
    return chosen !== null && this.mine.value.includes(chosen) ? chosen : (this.mine.value[0] ?? SPECTATOR);
  });
  /** What it sees. */
  readonly sight = computed(() => this.sights.value.find((each) => each.seat === this.seat.value) ?? null);
  readonly view = computed(() => this.sight.value?.view ?? null);
  readonly legal = computed(() => this.sight.value?.legal ?? null);
  readonly log = computed<readonly Happening[]>(() => this.logs.value.get(this.seat.value) ?? []);

  private readonly connection: Connection;
  private readonly watchers = new Set<(sights: readonly Sight[]) => void>();
  private wholeLog = true;
  private closed = false;

  constructor(
    readonly id: string,
    connect: (listener: Listener) => Connection = (listener) => new Connection(socketAddress(id), listener),
  ) {
    this.connection = connect({
      since: () => (this.wholeLog ? 0 : this.seq.peek()),
      snapshot: (message, since) => safely(() => this.begin(message, since)),
      message: (message) => {
        if (message.message === "update") this.grow(message);
        else if (message.message === "table") safely(() => this.change(message));
      },
      status: (status, refusal) => this.tell(status, refusal),
      seatsChanged: () => {
        this.wholeLog = true;
      },
    });
  }

  /** Be told what happens as it happens (not what had happened before the page was opened); returns how to stop. */
  watch(watcher: (sights: readonly Sight[]) => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  send(move: string, seat = this.seat.peek()): Promise<Accepted | Refused> {
    return this.request({ message: "move", seq: this.seq.peek(), seat, move });
  }

  takeBack(seat = this.seat.peek()): Promise<Accepted | Refused> {
    return this.request({ message: "take-back", seq: this.seq.peek(), seat });
  }

  async hint(seat = this.seat.peek()): Promise<HintGiven | Refused> {
    const answer = await this.connection.ask({ message: "hint", seat }); // nobody has to wait for it with a move
    return answer.message === "accepted" ? refused(answer.id, "bad-message") : answer;
  }

  autopilot(seat = this.seat.peek()): Promise<Accepted | Refused> {
    return this.request({ message: "autopilot", seat });
  }

  comeBack(seat = this.seat.peek()): Promise<Accepted | Refused> {
    return this.request({ message: "return", seat });
  }

  say(phrase: Phrase, seat = this.seat.peek()): Promise<Accepted | Refused> {
    return this.request({ message: "say", seat, phrase });
  }

  /** Connect anew, after having taken a seat for instance. */
  reconnect(): void {
    this.wholeLog = true;
    this.connection.restart();
  }

  close(): void {
    this.closed = true;
    this.connection.close();
  }

  /** A request that is either accepted or refused. */
  private async request(body: RequestBody): Promise<Accepted | Refused> {
    const answer = await this.ask(body);
    return answer.message === "hint" ? refused(answer.id, "bad-message") : answer;
  }

  private async ask(body: RequestBody): Promise<Answer> {
    this.pending.value += 1;
    try {
      return await this.connection.ask(body);
    } finally {
      this.pending.value -= 1;
    }
  }

  private tell(status: ConnectionStatus, refusal: RefusalCode | null): void {
    batch(() => {
      this.status.value = status;
      this.refusal.value = refusal;
    });
  }

  private begin(snapshot: Snapshot, since: number): void {
    if (snapshot.protocol !== PROTOCOL) noteOutdated();
    if (snapshot.seq < since) {
      this.wholeLog = true; // the server was restored from a backup: what this page knows has not happened
      this.connection.restart();
      return;
    }
    const first = this.table.peek() === null;
    this.wholeLog = false;
    this.show(snapshot, since === 0);
    if (!first && since > 0) this.announce(snapshot.sights);
    void this.fetchBoard(snapshot.table);
  }

  private grow(update: Update): void {
    safely(() => this.show(update, false));
    this.announce(update.sights);
  }

  private change(changed: TableChanged): void {
    this.showTable(changed.table);
  }

  private show(message: Snapshot | Update, whole: boolean): void {
    batch(() => {
      if (message.seq !== this.seq.peek()) this.staged.value = null;
      this.showTable(message.table);
      this.sights.value = message.sights;
      this.logs.value = growLogs(this.logs.peek(), message.sights, whole);
      this.seq.value = message.seq;
    });
  }

  private showTable(table: TableInfo): void {
    batch(() => {
      this.table.value = table;
      this.tableAt.value = performance.now();
    });
  }

  private announce(sights: readonly Sight[]): void {
    if (!sights.some((each) => each.happenings.length > 0)) return;
    for (const watcher of this.watchers) safely(() => watcher(sights));
  }

  private async fetchBoard(table: TableInfo): Promise<void> {
    if (this.rules.peek()?.hash === table.rules.hash && this.drawing.peek()) return;
    try {
      const [rules, drawing] = await Promise.all([rulesOf(table.rules), drawingOf(table.rules)]);
      batch(() => {
        this.rules.value = rules;
        this.drawing.value = drawing;
      });
    } catch {
      if (!this.closed) setTimeout(() => void this.fetchBoard(table), RETRY);
    }
  }
}

/** Somebody who looks on and stumbles must not keep the table from hearing what the server says. */
function safely(what: () => void): void {
  try {
    what();
  } catch (error) {
    console.error(error);
  }
}
