/** The start page: start a game, resume one, join a table. */

import { useEffect } from "preact/hooks";
import { Header } from "../ui/Header";
import { go } from "../lib/router";
import { t } from "../i18n";
import { FirstVisit } from "./FirstVisit";
import { WaysIn } from "./WaysIn";
import { MapChooser } from "./MapChooser";
import { fetchOffers } from "./offers";
import { OwnTables } from "../profile/OwnTables";
import { change, setupFrom } from "./setup";
import { SetupPanel } from "./SetupPanel";
import "../styles/start.css";

export function StartPage() {
  useEffect(() => {
    const chosen = setupFrom(location.search);
    if (Object.keys(chosen).length > 0) {
      change(chosen);
      go("/", true);
    }
    fetchOffers();
  }, []);
  useEffect(() => {
    document.title = "Ferrovia";
  }, []);
  return (
    <div class="start start-page">
      <Header />
      <main>
        <div class="start-welcome">
          <div>
            <h1>{t("start.title")}</h1>
            <p>{t("start.words")}</p>
          </div>
          <FirstVisit />
        </div>
        <OwnTables />
        <section class="start-new panel" aria-label={t("start.new")}>
          <MapChooser />
          <SetupPanel />
        </section>
        <WaysIn />
      </main>
      <footer class="start-foot">
        <p>{t("start.foot")}</p>
      </footer>
    </div>
  );
}
