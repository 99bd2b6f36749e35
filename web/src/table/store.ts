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
import { beatLength, TUNNEL } from "../lib/settings";
import { shared } from "../lib/sharing";
import type {
  Accepted,
  Drawing,
  Happening,
  AskTyped,
  HintGiven,
  LineRead,
  RefusalValues,
  Refused,
  RefusalCode,
  RulesShown,
  Sight,
  Snapshot,
  TableChanged,
  TableInfo,
  Update,
  Utterance,
} from "../wire";
import { type Beat, BeatQueue } from "./beats";
import { before, type Report, splitReport } from "./missed";
import { lastSeen, noteSeen } from "./seen";
import { noteHelp } from "./help";
import { drawingOf, rulesOf } from "./rulesCache";
import { appended, growLogs, type Logs } from "./log";

export const SPECTATOR = -1;
const RETRY = 3000;

/** Hears of new log entries. `played`: at their own pace, not skipped. */
export type Watcher = (sights: readonly Sight[], played: boolean) => void;

export class TableStore {
  readonly status = signal<ConnectionStatus>("connecting");
  /** Why the server refuses this browser. */
  readonly refusal = signal<RefusalCode | null>(null);
  readonly table = signal<TableInfo | null>(null);
  /** The table as last reported: beats may still be on their way to the screen. */
  readonly latest = signal<TableInfo | null>(null);
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

  /** Between the server and these signals: the others' moves are shown one by one. */
  readonly beats = new BeatQueue(() => beatLength.peek());

  private readonly connection: Connection;
  private readonly watchers = new Set<Watcher>();
  private wholeLog = true;
  /** The last entry received. */
  private received = 0;
  /** The log as received, of which `logs` may still lack what waits for its beat. */
  private heard: readonly Happening[] = [];
  private closed = false;

  constructor(
    readonly id: string,
    connect: (listener: Listener) => Connection = (listener) => new Connection(socketAddress(id), listener),
  ) {
    this.connection = connect({
      since: () => (this.wholeLog ? 0 : this.received),
      snapshot: (message, since) => safely(() => this.begin(message, since)),
      message: (message) => {
        if (message.message === "update") this.grow(message);
        else if (message.message === "table") this.change(message);
      },
      status: (status, refusal) => this.tell(status, refusal),
      seatsChanged: () => {
        this.wholeLog = true;
      },
    });
  }

  /** Subscribe to new log entries (not to those before the page was opened); returns a function that stops. */
  watch(watcher: Watcher): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  send(move: string, seat = this.seat.peek()): Promise<Accepted | Refused> {
    return this.request({ message: "move", seq: this.seq.peek(), seat, move });
  }

  takeBack(seat = this.seat.peek()): Promise<Accepted | Refused> {
    this.beats.skip(); // the request names the position it means
    noteHelp(this.id);
    return this.request({ message: "take-back", seq: this.seq.peek(), seat });
  }

  async hint(seat = this.seat.peek()): Promise<HintGiven | Refused> {
    noteHelp(this.id);
    const answer = await this.connection.ask({ message: "hint", seat }); // not pending: moves stay possible
    return answer.message === "hint" || answer.message === "refused" ? answer : refused(answer.id, "bad-message");
  }

  /** Why a move is not allowed; null if it is. A claim may leave its payment out. */
  async explain(move: string, seat = this.seat.peek()): Promise<RefusalValues | null> {
    const answer = await this.connection.ask({ message: "explain", seat: seat === SPECTATOR ? null : seat, move });
    if (answer.message === "explained") return answer.refusal;
    return answer.message === "refused" ? answer : refused(answer.id, "bad-message");
  }

  /** What a typed line means; nothing is played. */
  async readLine(line: string, language: AskTyped["language"], seat = this.seat.peek()): Promise<LineRead | Refused> {
    const body = { message: "typed", seat: seat === SPECTATOR ? null : seat, line, language } as const;
    const answer = await this.connection.ask(body);
    return answer.message === "typed" || answer.message === "refused" ? answer : refused(answer.id, "bad-message");
  }

  autopilot(seat = this.seat.peek()): Promise<Accepted | Refused> {
    noteHelp(this.id);
    return this.request({ message: "autopilot", seat });
  }

  comeBack(seat = this.seat.peek()): Promise<Accepted | Refused> {
    return this.request({ message: "return", seat });
  }

  say(phrase: Utterance, seat = this.seat.peek()): Promise<Accepted | Refused> {
    return this.request({ message: "say", seat, phrase });
  }

  /** Reconnect, after taking a seat for instance. */
  reconnect(): void {
    this.wholeLog = true;
    this.connection.restart();
  }

  close(): void {
    this.closed = true;
    this.beats.close();
    this.connection.close();
  }

  /** A request that is either accepted or refused. */
  private async request(body: RequestBody): Promise<Accepted | Refused> {
    const answer = await this.ask(body);
    return answer.message === "accepted" || answer.message === "refused" ? answer : refused(answer.id, "bad-message");
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
    const log = since > 0 ? this.heard : [];
    this.hear(snapshot, log);
    if (since > 0) this.play(splitReport(snapshot, since, this.board(), log), snapshot);
    else if (first) this.open(snapshot);
    else {
      this.beats.skip();
      this.show(snapshot, true);
    }
    void this.fetchBoard(snapshot.table);
  }

  /** Show the table where this browser left it, and play what was missed. */
  private open(snapshot: Snapshot): void {
    const seen = lastSeen(this.id) ?? snapshot.seq;
    const happenings = snapshot.sights[0]?.happenings ?? [];
    const missed = happenings.filter(({ seq }) => seq > seen);
    const playable = beatLength.peek() > 0 && missed.every(({ kind }) => kind !== "take-back");
    if (!playable || missed.length === 0 || snapshot.table.mine.length === 0) {
      this.show(snapshot, true);
      return;
    }
    this.show(before(snapshot, missed, this.board()), true);
    const log = happenings.filter(({ seq }) => seq <= seen).reduce(appended, []);
    this.play(splitReport(snapshot, seen, this.board(), log), snapshot);
  }

  private grow(update: Update): void {
    const log = this.heard;
    this.hear(update, log);
    const several = (update.sights[0]?.happenings.length ?? 0) > 1;
    this.play(several ? splitReport(update, this.seq.peek(), this.board(), log) : [update], update);
  }

  private hear({ seq, table, sights }: Report, log: readonly Happening[]): void {
    this.received = seq;
    this.heard = (sights[0]?.happenings ?? []).reduce(appended, log);
    this.latest.value = table;
  }

  private board() {
    return this.rules.peek()?.board ?? null;
  }

  /** Queue reports; `whole` is shown even if it reports no new entry. */
  private play(reports: readonly Report[], whole: Report): void {
    const parts = reports.length > 0 ? reports : [whole];
    for (const report of parts) {
      if (report.sights.some(({ happenings }) => happenings.some(({ kind }) => kind === "take-back")))
        this.beats.skip();
      this.beats.push(this.beatOf(report));
    }
  }

  private beatOf(report: Report): Beat {
    const move = report.sights[0]?.happenings.findLast(({ kind }) => kind === "move") ?? null;
    const weight = move ? this.weightOf(move, report) : 0;
    return {
      move,
      weight,
      show: (held) => {
        safely(() => this.show(held ? this.heldBy(move, report) : report, false));
        this.announce(report.sights, weight === 0 || held);
      },
      settle: () => safely(() => this.show(report, false)),
    };
  }

  /** Own moves take no time, nor do the others' while the player is deciding as well. */
  private weightOf(move: Happening, { table, sights }: Report): number {
    if (move.seat === null || table.mine.includes(move.seat)) return 0;
    const deciding = sights.some(
      ({ seat, legal }) => legal && this.sights.peek().some((each) => each.seat === seat && each.legal),
    );
    if (deciding) return 0;
    return move.events.some(({ kind }) => kind === "attempted") ? TUNNEL : 1;
  }

  /** The position after a move, with its player still on turn. */
  private heldBy(move: Happening | null, report: Report): Report {
    const shown = this.table.peek();
    const { status, result } = shown?.status === "playing" ? shown : report.table;
    const asked = move?.seat === null || !move ? report.table.asked : [move.seat];
    return {
      ...report,
      table: { ...report.table, asked, status, result },
      sights: report.sights.map((sight) => ({ ...sight, legal: null })),
    };
  }

  private change(changed: TableChanged): void {
    this.latest.value = changed.table;
    const show = () => safely(() => this.showTable(changed.table));
    this.beats.push({ move: null, weight: 0, show, settle: show });
  }

  private show(message: Report, whole: boolean): void {
    batch(() => {
      if (message.seq !== this.seq.peek()) this.staged.value = null;
      this.showTable(message.table);
      this.sights.value = shared(this.sights.peek(), message.sights);
      this.logs.value = growLogs(this.logs.peek(), message.sights, whole);
      this.seq.value = message.seq;
    });
    noteSeen(this.id, message.seq);
  }

  private showTable(table: TableInfo): void {
    batch(() => {
      this.table.value = shared(this.table.peek(), table);
      this.tableAt.value = performance.now();
    });
  }

  private announce(sights: readonly Sight[], played: boolean): void {
    if (!sights.some((each) => each.happenings.length > 0)) return;
    for (const watcher of this.watchers) safely(() => watcher(sights, played));
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
