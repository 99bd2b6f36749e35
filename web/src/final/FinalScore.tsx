/** The final page: result, reveal on the board, next actions. */

import { useSignal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import { lessMotion } from "../lib/settings";
import { Board } from "../board/Board";
import { type BoardState, EMPTY_STATE } from "../board/model/types";
import { locale, t } from "../i18n";
import { seatNames } from "../narration/seatNames";
import { ownersOf, placesOf } from "../board/model/places";
import { TabList, TabPanel } from "../ui/TabList";
import type { BoardValues as BoardData, Drawing, Result, RulesShown, Sight, TableInfo } from "../wire";
import { Actions, type TakeBack } from "./Actions";
import { GameStatistics } from "./GameStatistics";
import { ScoreTable } from "./ScoreTable";
import { ScoreReveal } from "./ScoreReveal";
import { type RevealStep, revealSteps } from "./revealSteps";
import { ShuffleProof } from "./ShuffleProof";
import { Winners } from "./Winners";
import "../styles/board.css";
import "../styles/replay.css";
import "../styles/final.css";

interface FinalScoreProps {
  table: TableInfo;
  sights: readonly Sight[];
  rules: RulesShown;
  drawing: Drawing;
  takeBack: TakeBack;
}

type Tab = "result" | "statistics";

export function FinalScore(props: FinalScoreProps) {
  return props.table.result ? <Scored {...props} result={props.table.result} /> : null;
}

function Scored({ table, sights, rules, drawing, takeBack, result }: FinalScoreProps & { result: Result }) {
  const { board, vehicle } = rules;
  const names = useMemo(() => seatNames(table), [table.seats, locale()]);
  const steps = useMemo(() => revealSteps(result), [result]);
  const shown = useSignal<number | null>(beginsItself(table) ? 0 : null);
  const tab = useSignal<Tab>("result");
  const stage = useRef<HTMLDivElement>(null);
  const show = () => {
    shown.value = 0;
    const behavior = lessMotion.peek() ? "auto" : "smooth";
    setTimeout(() => stage.current?.scrollIntoView({ behavior, block: "start" })); // when the reveal is laid out
  };
  return (
    <main class="final">
      <div ref={stage} class="final-stage">
        <div class="final-board" style={{ "--shape": drawing.width / drawing.height }}>
          <Board
            drawing={drawing}
            rules={board}
            vehicle={vehicle}
            seatNames={names}
            state={boardState(sights, result, board, shown.value === null ? null : (steps[shown.value] ?? null))}
          />
        </div>
        <ScoreReveal {...{ steps, shown, result, names, board, vehicle }} />
      </div>
      <aside class="final-side">
        <Winners {...{ result, names, vehicle }} mine={table.mine} />
        <Actions table={table} takeBack={takeBack} show={shown.value === null ? show : null} />
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
      </aside>
    </main>
  );
}

const JUST_NOW = 120;

/** The reveal starts by itself right after the game, if board and result are visible together. */
function beginsItself({ changed_at }: TableInfo): boolean {
  const wide = globalThis.matchMedia?.("(width >= 60rem)").matches ?? false;
  return wide && !lessMotion.peek() && Date.now() / 1000 - changed_at < JUST_NOW;
}

/** Ring what the current step is about; afterwards show the longest path. */
function boardState(sights: readonly Sight[], result: Result, board: BoardData, step: RevealStep | null): BoardState {
  const owners = ownersOf(sights[0]?.view?.seats ?? []);
  const holder = result.scores.find(({ longest_path }) => longest_path > 0);
  if (!step || step.kind === "winners") return { ...EMPTY_STATE, owners, trail: holder?.trail ?? null };
  if (step.kind === "ticket") return { ...EMPTY_STATE, owners, ringed: new Set(placesOf(board, step.ticket.ticket)) };
  if (step.kind === "attractions") return { ...EMPTY_STATE, owners, ringed: new Set(step.score.attraction_cities) };
  if (step.kind === "longest-path") return { ...EMPTY_STATE, owners, trail: step.score.trail };
  return { ...EMPTY_STATE, owners };
}
