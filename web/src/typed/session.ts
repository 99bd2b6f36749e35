/** A text session: typed lines, answers, numbered choices. */

import { computed, signal } from "@preact/signals";
import { go } from "../lib/router";
import { oneOf } from "../lib/stored";
import { t } from "../i18n";
import { suggestionWords, reasonWords } from "../play/panels/HintBar";
import type { Play } from "../play/state/play";
import { parseClaim } from "../play/state/moves";
import { refusalWords } from "../play/state/refusals";
import { readMove, type Situation } from "./reading";
import { findRows, type Row } from "./routes";
import { MOVES, type Verb, verbOf } from "./vocabulary";

/** The answer to a line. */
export interface Answer {
  words: string;
  bad?: boolean;
  /** Moves to choose from by number. */
  choices?: readonly string[];
  rows?: readonly Row[];
  /** A section that was asked for. */
  part?: Part;
}

const PARTS = ["hand", "market", "players", "table", "log", "help"] as const;
export type Part = (typeof PARTS)[number];

const isPart = oneOf(PARTS);

const MOST = 40;

export class TextSession {
  readonly answer = signal<Answer | null>(null);
  readonly lines: string[] = [];
  private advised: string | null = null;
  private choices: readonly string[] = [];

  readonly situation = computed<Situation | null>(() => {
    const [rules, view] = [this.play.store.rules.value, this.play.state.view.value];
    return rules && view && { board: rules.board, vehicle: rules.vehicle, view, legal: this.play.state.legal.value };
  });

  constructor(readonly play: Play) {}

  /** Execute a line. */
  async obey(line: string): Promise<void> {
    const at = this.situation.peek();
    const [word = "", ...words] = line.toLowerCase().split(/\s+/).filter(Boolean);
    if (!at) return;
    if (word) this.lines.push(line);
    if (/^\d+$/.test(word) && words.length === 0) return this.pick(Number(word));
    const verb = word ? verbOf(word) : "table";
    if (!verb) return this.complain(t("text.unknown", { words: word.slice(0, 40) }));
    return (MOVES as readonly string[]).includes(verb) ? this.move(at, verb, words) : this.tell(at, verb, words);
  }

  private async move(at: Situation, verb: Verb, words: readonly string[]): Promise<void> {
    const reading = readMove(at, verb, words);
    if ("problem" in reading) return this.complain(reading.problem);
    const [only] = reading.moves;
    if (only !== undefined && reading.moves.length === 1 && reading.sure)
      return isLegal(at, only) ? this.send(only) : this.explain(only);
    return this.offer(reading.moves);
  }

  private tell(at: Situation, verb: Verb, words: readonly string[]): void | Promise<void> {
    switch (verb) {
      case "routes":
        return this.showRoutes(at, words);
      case "moves":
        return this.offer(this.legalMoves(at, words));
      case "hint":
        return this.hint(at);
      case "yes":
        return this.advised ? this.send(this.advised) : this.complain(t("text.yes-to-what"));
      case "undo":
        return this.undo();
      case "quit":
        return go("/");
      default:
        if (isPart(verb)) this.say({ words: "", part: verb });
    }
  }

  /** Claims come last: long lists are cut. */
  private legalMoves(at: Situation, words: readonly string[]): string[] {
    const claims = Object.entries(at.legal?.claims ?? {}).flatMap(([route, all]) =>
      all.map((payment) => `claim ${route} ${payment}`),
    );
    const all = [...(at.legal?.moves ?? []), ...claims];
    return all.filter((move) => words.every((word) => `${move} ${this.inWords(move)}`.toLowerCase().includes(word)));
  }

  private offer(moves: readonly string[]): void {
    this.choices = moves;
    if (moves.length === 0)
      return this.complain(t(this.play.state.legal.peek() ? "text.no-moves" : "refusals.not-your-turn"));
    const more = Math.max(0, moves.length - MOST);
    this.say({ words: t("text.which", { count: moves.length, more }), choices: moves.slice(0, MOST) });
  }

  private pick(number: number): void | Promise<void> {
    const move = this.choices[number - 1];
    return move === undefined ? this.complain(t("text.no-number", { number })) : this.send(move);
  }

  private showRoutes(at: Situation, words: readonly string[]): void {
    const { rows, unknown } = findRows(at, words);
    if (unknown) return this.complain(t("text.no-filter", { words: unknown }));
    return this.say({ words: t("text.routes-found", { count: rows.length }), rows });
  }

  /** Whether the connection is live. If not, nothing is queued: a late move would come as a surprise. */
  private heard(): boolean {
    if (this.play.store.status.peek() === "live") return true;
    this.complain(t("text.offline"));
    return false;
  }

  /** Say why a move is not allowed. One the server does allow, though it is not listed in these words, is made. */
  private async explain(move: string): Promise<void> {
    if (!this.heard()) return;
    this.answer.value = null;
    const refusal = await this.play.store.explain(move);
    return refusal ? this.complain(refusalWords(refusal, this.play.state)) : this.send(move);
  }

  private async send(move: string): Promise<void> {
    if (!this.heard()) return;
    this.answer.value = null; // events are announced anyway; fast typists must not lose the next answer
    const { choices } = this;
    const answer = await this.play.store.send(move);
    if (answer.message === "refused") return this.complain(refusalWords(answer, this.play.state));
    if (this.choices === choices) this.choices = [];
    this.advised = null;
  }

  private async hint(at: Situation): Promise<void> {
    if (!this.heard()) return;
    this.say({ words: t("play.thinking") });
    const answer = await this.play.store.hint();
    if (answer.message === "refused") return this.complain(refusalWords(answer, this.play.state));
    this.advised = answer.move;
    const reason = reasonWords(answer.reason, at.board, at.vehicle);
    return this.say({ words: `${this.inWords(answer.move)} ${reason} ${t("text.yes-does-it")}` });
  }

  private async undo(): Promise<void> {
    if (!this.heard()) return;
    this.answer.value = null;
    this.choices = []; // they belong to another position
    this.advised = null;
    const answer = await this.play.store.takeBack();
    if (answer.message === "refused") this.complain(refusalWords(answer, this.play.state));
  }

  inWords(move: string): string {
    const at = this.situation.peek();
    return at ? suggestionWords(move, at.board, at.vehicle) : move;
  }

  private complain(words: string): void {
    this.say({ words, bad: true });
  }

  private say(answer: Answer): void {
    this.answer.value = answer;
  }
}

function isLegal({ legal }: Situation, move: string): boolean {
  const claim = parseClaim(move);
  return claim ? Boolean(legal?.claims[claim.route]?.includes(claim.payment)) : Boolean(legal?.moves.includes(move));
}
