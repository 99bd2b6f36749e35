import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { languageReady } from "../language/language";
import { Boundary } from "./Boundary";
import { explainMissing } from "./missing";
import { Notices } from "./notices";
import { type Route, route } from "./router";

type Page = ComponentType;

/** Each room is loaded when somebody enters it. A page reads `route` for what stands in the address. */
const pages: Record<Route["page"], () => Promise<Page>> = {
  start: async () => (await import("../start/StartPage")).StartPage,
  join: async () => (await import("../start/JoinPage")).JoinPage,
  table: async () => (await import("../start/TablePage")).TablePage,
  replay: async () => (await import("../replay/ReplayPage")).ReplayPage,
  learn: async () => (await import("../learn/LearnPage")).LearnPage,
  rules: async () => (await import("../rules/RulesPage")).RulesPage,
  lost: async () => (await import("../start/LostPage")).LostPage,
};

export function App() {
  const page = useSignal<{ name: string; Page: Page } | null>(null);
  const wanted = route.value.page;
  useEffect(() => {
    let current = true;
    pages[wanted]().then(
      (Page) => {
        if (current) page.value = { name: wanted, Page };
      },
      () => void explainMissing(), // the room's file is gone: the server was upgraded, or cannot be reached
    );
    return () => {
      current = false;
    };
  }, [wanted]);
  if (!languageReady.value) return null;
  const shown = page.value?.name === wanted ? page.value : null; // a page must not see the address of another
  return (
    <>
      {shown && (
        <Boundary key={shown.name}>
          <shown.Page />
        </Boundary>
      )}
      <Notices />
    </>
  );
}
