/** A text session: typed lines, answers, numbered choices. */

import { computed, signal } from "@preact/signals";
import { go } from "../lib/router";
import { oneOf } from "../lib/stored";
import { cardName, listed, spokenLanguage, t } from "../i18n";
import { factSentences, suggestionWords } from "../play/panels/HintBar";
import type { Play } from "../play/state/play";
import { parseClaim } from "../play/state/moves";
import { refusalWords } from "../play/state/refusals";
import type { LineRead } from "../wire";
import { type Row, rowsOf, type Situation } from "./routes";
import { MOVES } from "./vocabulary";

/** The answer to a line. */
export interface TextAnswer {
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
/** The longest line the server reads. */
const LONGEST_LINE = 200;

export class TextSession {
  readonly answer = signal<TextAnswer | null>(null);
  readonly lines: string[] = [];
  private advised: string | null = null;
  private choices: readonly string[] = [];

  readonly situation = computed<Situation | null>(() => {
    const [rules, view] = [this.play.store.rules.value, this.play.state.view.value];
    return rules && view && { board: rules.board, vehicle: rules.vehicle, view, legal: this.play.state.legal.value };
  });

  constructor(readonly play: Play) {}

  /** Let the server read a line, and do what it means. */
  async obey(line: string): Promise<void> {
    if (!this.situation.peek()) return;
    if (line.trim()) this.lines.push(line);
    if (this.play.store.status.peek() !== "live" && this.showPart(line)) return;
    if (!this.heard()) return;
    const seat = this.play.store.seat.peek();
    const read = await this.play.store.readLine(line.slice(0, LONGEST_LINE), spokenLanguage());
    const at = this.situation.peek();
    if (!at || seat !== this.play.store.seat.peek()) return; // the screen has been passed on meanwhile
    if (read.message === "refused") return this.complain(refusalWords(read, this.play.state));
    if (read.problem) return this.complain(problemWords(at, read));
    if (read.number !== null) return this.pick(read.number);
    return (MOVES as readonly string[]).includes(read.verb) ? this.move(at, read) : this.tell(at, read);
  }

  /** Without a connection: the parts of the page, by their own words. */
  private showPart(line: string): boolean {
    const word = line.trim().toLowerCase() || "table";
    const part = PARTS.find((each) => word === each || word === t(`text.example.${each}`));
    if (part) this.say({ words: "", part });
    return part !== undefined;
  }

  private async move(at: Situation, { moves, certain }: LineRead): Promise<void> {
    const [only] = moves;
    if (only !== undefined && moves.length === 1 && certain)
      return isLegal(at, only) ? this.send(only) : this.explain(only);
    return this.offer(moves);
  }

  private tell(at: Situation, { verb, moves, routes }: LineRead): void | Promise<void> {
    switch (verb) {
      case "routes":
        return this.showRoutes(at, new Set(routes));
      case "moves":
        return this.offer(moves);
      case "hint":
        return this.hint(at);
      case "yes":
        return this.advised ? this.send(this.advised) : this.complain(t("text.yes-to-what"));
      case "undo":
        return this.undo();
      case "quit":
        return go("/");
      default:
        return isPart(verb) ? this.say({ words: "", part: verb }) : this.complain(t("text.unknown", { words: verb }));
    }
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

  private showRoutes(at: Situation, routes: ReadonlySet<string>): void {
    const rows = rowsOf(at).filter(({ route }) => routes.has(route.id));
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
    const facts = factSentences(this.play, answer, at.board);
    return this.say({ words: [this.inWords(answer.move), ...facts, t("text.yes-does-it")].join(" ") });
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

  private say(answer: TextAnswer): void {
    this.answer.value = answer;
  }
}

function isLegal({ legal }: Situation, move: string): boolean {
  const claim = parseClaim(move);
  return claim ? Boolean(legal?.claims[claim.route]?.includes(claim.payment)) : Boolean(legal?.moves.includes(move));
}

/** What was not understood. */
function problemWords({ board, vehicle }: Situation, { problem, about }: LineRead): string {
  const cards = board.cards.map((each) => cardName(each, vehicle));
  return t(`text.${problem}`, { words: about, cards: listed(cards, "disjunction") });
}
