/** A page for those who draw: every map in several states (gallery.html?map=new-york&scene=turn&theme=dark). */

import { signal } from "@preact/signals";
import { render } from "preact";
import { followSettings, theme } from "../app/settings";
import { Board } from "../board/Board";
import type { BoardRules, BoardState, Drawing } from "../board/types";
import { followLanguage } from "../language/language";
import { CardTable } from "./CardTable";
import { SCENES, sceneOf } from "./scenes";
import "../styles/tokens.css";
import "../styles/measures.css";
import "../styles/base.css";
import "../styles/board.css";
import "./gallery.css";

const asked = new URLSearchParams(location.search);
const map = asked.get("map") ?? "north-america";
const scene = SCENES.find((each) => each === asked.get("scene")) ?? "middle";
const wished = asked.get("theme");

followSettings(document.documentElement);
followLanguage();
if (wished === "light" || wished === "dark") theme.value = wished;

async function fetched<Value>(path: string): Promise<Value> {
  return (await (await fetch(path)).json()) as Value;
}

const rules = (await fetched<{ board: BoardRules }>(`/api/rules/${map}`)).board;
const drawing = await fetched<Drawing>(`/api/rules/${map}/drawing`);
const state = signal<BoardState>(sceneOf(rules, scene));
const chosen = signal("");

function Gallery() {
  const vehicle = asked.get("vehicle") === "taxi" ? "taxi" : "train";
  if (asked.has("cards")) return <CardTable rules={rules} drawing={drawing} />;
  return (
    <main class="gallery">
      <Board {...{ drawing, rules, vehicle }} state={state.value} onRoute={choose} onCity={choose} />
      <output class="gallery-chosen">{chosen}</output>
    </main>
  );
}

function choose(id: string): void {
  chosen.value = id;
}

/** For measurements: claim a route as an update from a server would. */
Object.assign(window, {
  gallery: {
    claim(route: string, seat: number) {
      state.value = { ...state.value, owners: { ...state.value.owners, [route]: seat } };
    },
    set(change: Partial<BoardState>) {
      state.value = { ...state.value, ...change };
    },
    routes: rules.routes.map(({ id }) => id),
  },
});

const root = document.getElementById("gallery");
if (root) render(<Gallery />, root);
