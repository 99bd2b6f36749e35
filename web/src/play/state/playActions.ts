/** The player's actions. Every move goes to the server, which alone knows the rules. */

import { batch } from "@preact/signals";
import { confirming, confirms } from "../../lib/settings";
import { findRoute, t } from "../../i18n";
import type { TableStore } from "../../table/store";
import type { Accepted, Legal, RefusalValues, Refused } from "../../wire";
import { claimMove } from "./moves";
import type { PlayState } from "./playState";
import { refusalWords } from "./refusals";

const TAKE_BACK_TRIES = 4;

export class PlayActions {
  constructor(
    private readonly state: PlayState,
    private readonly store: TableStore,
  ) {}

  /** Send a move; a refusal is shown, and nothing has happened. */
  async act(move: string): Promise<boolean> {
    if (!this.state.free.peek()) {
      this.sayWaiting();
      return false;
    }
    this.state.letGo(move);
    const answer = await this.store.send(move);
    return this.settled(answer);
  }

  private settled(answer: Accepted | Refused): boolean {
    const refused = answer.message === "refused";
    batch(() => {
      if (!refused) return this.state.deselect();
      this.state.stage(null);
      this.refuse(answer);
    });
    return !refused;
  }

  refuse(refusal: RefusalValues): void {
    this.state.say(refusalWords(refusal, this.state), "bad");
  }

  takeCard(colour: string, place: number): void {
    if (this.state.free.peek()) this.state.reached.value = place;
    this.choose(`take ${colour}`, confirming.peek() === "always");
  }

  drawCard(): void {
    this.choose("draw", confirming.peek() === "always");
  }

  drawTickets(): void {
    this.choose("tickets", confirms.peek());
  }

  /** A move by one tap, or two with confirmation; for an illegal one, why not. */
  private choose(move: string, confirm: boolean): void {
    const legal = this.state.legal.peek();
    if (!legal || !this.state.free.peek()) this.sayWaiting();
    else if (!legal.moves.includes(move)) void this.askWhy(move);
    else if (confirm && this.store.staged.peek() !== move) this.stage(move);
    else void this.act(move);
  }

  stage(move: string): void {
    batch(() => {
      this.state.forget();
      this.state.words.value = null;
      this.state.stage(move);
    });
  }

  confirm(): void {
    const staged = this.store.staged.peek();
    if (staged) void this.act(staged);
  }

  /** Keep the selected tickets, if their number is allowed. */
  keep(): void {
    const answer = this.state.answer.peek();
    if (answer) void this.act(answer.move);
  }

  /** A click on a route: claim it, ask which twin is meant, or explain why not. */
  chooseRoute(route: string): void {
    const legal = this.state.legal.peek();
    if (this.state.watching.peek()) return;
    if (!legal || !this.state.free.peek()) this.sayWaiting();
    else if (this.state.claim.peek()?.route === route) this.confirm();
    else if (!legal.claims[route]) void this.askWhy(`claim ${route}`);
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
      this.state.stage(null);
      this.state.words.value = null;
      this.state.twins.value = [route, this.twinOf(route) ?? route];
    });
  }

  private twinOf(route: string): string | null {
    const board = this.store.rules.peek()?.board;
    return (board && findRoute(board, route)?.twin) ?? null;
  }

  /** Stage a claim with the most likely payment, or send it at once if nothing is open. */
  stageClaim(route: string): void {
    const all = this.state.legal.peek()?.claims[route] ?? [];
    const colour = this.state.colour.peek();
    const fitting = colour === null ? all : all.filter((each) => each.includes(`${colour}:`));
    const payments = fitting.length > 0 ? fitting : all;
    const [first] = payments;
    if (first === undefined) return;
    if (payments.length === 1 && !confirms.peek() && !this.isGrave(route, first))
      void this.act(claimMove({ route, payment: first }));
    else this.stage(claimMove({ route, payment: first }));
  }

  /** Whether a claim asks first, unless the player wants no questions at all: it spends locomotives, cannot be taken
   * back, or may cost more. */
  private isGrave(id: string, payment: string): boolean {
    if (confirming.peek() === "never") return false;
    const board = this.store.rules.peek()?.board;
    const practice = this.store.table.peek()?.options.practice ?? false;
    return !practice || payment.includes("locomotive:") || Boolean(board && findRoute(board, id)?.tunnel);
  }

  pay(payment: string): void {
    const route = this.state.claim.peek()?.route;
    if (route) this.store.staged.value = claimMove({ route, payment });
  }

  /** Ask the server why a move is not allowed. */
  private async askWhy(move: string): Promise<void> {
    this.state.stage(null);
    const refusal = await this.store.explain(move);
    if (refusal) this.refuse(refusal);
  }

  private sayWaiting(): void {
    if (this.store.status.peek() !== "live") this.state.say(t("play.offline"), "bad");
    else if (this.state.legal.peek() === null && !this.state.watching.peek())
      this.state.say(t("refusals.not-your-turn"), "bad");
  }

  /** Whether the connection is live. If not, nothing is queued: a late move would come as a surprise. */
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

  /** Bots may move meanwhile: retry with the new position. */
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
