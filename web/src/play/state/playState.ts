/** What a player has before him: the position as far as it may be shown, what is chosen but not yet sent, what is looked at. */

import { batch, computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { findTicket } from "../../i18n";
import { SPECTATOR, type TableStore } from "../../table/store";
import type { Happening, HintGiven, Legal, SeenView } from "../../wire";
import { type Answer, answerReturning, answersKeeping, answersOf, type Claim, parseClaim } from "./moves";
import { seatNames } from "../../narration/seatNames";
import { drawnLast, sinceLastTurn } from "./recent";
import { arrange, type Slots } from "./marketSlots";

export type Tab = "hand" | "tickets" | "players" | "log";
export type DialogName = "help" | "settings" | "rules" | "menu" | "discards";

export interface Words {
  text: string;
  kind: "bad" | "info" | "good";
  number: number;
}

const NO_VIEW: Pick<SeenView, "hand" | "tickets" | "offer"> = { hand: {}, tickets: [], offer: [] };

/** Phases in the middle of a turn. */
const WITHIN = new Set(["second-card", "tunnel", "tickets"]);

export class PlayState {
  /** The colour of the hand that lights routes. */
  readonly colour = signal<string | null>(null);
  /** The ticket under the pointer or focus, and the one that was tapped. */
  readonly looked = signal<string | null>(null);
  readonly pinned = signal<string | null>(null);
  /** Whether all payments for the staged claim are shown. */
  readonly payments = signal(false);
  /** Two routes of a double, one of which is meant. */
  readonly twins = signal<readonly string[] | null>(null);
  /** Of the tickets on offer: those to keep, and the order of the others where it was changed. */
  readonly kept = signal<ReadonlySet<string>>(new Set());
  readonly order = signal<readonly string[]>([]);
  /** The move that keeps them; null where so few may not be kept. */
  readonly answer: ReadonlySignal<Answer | null> = computed(() =>
    answerReturning(answersKeeping(answersOf(this.legal.value), this.kept.value), this.order.value),
  );
  readonly hint = signal<HintGiven | null>(null);
  readonly thinking = signal(false);
  readonly dialog = signal<DialogName | null>(null);
  readonly tab = signal<Tab>("hand");
  readonly words = signal<Words | null>(null);
  /** With several players at one screen: the one whose cards may be seen. */
  readonly unveiled = signal<number | null>(null);

  /** Who is next at this screen, while the one before still looks at the card that was drawn. */
  readonly handing = signal<number | null>(null);

  readonly names = computed(() => (this.store.table.value ? seatNames(this.store.table.value) : []));
  readonly watching = computed(() => this.store.seat.value === SPECTATOR);
  readonly hotSeat = computed(() => this.store.mine.value.length > 1);
  /** Whether a seat's cards wait behind the curtain. */
  readonly veiled = computed(() => this.hotSeat.value && this.unveiled.value !== this.store.seat.value);
  readonly view: ReadonlySignal<SeenView | null> = computed(() => {
    const view = this.store.view.value;
    return view && this.veiled.value ? { ...view, ...NO_VIEW } : view;
  });
  readonly legal: ReadonlySignal<Legal | null> = computed(() => (this.veiled.value ? null : this.store.legal.value));
  readonly away = computed(() => this.store.table.value?.seats[this.store.seat.value]?.away ?? false);
  /** Whether something can be done now: asked, connected, nothing on its way. */
  readonly free = computed(
    () => this.legal.value !== null && this.store.status.value === "live" && this.store.pending.value === 0,
  );
  /** What may be done, as far as the screen shows it: not while the connection is lost. */
  readonly open: ReadonlySignal<Legal | null> = computed(() =>
    this.store.status.value === "live" ? this.legal.value : null,
  );
  /** What the others did since one's last turn; nothing for those who look on. */
  readonly news: ReadonlySignal<readonly Happening[]> = computed(() => {
    const { log, seat, legal, view } = this.store;
    return sinceLastTurn(log.value, seat.value, legal.value !== null && WITHIN.has(view.value?.phase ?? ""));
  });
  readonly staged = computed(() => this.store.staged.value);
  readonly claim: ReadonlySignal<Claim | null> = computed(() => parseClaim(this.store.staged.value));
  readonly ticket = computed(() => this.looked.value ?? this.pinned.value);
  readonly slots = signal<Slots>([]);
  private readonly offered = computed(() => this.view.value?.offer.map(({ ticket }) => ticket).join(" ") ?? "");

  /** The route the server was last asked about. */
  asked: string | null = null;
  private spoken = 0;

  constructor(readonly store: TableStore) {}

  /** Follow the table; returns how to stop. */
  begin(): () => void {
    const stops = [
      effect(() => {
        const view = this.store.view.value;
        const size = marketSize(this.store);
        if (view) this.slots.value = arrange(this.slots.peek(), view.market, size);
      }),
      this.store.seq.subscribe(() => this.forget()),
      this.offered.subscribe(() => this.keepNone()),
      effect(() => this.drawCurtain()),
      effect(() => {
        if (!this.veiled.value) return;
        this.unveiled.value = null; // whoever comes back to this screen lifts the curtain again
        this.clear(); // words and choices tell of the cards of whoever made them
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }

  private keepNone(): void {
    batch(() => {
      this.kept.value = new Set();
      this.order.value = [];
    });
  }

  /** Keep a ticket on offer, or do not. */
  toggle(ticket: string): void {
    const kept = new Set(this.kept.peek());
    if (!kept.delete(ticket)) kept.add(ticket);
    batch(() => {
      this.kept.value = kept;
      this.order.value = [];
    });
  }

  /** What was chosen belongs to the position it was chosen in. */
  forget(): void {
    batch(() => {
      this.hint.value = null;
      this.payments.value = false;
      this.twins.value = null;
    });
  }

  /** With several players at one screen, whoever is asked next is shown when the one before is done. */
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

  /** The next one's turn: the curtain comes down. */
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

  say(text: string, kind: Words["kind"] = "info"): void {
    this.spoken += 1;
    this.words.value = { text, kind, number: this.spoken };
  }

  dismissWords(number: number): void {
    if (this.words.peek()?.number === number) this.words.value = null;
  }

  /** Nothing is chosen any more. */
  clear(): void {
    batch(() => {
      this.store.staged.value = null;
      this.words.value = null;
      this.colour.value = null;
      this.forget();
    });
  }

  /** One step back: the list of payments, the choice of a twin, the staged move, the colour, the ticket. */
  cancel(): boolean {
    if (this.payments.peek()) this.payments.value = false;
    else if (this.twins.peek()) this.twins.value = null;
    else if (this.store.staged.peek()) this.store.staged.value = null;
    else if (this.hint.peek()) this.hint.value = null;
    else if (this.words.peek()) this.words.value = null;
    else if (this.colour.peek()) this.colour.value = null;
    else if (this.pinned.peek()) this.pinned.value = null;
    else return false;
    return true;
  }

  /** A city was clicked: one after the other, the tickets that lead there are shown. */
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

/** How many cards lie face up, by the rules; more are never shown than lie there. */
function marketSize(store: TableStore): number {
  const size = store.rules.value?.rules.market_size;
  return typeof size === "number" ? size : 5;
}
