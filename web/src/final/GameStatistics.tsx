/** Statistics of a finished table, loaded on demand. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { errorText } from "../ui/errors";
import type { Vehicle } from "../board/model/types";
import { t } from "../i18n";
import { api } from "../net/api";
import { StatisticsView } from "../statistics/StatisticsView";
import type { Statistics } from "../wire";

export function GameStatistics({
  table,
  names,
  vehicle,
}: {
  table: string;
  names: readonly string[];
  vehicle: Vehicle;
}) {
  const counted = useSignal<Statistics | null>(null);
  const failure = useSignal<unknown>(null);
  useEffect(() => {
    api.replay(table).then(
      ({ statistics }) => (counted.value = statistics),
      (error: unknown) => (failure.value = error),
    );
  }, [table]);
  if (failure.value) return <p role="alert">{errorText(failure.value)}</p>;
  if (!counted.value) return <p role="status">{t("final.counting")}</p>;
  return <StatisticsView statistics={counted.value} names={names} vehicle={vehicle} />;
}
