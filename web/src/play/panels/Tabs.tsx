/** Narrow screens: tabs for the sheet below the board. */

import { t } from "../../i18n";
import { Icon, type IconName } from "./Icons";
import type { Play } from "../state/play";
import type { Tab } from "../state/playState";

const TABS: readonly (readonly [Tab, IconName])[] = [
  ["hand", "cards"],
  ["tickets", "ticket"],
  ["players", "people"],
  ["log", "log"],
];

/** The lesson targets behind each tab. */
const BEHIND: Readonly<Record<Tab, string>> = {
  hand: "market deck hand ticket-deck",
  tickets: "tickets",
  players: "seats",
  log: "",
};

export function Tabs({ play }: { play: Play }) {
  const shown = play.state.watching.value ? TABS.filter(([tab]) => tab !== "tickets") : TABS;
  return (
    <nav class="tabs" aria-label={t("play.sheets")}>
      {shown.map(([tab, icon]) => (
        <button
          key={tab}
          type="button"
          aria-pressed={play.state.tab.value === tab}
          data-coach-tab={BEHIND[tab]}
          data-tab-of={tab}
          onClick={() => {
            play.state.tab.value = tab;
          }}
        >
          <Icon name={icon} />
          <span>{t(`play.tab.${tab}`)}</span>
        </button>
      ))}
    </nav>
  );
}
