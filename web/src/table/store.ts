/** The store of an open table: the server's state as signals, and the requests a client can make. */

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
  /** Why the server refuses this browser. */
  readonly refusal = signal<RefusalCode | null>(null);
  readonly table = signal<TableInfo | null>(null);
  /** `performance.now()` when `table` arrived: clocks count from there. */
  readonly tableAt = signal(0);
  /** One for each seat of this browser, or a spectator's. `happenings` holds those of the last message only. */
  readonly sights = signal<Sight[]>([]);
  readonly logs = signal<Logs>(new Map());
  readonly seq = signal(0);
  readonly rules = signal<RulesShown | null>(null);
  readonly drawing = signal<Drawing | null>(null);
  /** The seat to show; on a shared screen the curtain changes it. */
  readonly chosen = signal<number | null>(null);
  /** The staged move. */
  readonly staged = signal<string | null>(null);
  /** Number of pending requests. */
  readonly pending = signal(0);

  readonly mine = computed(() => this.table.value?.mine ?? []);
  /** Own seats that have to decide now, in order of play. */
  readonly asked = computed(() => this.mine.value.filter((seat) => this.table.value?.asked.includes(seat)));
  /** The own seat that has to act, if any. */
  readonly acting = computed(() => {
    const asked = this.asked.value;
    const chosen = this.chosen.value;
    return chosen !== null && asked.includes(chosen) ? chosen : (asked[0] ?? null);
  });
  /** The seat whose hand is visible. */
  readonly seat = computed(() => {
    const chosen = this.chosen.value;
    return chosen !== null && this.mine.value.includes(chosen) ? chosen : (this.mine.value[0] ?? SPECTATOR);
  });
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

  /** Subscribe to new log entries (not to those before the page was opened); returns a function that stops. */
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
    const answer = await this.connection.ask({ message: "hint", seat }); // not pending: moves stay possible
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

  /** Reconnect, after taking a seat for instance. */
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
      this.wholeLog = true; // the server was restored from a backup: this page knows entries that no longer exist
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

/** A failing watcher must not keep the store from processing messages. */
function safely(what: () => void): void {
  try {
    what();
  } catch (error) {
    console.error(error);
  }
}
