/** A table, from its address: the way in, the lobby, then the game. */

import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { route } from "../app/router";
import { TableStore } from "../table/store";

type Screen = ComponentType<{ store: TableStore }>;
const screens = import.meta.glob<{ GameScreen: Screen }>("../play/GameScreen.tsx");
const screen = signal<Screen | null>(null);

export function TablePage() {
  const shown = route.value;
  const id = shown.page === "table" ? shown.table : "";
  const store = useMemo(() => new TableStore(id), [id]);
  useEffect(() => () => store.close(), [store]);
  useEffect(() => {
    void screens["../play/GameScreen.tsx"]?.().then((found) => {
      screen.value = found.GameScreen;
    });
  }, []);
  const Game = screen.value;
  return Game ? <Game store={store} /> : <pre>{JSON.stringify(store.table.value, null, 2)}</pre>;
}
