/** What a player does: every move by way of the server, which alone knows the rules. */

import { batch } from "@preact/signals";
import { confirming, confirms } from "../../lib/settings";
import { findRoute, t } from "../../i18n";
import type { TableStore } from "../../table/store";
import type { Accepted, Legal, Refused } from "../../wire";
import { claimMove } from "./moves";
import type { PlayState } from "./playState";
import { refusalWords } from "./refusals";

const TAKE_BACK_TRIES = 4;

export class PlayActions {
  constructor(
    private readonly state: PlayState,
    private readonly store: TableStore,
  ) {}

  /** Send a move; what the server refuses is said, and nothing has happened. */
  async act(move: string): Promise<boolean> {
    if (!this.state.free.peek()) {
      this.sayWaiting();
      return false;
    }
    const answer = await this.store.send(move);
    return this.settled(answer);
  }

  private settled(answer: Accepted | Refused): boolean {
    const refused = answer.message === "refused";
    batch(() => {
      this.store.staged.value = null;
      if (refused) this.refuse(answer);
      else this.state.clear();
    });
    return !refused;
  }

  refuse(refusal: Refused): void {
    this.state.say(refusalWords(refusal, this.state), "bad");
  }

  takeCard(colour: string): void {
    this.choose(`take ${colour}`, confirming.peek() === "always");
  }

  drawCard(): void {
    this.choose("draw", confirming.peek() === "always");
  }

  drawTickets(): void {
    this.choose("tickets", confirms.peek());
  }

  /** A move by one tap, or by two where it is to be confirmed. What is not allowed is sent all the same: the answer says why. */
  private choose(move: string, confirm: boolean): void {
    const legal = this.state.legal.peek();
    if (!legal || !this.state.free.peek()) this.sayWaiting();
    else if (confirm && legal.moves.includes(move) && this.store.staged.peek() !== move) this.stage(move);
    else void this.act(move);
  }

  stage(move: string): void {
    batch(() => {
      this.state.forget();
      this.state.words.value = null;
      this.store.staged.value = move;
    });
  }

  confirm(): void {
    const staged = this.store.staged.peek();
    if (staged) void this.act(staged);
  }

  /** Keep the tickets that are chosen, if so many may be kept. */
  keep(): void {
    const answer = this.state.answer.peek();
    if (answer) void this.act(answer.move);
  }

  /** A route was clicked: claim it, ask which of two is meant, or say why it cannot be. */
  chooseRoute(route: string): void {
    const legal = this.state.legal.peek();
    if (this.state.watching.peek()) return;
    if (!legal || !this.state.free.peek()) this.sayWaiting();
    else if (this.state.claim.peek()?.route === route) this.confirm();
    else if (!legal.claims[route]) void this.askWhy(route);
    else if (this.asksTwin(route, legal)) this.askTwin(route);
    else this.stageClaim(route);
  }

  private asksTwin(route: string, legal: Legal): boolean {
    const twin = this.twinOf(route);
    const [one, other] = [legal.claims[route], twin === null ? undefined : legal.claims[twin]];
    const decided =
      this.state.twins.peek() !== null || this.state.colour.peek() !== null || this.state.claim.peek()?.route === twin;
    return !decided && one !== undefined && other !== undefined && one.join() !== other.join();
  }

  private askTwin(route: string): void {
    batch(() => {
      this.state.forget();
      this.store.staged.value = null;
      this.state.words.value = null;
      this.state.twins.value = [route, this.twinOf(route) ?? route];
    });
  }

  private twinOf(route: string): string | null {
    const board = this.store.rules.peek()?.board;
    return (board && findRoute(board, route)?.twin) ?? null;
  }

  /** Phantom wagons with the payment most people would choose; at once where nothing is to be asked. */
  stageClaim(route: string): void {
    const all = this.state.legal.peek()?.claims[route] ?? [];
    const colour = this.state.colour.peek();
    const fitting = colour === null ? all : all.filter((each) => each.includes(`${colour}:`));
    const payments = fitting.length > 0 ? fitting : all;
    const [first] = payments;
    if (first === undefined) return;
    if (payments.length === 1 && !confirms.peek() && !this.leaps(route, first, all))
      void this.act(claimMove({ route, payment: first }));
    else this.stage(claimMove({ route, payment: first }));
  }

  /** A tunnel may cost more than it seems, a locomotive more than it needs to: one look before, except for those who want none. */
  private leaps(id: string, payment: string, all: readonly string[]): boolean {
    const board = this.store.rules.peek()?.board;
    const tunnel = board && findRoute(board, id)?.tunnel;
    return confirming.peek() !== "never" && Boolean(tunnel || (all.length > 1 && payment.includes("locomotive:")));
  }

  pay(payment: string): void {
    const route = this.state.claim.peek()?.route;
    if (route) this.store.staged.value = claimMove({ route, payment });
  }

  /** Not allowed: the server knows why. It is asked with the payment that would be the most plausible. */
  private async askWhy(id: string): Promise<void> {
    const rules = this.store.rules.peek();
    const route = rules && findRoute(rules.board, id);
    if (!route) return;
    this.store.staged.value = null;
    this.state.asked = id;
    const payment = `${route.colour === "gray" ? this.mostHeld() : route.colour}:${route.length}`;
    const answer = await this.store.send(claimMove({ route: id, payment }));
    if (answer.message === "refused") this.refuse(answer);
  }

  private mostHeld(): string {
    const cards = Object.entries(this.state.view.peek()?.hand ?? {}).filter(([colour]) => colour !== "locomotive");
    const [most] = cards.sort(([, one], [, other]) => other - one);
    return most?.[0] ?? this.store.rules.peek()?.board.cards[0] ?? "red";
  }

  private sayWaiting(): void {
    if (this.store.status.peek() !== "live") this.state.say(t("play.offline"), "bad");
    else if (this.state.legal.peek() === null && !this.state.watching.peek())
      this.state.say(t("refusals.not-your-turn"), "bad");
  }

  /** Whether the server hears what is asked now. If not, nothing waits to be sent: it would come as a surprise later. */
  private heard(): boolean {
    const live = this.store.status.peek() === "live";
    if (!live) this.sayWaiting();
    return live;
  }

  async askHint(): Promise<void> {
    if (this.state.thinking.peek() || !this.state.legal.peek() || !this.heard()) return;
    this.state.thinking.value = true;
    try {
      const answer = await this.store.hint();
      if (answer.message === "refused") this.refuse(answer);
      else if (answer.seq === this.store.seq.peek()) this.state.hint.value = answer;
    } finally {
      this.state.thinking.value = false;
    }
  }

  followHint(): void {
    const move = this.state.hint.peek()?.move;
    if (move) void this.act(move);
  }

  /** Bots may move meanwhile: then it is asked once more, of what is there now. */
  async takeBack(tries = TAKE_BACK_TRIES): Promise<void> {
    if (this.store.pending.peek() > 0 || !this.heard()) return;
    const answer = await this.store.takeBack();
    if (answer.message !== "refused") this.state.clear();
    else if (answer.code === "stale" && tries > 1) await this.takeBack(tries - 1);
    else this.refuse(answer);
  }

  async autopilot(): Promise<void> {
    if (!this.heard()) return;
    const answer = await this.store.autopilot();
    if (answer.message === "refused") this.refuse(answer);
  }

  async comeBack(): Promise<void> {
    if (!this.heard()) return;
    const answer = await this.store.comeBack();
    if (answer.message === "refused") this.refuse(answer);
  }
}
