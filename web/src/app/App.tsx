import type { ComponentType } from "preact";
import { languageReady, speechless } from "../i18n";
import { ErrorBoundary } from "./ErrorBoundary";
import { lazy } from "../ui/lazy";
import { Notices } from "../ui/notices";
import { type Route, route } from "../lib/router";

/** Each room is loaded when somebody enters it. A page reads `route` for what stands in the address. */
const pages: Record<Route["page"], ComponentType> = {
  start: lazy(async () => (await import("../start/StartPage")).StartPage),
  join: lazy(async () => (await import("../start/JoinPage")).JoinPage),
  table: lazy(async () => (await import("../start/TablePage")).TablePage),
  replay: lazy(async () => (await import("../replay/ReplayPage")).ReplayPage),
  learn: lazy(async () => (await import("../learn/LearnPage")).LearnPage),
  rules: lazy(async () => (await import("../rules/RulesPage")).RulesPage),
  lost: lazy(async () => (await import("../start/LostPage")).LostPage),
};

export function App() {
  const wanted = route.value.page;
  const Page = pages[wanted];
  if (!languageReady.value) return speechless.value ? <Speechless /> : null;
  return (
    <>
      <ErrorBoundary key={wanted}>
        <Page />
      </ErrorBoundary>
      <Notices />
    </>
  );
}

/** No catalogue could be fetched: the only words that stand in no catalogue. It is tried again all the time. */
function Speechless() {
  return (
    <main class="sorry">
      <h1>Ferrovia</h1>
      <p lang="en">The server does not answer.</p>
      <p lang="it">Il server non risponde.</p>
      <p lang="pt">O servidor não responde.</p>
      <p class="sorry-actions">
        <button type="button" class="button primary" onClick={() => location.reload()}>
          Reload · Ricarica · Recarregar
        </button>
      </p>
    </main>
  );
}
