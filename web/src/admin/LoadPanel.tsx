/** How the server is: what games compete for, how many there are, and the switch that stops them all. */

import { number, t } from "../i18n";
import { notifyError } from "../ui/notices";
import type { AdminState } from "../wire";
import { orders } from "./operator";

export function LoadPanel({ state }: { state: AdminState }) {
  const { load } = state;
  const stopped = state.orders.some(({ kind }) => kind === "read-only");
  const figures: readonly (readonly [string, string])[] = [
    ["admin.figure.playing", number(state.tables["playing"] ?? 0)],
    ["admin.figure.lobby", number(state.tables["lobby"] ?? 0)],
    ["admin.figure.live", number(state.live)],
    ["admin.figure.connections", number(state.connections)],
    ["admin.figure.moves", milliseconds(load.moves)],
    ["admin.figure.processor", percent(load.processor)],
    ["admin.figure.lag", milliseconds(load.lag)],
    ["admin.figure.store", milliseconds(load.store)],
    ["admin.figure.memory", percent(load.memory)],
    ["admin.figure.descriptors", percent(load.descriptors)],
    ["admin.figure.bots", milliseconds(load.bots)],
  ];
  return (
    <section class="panel admin-load" aria-labelledby="admin-load">
      <h2 id="admin-load">
        {t("admin.load")} <small>{t("admin.version", { version: state.version })}</small>
      </h2>
      {state.processes > 1 && (
        <p>
          {t("admin.process", { process: state.process, count: state.processes })}
          {state.others.length > 0 && ` ${t("admin.others", { others: state.others.join(", ") })}`}
        </p>
      )}
      {load.overloaded.length > 0 && (
        <p class="admin-alarm">{t("admin.overloaded", { reasons: load.overloaded.join(", ") })}</p>
      )}
      <dl>
        {figures.map(([key, value]) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p class="admin-switch">
        <span>{t(stopped ? "admin.read-only.on" : "admin.read-only.off")}</span>
        <button
          type="button"
          class={`button ${stopped ? "primary" : ""}`}
          onClick={() => {
            orders.readOnly(!stopped).catch(notifyError);
          }}
        >
          {t(stopped ? "admin.go-on" : "admin.stop")}
        </button>
      </p>
    </section>
  );
}

const milliseconds = (seconds: number) => `${number(Math.round(seconds * 1000))} ms`;
const percent = (share: number) => `${number(Math.round(share * 100))}%`;
