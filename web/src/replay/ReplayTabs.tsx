/** Tabs beside the board: table, moves, statistics, result. */

import { useSignal } from "@preact/signals";
import { TabList, TabPanel } from "../ui/TabList";
import { t } from "../i18n";
import { ScoreTable } from "../final/ScoreTable";
import type { Reader } from "../narration/moveWords";
import type { TicketStatus } from "../wire";
import type { Position } from "./positions";
import { Moves } from "./Moves";
import type { Playback } from "./playback";
import { ReplaySeats } from "./ReplaySeats";
import type { LoadedReplay } from "./source";
import { StatisticsView } from "../statistics/StatisticsView";

interface TabsProps {
  shown: LoadedReplay;
  position: Position;
  playing: Playback;
  reader: Reader;
  point: (ticket: TicketStatus | null) => void;
}

type Tab = "seats" | "moves" | "statistics" | "result";

export function ReplayTabs({ shown, position, playing, reader, point }: TabsProps) {
  const tab = useSignal<Tab>("seats");
  const { game } = shown;
  const tabs: Tab[] = game.result ? ["seats", "moves", "statistics", "result"] : ["seats", "moves", "statistics"];
  return (
    <div class="replay-tabs">
      <TabList
        name="replay"
        label={t("replay.beside")}
        tabs={tabs.map((id) => ({ id, words: t(`replay.tab.${id}`) }))}
        chosen={tab.value}
        choose={(id) => (tab.value = id)}
      />
      <TabPanel name="replay" id={tab.value}>
        {tab.value === "seats" && (
          <ReplaySeats position={position} result={game.result} reader={reader} point={point} />
        )}
        {tab.value === "moves" && <Moves game={game} reader={reader} playing={playing} />}
        {tab.value === "statistics" && (
          <StatisticsView statistics={game.statistics} names={reader.names} vehicle={shown.vehicle} />
        )}
        {tab.value === "result" && game.result && (
          <ScoreTable result={game.result} names={reader.names} board={shown.board} vehicle={shown.vehicle} />
        )}
      </TabPanel>
    </div>
  );
}
