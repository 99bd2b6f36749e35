/** "Your games": rating, journey, achievements and history of this browser's player, and taking them elsewhere. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { locale, t } from "../i18n";
import { api } from "../net/api";
import { rulesInOrder } from "../net/rulesOrder";
import { Header } from "../ui/Header";
import { OwnNameField } from "../ui/NameField";
import { notifyError } from "../ui/notices";
import type { BotOffer, RulesOffer } from "../wire";
import { AccountPanel } from "./AccountPanel";
import { Achievements } from "./Achievements";
import { GameList } from "./GameList";
import { history, noteTables, playerChanges } from "./history";
import { Journey } from "./Journey";
import { OwnTables } from "./OwnTables";
import { RatingPanel } from "./RatingPanel";
import { ProfileArriving, ProfileLeaving } from "./Handover";
import "../styles/games.css";

export function GamesPage() {
  const bots = useSignal<readonly BotOffer[]>([]);
  const rules = useSignal<readonly RulesOffer[]>([]);
  useEffect(() => {
    const since = playerChanges.peek();
    Promise.all([api.bots(), api.rulesOffered(), api.tables()]).then(([offered, maps, tables]) => {
      bots.value = offered;
      rules.value = rulesInOrder(maps);
      noteTables(tables, since);
    }, notifyError);
  }, []);
  useEffect(() => {
    document.title = `${t("games.title")} · Ferrovia`;
  }, [locale()]);
  const levels = bots.value.filter(({ level }) => level);
  return (
    <div class="games">
      <Header />
      <main>
        <div class="games-head">
          <h1>{t("games.title")}</h1>
          <Name />
        </div>
        <ProfileArriving />
        <OwnTables running />
        <RatingPanel bots={levels} />
        <Achievements rules={rules.value} levels={levels.map(({ name }) => name)} />
        {rules.value.length > 0 && <Journey rules={rules.value} levels={levels.map(({ name }) => name)} />}
        <GameList games={history.value} />
        <AccountPanel />
        <ProfileLeaving />
      </main>
    </div>
  );
}

function Name() {
  return (
    <label class="games-name">
      <span>{t("start.your-name")}</span>
      <OwnNameField placeholder={t("start.you")} />
    </label>
  );
}
