/** The rules of a map on one page, generated from the server's rule data. */

import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { errorText } from "../ui/errors";
import { Header } from "../ui/Header";
import { route } from "../lib/router";
import { locale, rulesName, t } from "../i18n";
import { api } from "../net/api";
import type { Drawing, RuleFact, RulesOffer, RulesShown } from "../wire";
import { Deck, RoutePoints, TicketList } from "./Composition";
import { DifferencesCard } from "./DifferencesCard";
import { byChapter, type Chapter, ruleFactWords, fetchSummary } from "./facts";
import { RuleScene, SceneLand } from "./RuleScene";
import { scenesOf } from "./scenes";
import { Thumbnail, usePicture } from "../table/Thumbnail";
import "../styles/board.css";
import "../styles/rules.css";

interface Read {
  shown: RulesShown;
  facts: RuleFact[];
  offered: RulesOffer[];
}

export function RulesPage() {
  const address = route.value;
  const id = address.page === "rules" ? address.rules : "";
  const read = useSignal<Read | null>(null);
  const failure = useSignal<unknown>(null);
  useEffect(() => {
    let wanted = true;
    read.value = null;
    failure.value = null;
    Promise.all([api.rules(id), fetchSummary(id), api.rulesOffered()]).then(
      ([shown, facts, offered]) => wanted && (read.value = { shown, facts, offered }),
      (error: unknown) => wanted && (failure.value = error),
    );
    return () => {
      wanted = false;
    };
  }, [id]);
  return (
    <div class="rules-page">
      <Header />
      {failure.value ? (
        <Failed failure={failure.value} />
      ) : read.value ? (
        <Page {...read.value} />
      ) : (
        <main aria-busy="true" />
      )}
    </div>
  );
}

function Page({ shown, facts, offered }: Read) {
  const name = rulesName(shown);
  useEffect(() => {
    document.title = `${t("rulespage.title", { rules: name })} · Ferrovia`;
  }, [name, locale()]);
  const drawing = usePicture(shown)?.drawing ?? null;
  return (
    <main>
      {drawing && <SceneLand drawing={drawing} />}
      <header class="rules-head">
        <div class="rules-picture">
          <Thumbnail rules={shown} />
        </div>
        <div>
          <h1>{t("rulespage.title", { rules: name })}</h1>
          <p class="rules-lead">{facts[0] && ruleFactWords("summary", facts[0], shown.vehicle)}</p>
          <p class="rules-links">
            <a class="button primary" href={`/?rules=${shown.id}`}>
              {t("rulespage.play")}
            </a>
            <a class="button" href="/learn">
              {t("rulespage.learn")}
            </a>
          </p>
        </div>
      </header>
      <div class="rules-columns">
        <div class="rules-text">
          {byChapter(facts)
            .filter(([chapter, listed]) => chapter !== "goal" && listed.length > 0)
            .map(([chapter, listed]) => (
              <ChapterSection key={chapter} chapter={chapter} facts={listed} shown={shown} drawing={drawing} />
            ))}
        </div>
        <div class="rules-aside">
          <DifferencesCard shown={shown} offered={offered} />
          <RoutePoints shown={shown} />
          <Deck shown={shown} />
          <TicketList shown={shown} />
        </div>
      </div>
    </main>
  );
}

interface ChapterProps {
  chapter: Chapter;
  facts: readonly RuleFact[];
  shown: RulesShown;
  /** Null while it is being fetched. */
  drawing: Drawing | null;
}

function ChapterSection({ chapter, facts, shown, drawing }: ChapterProps) {
  const scenes = useMemo(() => (drawing ? scenesOf(shown, drawing) : {}), [shown, drawing]);
  return (
    <section>
      <h2>{t(`rulespage.${chapter}`)}</h2>
      <ul>
        {facts.map((fact) => {
          const words = ruleFactWords("summary", fact, shown.vehicle);
          const scene = scenes[fact.code];
          return (
            words && (
              <li key={fact.code}>
                {words}
                {drawing && scene && <RuleScene shown={shown} drawing={drawing} scene={scene} />}
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
}

function Failed({ failure }: { failure: unknown }) {
  return (
    <main class="sorry">
      <h1>{t("rulespage.failed")}</h1>
      <p role="alert">{errorText(failure)}</p>
      <p class="sorry-actions">
        <a class="button primary" href="/learn">
          {t("rulespage.learn")}
        </a>
      </p>
    </main>
  );
}
