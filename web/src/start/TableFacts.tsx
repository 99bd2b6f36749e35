/** Facts of a table before joining: players, free seats, clock. */

import { SeatMark } from "../board/pieces/symbols";
import { clockWords, rulesName, seatName, t } from "../i18n";
import type { OptionsInfo, SeatInfo, TableInfo } from "../wire";

export function TableFacts({ table }: { table: TableInfo }) {
  const free = table.seats.filter(({ kind }) => kind === "open").length;
  return (
    <div class="table-facts">
      <p>
        <strong>{rulesName(table.rules)}</strong> · <a href={`/rules/${table.rules.id}`}>{t("start.rules")}</a>
        {free > 0 && ` · ${t("start.free-of", { free, count: table.players })}`}
      </p>
      <ul class="table-seats">
        {table.seats.map((seat, number) => (
          <li key={number}>
            <SeatMark seat={number} />
            {seat.kind === "open" ? <em>{t("start.seat.open")}</em> : <span dir="auto">{seatName(seat, number)}</span>}
            {kindWords(seat, number === table.hosted_by)}
          </li>
        ))}
      </ul>
      <Terms options={table.options} />
    </div>
  );
}

function kindWords({ kind }: SeatInfo, host: boolean) {
  if (kind === "open" || (kind === "person" && !host)) return null;
  return <small>{t(host ? "start.seat.host" : `start.seat.${kind}`)}</small>;
}

/** The table's options. */
export function Terms({ options }: { options: OptionsInfo }) {
  return (
    <ul class="table-terms">
      <li>{clockWords(options.clock)}</li>
      <li>{t(options.spectators ? "start.spectators" : "start.no-spectators")}</li>
      {options.autopilot && <li>{t("start.autopilot")}</li>}
      {!options.known_cards && <li>{t("start.no-known-cards")}</li>}
    </ul>
  );
}
