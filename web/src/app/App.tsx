import type { ComponentType } from "preact";
import { languageReady, speechless } from "../i18n";
import { ErrorBoundary } from "./ErrorBoundary";
import { lazy } from "../ui/lazy";
import { Notices } from "../ui/notices";
import { WarmUpBar } from "../ui/WarmUpBar";
import { type Route, route } from "../lib/router";

/** Each page is a chunk of its own, loaded when it is first opened. A page reads `route` for its parameters. */
const pages: Record<Route["page"], ComponentType> = {
  start: lazy(async () => (await import("../start/StartPage")).StartPage),
  join: lazy(async () => (await import("../start/JoinPage")).JoinPage),
  table: lazy(async () => (await import("../start/TablePage")).TablePage),
  replay: lazy(async () => (await import("../replay/ReplayPage")).ReplayPage),
  games: lazy(async () => (await import("../profile/GamesPage")).GamesPage),
  lobby: lazy(async () => (await import("../lobby/LobbyPage")).LobbyPage),
  admin: lazy(async () => (await import("../admin/AdminPage")).AdminPage),
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
      <WarmUpBar />
      <ErrorBoundary key={wanted}>
        <Page />
      </ErrorBoundary>
      <Notices />
    </>
  );
}

/** No catalogue could be loaded, so these words stand here. Loading is retried with backoff. */
function Speechless() {
  return (
    <main class="sorry">
      <h1>Ferrovia</h1>
      <p lang="en">The server does not answer.</p>
      <p lang="it">Il server non risponde.</p>
      <p lang="pt-PT">O servidor não responde.</p>
      <p class="sorry-actions">
        <button type="button" class="button primary" onClick={() => location.reload()}>
          Reload · Ricarica · Recarregar
        </button>
      </p>
    </main>
  );
}
