import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { languageReady } from "../language/language";
import { type Route, route } from "./router";

type Page = ComponentType;

/** Each room is loaded when somebody enters it. A page reads `route` for what stands in the address. */
const pages: Record<Route["page"], () => Promise<Page>> = {
  start: async () => (await import("../start/StartPage")).StartPage,
  join: async () => (await import("../start/StartPage")).StartPage,
  table: async () => (await import("../start/TablePage")).TablePage,
  replay: room("../replay/ReplayPage.tsx", "ReplayPage"),
  learn: room("../learn/LearnPage.tsx", "LearnPage"),
  rules: room("../learn/RulesPage.tsx", "RulesPage"),
  lost: async () => (await import("../start/StartPage")).StartPage,
};

const rooms = import.meta.glob<Record<string, Page>>("../{replay,learn}/*Page.tsx");

/** A room that is still being built. */
function room(file: string, name: string): () => Promise<Page> {
  return async () => (await rooms[file]?.())?.[name] ?? pages.start();
}

export function App() {
  const page = useSignal<Page | null>(null);
  const wanted = route.value.page;
  useEffect(() => {
    let current = true;
    void pages[wanted]().then((found) => {
      if (current) page.value = found;
    });
    return () => {
      current = false;
    };
  }, [wanted]);
  const Shown = page.value;
  return Shown && languageReady.value ? <Shown /> : null;
}
