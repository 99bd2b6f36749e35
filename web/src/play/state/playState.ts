/** The state of the game screen: the visible position, the staged move, selections. */

import { batch, computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { findTicket } from "../../i18n";
import { steady } from "../../lib/steady";
import { SPECTATOR, type TableStore } from "../../table/store";
import type { Happening, HintGiven, Legal, SeenView } from "../../wire";
import {
  type TicketAnswer,
  answerReturning,
  answersKeeping,
  answersOf,
  type Claim,
  parseClaim,
  parseTake,
} from "./moves";
import type { Moment } from "./moments";
import { seatNames } from "../../narration/seatNames";
import { drawnLast, sinceLastTurn } from "./recent";
import { holds, type Slots, slotsAfter } from "../../table/marketLog";
import { arrange, isRelaid, slotsTold } from "./marketSlots";

export type Tab = "hand" | "tickets" | "players" | "log";
export type DialogName = "help" | "settings" | "rules" | "menu" | "discards" | "talk";

export interface StatusMessage {
  text: string;
  kind: "bad" | "info" | "good";
  number: number;
}

/** The market before the last change, and the slot that the player had reached for. */
export interface Emptied {
  before: Slots;
  taken: number | null;
}

const NO_VIEW: Pick<SeenView, "hand" | "tickets" | "offer"> = { hand: {}, tickets: [], offer: [] };

/** Phases in the middle of a turn. */
const WITHIN = new Set(["second-card", "tunnel", "tickets"]);

export class PlayState {
  /** The selected colour of the hand. */
  readonly colour = signal<string | null>(null);
  /** The hovered or focused ticket, and the tapped one. */
  readonly looked = signal<string | null>(null);
  readonly pinned = signal<string | null>(null);
  /** Whether all payments of the staged claim are listed. */
  readonly payments = signal(false);
  /** The twins the player has to choose from. */
  readonly twins = signal<readonly string[] | null>(null);
  /** Offered tickets to keep, and the changed return order of the others. */
  readonly kept = signal<ReadonlySet<string>>(new Set());
  /** The route that a lesson speaks of. */
  readonly taught = signal<string | null>(null);
  readonly order = signal<readonly string[]>([]);
  /** The matching move; null if keeping these is not allowed. */
  readonly answer: ReadonlySignal<TicketAnswer | null> = computed(() =>
    answerReturning(answersKeeping(answersOf(this.legal.value), this.kept.value), this.order.value),
  );
  readonly hint = signal<HintGiven | null>(null);
  readonly thinking = signal(false);
  /** The moment being celebrated. */
  readonly moment = signal<Moment | null>(null);
  readonly dialog = signal<DialogName | null>(null);
  readonly tab = signal<Tab>("hand");
  readonly words = signal<StatusMessage | null>(null);
  /** Hot seat: the player whose cards may be seen. */
  readonly unveiled = signal<number | null>(null);

  /** Hot seat: who is next, while the previous player still looks at a drawn card. */
  readonly handing = signal<number | null>(null);

  private readonly keepNames = steady<string>();
  readonly names: ReadonlySignal<readonly string[]> = computed(() =>
    this.keepNames(this.store.table.value ? seatNames(this.store.table.value) : []),
  );
  readonly watching = computed(() => this.store.seat.value === SPECTATOR);
  readonly hotSeat = computed(() => this.store.mine.value.length > 1);
  /** Whether the curtain hides the seat's cards. */
  readonly veiled = computed(() => this.hotSeat.value && this.unveiled.value !== this.store.seat.value);
  readonly view: ReadonlySignal<SeenView | null> = computed(() => {
    const view = this.store.view.value;
    return view && this.veiled.value ? { ...view, ...NO_VIEW } : view;
  });
  readonly legal: ReadonlySignal<Legal | null> = computed(() => (this.veiled.value ? null : this.store.legal.value));
  readonly away = computed(() => this.store.table.value?.seats[this.store.seat.value]?.away ?? false);
  /** Whether the player can act: on turn, connected, nothing pending. */
  readonly free = computed(
    () => this.legal.value !== null && this.store.status.value === "live" && this.store.pending.value === 0,
  );
  /** Legal moves as shown: none while the connection is lost. */
  readonly open: ReadonlySignal<Legal | null> = computed(() =>
    this.store.status.value === "live" ? this.legal.value : null,
  );
  /** The others' moves since the player's last turn; empty for spectators. */
  readonly news: ReadonlySignal<readonly Happening[]> = computed(() => {
    const { log, seat, legal, view } = this.store;
    return sinceLastTurn(log.value, seat.value, legal.value !== null && WITHIN.has(view.value?.phase ?? ""));
  });
  readonly staged = computed(() => this.store.staged.value);
  readonly claim: ReadonlySignal<Claim | null> = computed(() => parseClaim(this.store.staged.value));
  readonly ticket = computed(() => this.looked.value ?? this.pinned.value);
  readonly slots = signal<Slots>([]);
  /** The slot of the card that the player has reached for. */
  readonly reached = signal<number | null>(null);
  /** Where taken cards lay: those who hear of a move find `slots` filled again. */
  emptied: Emptied = { before: [], taken: null };
  private readonly offered = computed(() => this.view.value?.offer.map(({ ticket }) => ticket).join(" ") ?? "");

  private spoken = 0;
  /** Whether the cards of the market lie where the log says. */
  private placed = false;
  /** The last entry of the log by which they were laid. */
  private laid = 0;

  constructor(readonly store: TableStore) {}

  /** Follow the table; returns a function that stops. */
  begin(): () => void {
    const stops = [
      effect(() => {
        const view = this.store.view.value;
        const size = marketSize(this.store);
        if (!view) return;
        this.emptied = { before: this.slots.peek(), taken: this.reached.peek() };
        const lying = this.lyingSlots(view);
        this.slots.value = this.placed ? lying : arrange(lying, view.market, size, this.emptied.taken);
        this.reached.value = null;
      }),
      this.store.seq.subscribe(() => this.forget()),
      this.offered.subscribe(() => this.keepNone()),
      effect(() => this.showQuestion()),
      effect(() => this.drawCurtain()),
      effect(() => {
        if (!this.veiled.value) return;
        this.unveiled.value = null; // a returning player lifts the curtain again
        this.clear(); // messages and selections would give away cards
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** Where the cards lie: by the log until that is known, and when they are laid out again; from then on the new entries say
   * which card goes and which comes, so that all others stay where they are. */
  private lyingSlots({ market }: SeenView): Slots {
    const log = this.store.log.peek();
    const { before, taken } = this.emptied;
    const fresh = log.filter(({ seq }) => seq > this.laid);
    this.laid = log.at(-1)?.seq ?? 0;
    const logged = this.placed && !isRelaid(fresh) ? null : slotsTold(log, market);
    const grown = this.placed
      ? slotsAfter(fresh, before, { seat: this.store.seat.peek(), place: taken })
      : before.length > 0
        ? before
        : slotsAfter(log);
    const lying = logged ?? grown;
    this.placed = holds(lying, market);
    return lying;
  }

  /** Narrow screens: answers, hints and refusals stand above the cards, where the sheet of another tab would hide them. */
  private showQuestion(): void {
    if (this.hint.value || this.twins.value || this.words.value || this.store.staged.value) this.tab.value = "hand";
  }

  private keepNone(): void {
    batch(() => {
      this.kept.value = new Set();
      this.order.value = [];
    });
  }

  /** Toggle whether an offered ticket is kept. */
  toggle(ticket: string): void {
    const kept = new Set(this.kept.peek());
    if (!kept.delete(ticket)) kept.add(ticket);
    batch(() => {
      this.kept.value = kept;
      this.order.value = [];
    });
  }

  /** Drop selections that belong to the previous position. */
  forget(): void {
    batch(() => {
      this.hint.value = null;
      this.payments.value = false;
      this.twins.value = null;
    });
  }

  /** Hot seat: switch to the player asked next once the previous one is done. */
  private drawCurtain(): void {
    if (!this.hotSeat.value) return;
    const asked = this.store.asked.value;
    const seat = this.store.seat.peek();
    const next = asked[0];
    const looks = this.unveiled.peek() === seat && drawnLast(this.store.log.value, seat) !== null;
    if (next === undefined || asked.includes(seat)) this.handing.value = null;
    else if (looks) this.handing.value = next;
    else this.store.chosen.value = next;
  }

  /** Hand the screen to the next player: the curtain comes down. */
  handOver(): void {
    batch(() => {
      this.store.chosen.value = this.handing.peek();
      this.handing.value = null;
    });
  }

  liftCurtain(): void {
    batch(() => {
      this.unveiled.value = this.store.seat.peek();
      this.colour.value = null;
      this.pinned.value = null;
      this.looked.value = null;
      this.tab.value = "hand";
    });
  }

  say(text: string, kind: StatusMessage["kind"] = "info"): void {
    this.spoken += 1;
    this.words.value = { text, kind, number: this.spoken };
  }

  dismissWords(number: number): void {
    if (this.words.peek()?.number === number) this.words.value = null;
  }

  /** Stage a move, or none. */
  stage(move: string | null): void {
    batch(() => {
      this.store.staged.value = move;
      this.letGo(move);
    });
  }

  /** Let go of the card reached for, unless this move takes it. */
  letGo(move: string | null): void {
    const reached = this.reached.peek();
    if (reached !== null && this.slots.peek()[reached] !== parseTake(move)) this.reached.value = null;
  }

  /** Clear all selections. */
  clear(): void {
    batch(() => {
      this.reached.value = null;
      this.deselect();
    });
  }

  /** Clear all selections but the card reached for, which a move that was sent is about to take. */
  deselect(): void {
    batch(() => {
      this.store.staged.value = null;
      this.words.value = null;
      this.colour.value = null;
      this.forget();
    });
  }

  /** Undo one step: payments, twins, staged move, hint, message, colour, ticket. */
  cancel(): boolean {
    if (this.payments.peek()) this.payments.value = false;
    else if (this.twins.peek()) this.twins.value = null;
    else if (this.store.staged.peek()) this.stage(null);
    else if (this.hint.peek()) this.hint.value = null;
    else if (this.words.peek()) this.words.value = null;
    else if (this.colour.peek()) this.colour.value = null;
    else if (this.pinned.peek()) this.pinned.value = null;
    else return false;
    return true;
  }

  /** A click on a city cycles through the tickets that lead there. */
  chooseCity(city: string): void {
    const view = this.view.peek();
    const board = this.store.rules.peek()?.board;
    const leads = (id: string) => {
      const ticket = board && findTicket(board, id);
      const places = ticket ? [ticket.from, ...Object.keys(ticket.to)] : [];
      return places.some((place) => place === city || city.startsWith(`${place}-`));
    };
    const tickets = [...(view?.offer ?? []), ...(view?.tickets ?? [])].map(({ ticket }) => ticket).filter(leads);
    const shown = tickets.indexOf(this.pinned.peek() ?? "");
    this.pinned.value = tickets[shown + 1] ?? null;
  }

  selectColour(colour: string): void {
    this.colour.value = this.colour.peek() === colour ? null : colour;
  }

  pin(ticket: string): void {
    this.pinned.value = this.pinned.peek() === ticket ? null : ticket;
  }
}

/** The size of the market by the rules. */
function marketSize(store: TableStore): number {
  const size = store.rules.value?.rules.market_size;
  return typeof size === "number" ? size : 5;
}
