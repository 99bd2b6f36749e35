/** The final page: the reveal on the board, then winners, result and next actions. */

import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { keptBoardBox } from "../lib/boardBox";
import { usePartsDrawn } from "../lib/gradually";
import { lessMotion } from "../lib/settings";
import { Board } from "../board/Board";
import { type BoardState, EMPTY_STATE } from "../board/model/types";
import { locale, t } from "../i18n";
import { seatNames } from "../narration/seatNames";
import { ownersOf, placesOf } from "../board/model/places";
import { TabList, TabPanel } from "../ui/TabList";
import type { BoardValues as BoardData, Drawing, Result, RulesShown, Sight, TableInfo } from "../wire";
import { Actions, type TakeBackRequest } from "./Actions";
import { Confetti } from "./Confetti";
import { GameStatistics } from "./GameStatistics";
import { ScoreTable } from "./ScoreTable";
import { ScoreReveal } from "./ScoreReveal";
import { type RevealStep, revealSteps } from "./revealSteps";
import { ShuffleProof } from "./ShuffleProof";
import { ticketWay } from "../board/model/ticketWay";
import { Winners } from "./Winners";
import "../styles/board.css";
import "../styles/replay.css";
import "../styles/final.css";
import "../styles/final/show.css";
import "../styles/final/race.css";
import "../styles/final/caption.css";
import "../styles/final/kept.css";

interface FinalScoreProps {
  table: TableInfo;
  sights: readonly Sight[];
  rules: RulesShown;
  drawing: Drawing;
  takeBack: TakeBackRequest;
  /** Called once the board has been painted. */
  whenDrawn: () => void;
}

type Tab = "result" | "statistics";

export function FinalScore(props: FinalScoreProps) {
  return props.table.result ? <Scored {...props} result={props.table.result} /> : null;
}

function Scored(props: FinalScoreProps & { result: Result }) {
  const { table, sights, rules, drawing, result } = props;
  const { board, vehicle } = rules;
  const names = useMemo(() => seatNames(table), [table.seats, locale()]);
  const steps = useMemo(() => revealSteps(result), [result]);
  const shown = useSignal<number | null>(beginsItself(table) ? 0 : null);
  const celebrating = useSignal(false);
  const box = useKeptBox();
  const follows = box !== null && !lessMotion.peek(); // the game's board is still seen below
  const drawn = usePartsDrawn(PARTS.board, follows);
  const step = shown.value === null ? null : (steps[shown.value] ?? null);
  useEffect(() => {
    if (step && !lessMotion.peek()) celebrating.value = true; // paper falls with the winners, also if the rest is skipped
  }, [step]);
  return (
    <main class={`final ${box ? keptClass(box) : ""} ${step ? `showing act-${step.kind}` : ""}`} style={placeOf(box)}>
      <div class="final-stage">
        <div class="final-board" style={{ "--shape": drawing.width / drawing.height }}>
          {drawn >= PARTS.board && (
            <Board
              drawing={drawing}
              rules={board}
              vehicle={vehicle}
              seatNames={names}
              state={boardState(sights, result, board, step)}
              gradually={follows}
              whenDrawn={props.whenDrawn}
            />
          )}
        </div>
        {drawn >= PARTS.panel && step && (
          <ScoreReveal {...{ steps, shown, result, names, board, drawing, vehicle }} mine={table.mine} />
        )}
      </div>
      {drawn >= PARTS.panel && !step && <Side {...props} names={names} show={() => (shown.value = 0)} />}
      {celebrating.value && (!step || step.kind === "winners") && <Confetti winners={result.winners} />}
    </main>
  );
}

/** The game's own board is seen until the ending has drawn its. */
const PARTS = { panel: 1, board: 2 };

/** The board's place in the game, until the window changes. */
function useKeptBox(): DOMRectReadOnly | null {
  const box = useSignal(keptBoardBox());
  useEffect(() => {
    const look = () => (box.value = keptBoardBox());
    addEventListener("resize", look);
    return () => removeEventListener("resize", look);
  }, []);
  return box.value;
}

/** Pixels below the board in which the actions fit. */
const STRIP = 64;

function keptClass({ bottom }: DOMRectReadOnly): string {
  return innerHeight - bottom >= STRIP ? "kept strip" : "kept";
}

function placeOf(box: DOMRectReadOnly | null): Record<string, string> {
  if (!box) return {};
  const { left, top, width, height } = box;
  return { "--left": `${left}px`, "--top": `${top}px`, "--width": `${width}px`, "--height": `${height}px` };
}

interface SideProps extends FinalScoreProps {
  result: Result;
  names: readonly string[];
  /** Run the reveal again. */
  show: () => void;
}

/** After the reveal: winners, what to do next, result and statistics. */
function Side({ table, rules: { board, vehicle }, takeBack, result, names, show }: SideProps) {
  const tab = useSignal<Tab>("result");
  return (
    <aside class="final-side">
      <div class="final-sheet">
        <Winners {...{ result, names, vehicle }} mine={table.mine} />
        <Actions table={table} takeBack={takeBack} show={show} />
        <TabList
          name="final"
          label={t("final.over")}
          tabs={(["result", "statistics"] as const).map((id) => ({ id, words: t(`final.tab.${id}`) }))}
          chosen={tab.value}
          choose={(id) => (tab.value = id)}
        />
        <TabPanel name="final" id={tab.value}>
          {tab.value === "result" ? (
            <>
              <ScoreTable {...{ result, names, board, vehicle }} mine={table.mine} />
              <ShuffleProof table={table} />
            </>
          ) : (
            <GameStatistics table={table.id} names={names} vehicle={vehicle} />
          )}
        </TabPanel>
      </div>
    </aside>
  );
}

const JUST_NOW = 120;

/** The reveal starts by itself right after the game. */
function beginsItself({ changed_at }: TableInfo): boolean {
  return !lessMotion.peek() && Date.now() / 1000 - changed_at < JUST_NOW;
}

/** Draw what the current step is about; afterwards show the longest path. */
function boardState(sights: readonly Sight[], result: Result, board: BoardData, step: RevealStep | null): BoardState {
  const seats = sights[0]?.view?.seats ?? [];
  const state = { ...EMPTY_STATE, owners: ownersOf(seats) };
  const holder = result.scores.find(({ longest_path }) => longest_path > 0);
  if (!step || step.kind === "winners") return { ...state, trail: holder?.trail ?? null };
  if (step.kind === "ticket") {
    const way = ticketWay(board, step.ticket, new Set(seats[step.seat]?.routes));
    const ringed = new Set(placesOf(board, step.ticket.ticket));
    return step.ticket.completed ? { ...state, ringed, trail: way } : { ...state, ringed, path: way };
  }
  if (step.kind === "attractions") return { ...state, ringed: new Set(step.score.attraction_cities) };
  if (step.kind === "longest-path") return { ...state, trail: step.score.trail };
  return state;
}
