/** The architecture: which folder may import from which, without cycles. A dynamic `import()` may lead anywhere. */

import { expect, it } from "vitest";

/** From the bottom up. A folder may import from itself, from `wire.ts`, and from the folders listed here. */
const ALLOWED: Record<string, string> = {
  lib: "",
  net: "",
  sound: "lib",
  i18n: "lib",
  ui: "lib net i18n",
  "board/model": "i18n",
  "board/pieces": "lib i18n board/model",
  "board/interaction": "lib i18n board/model",
  "board/layers": "lib i18n board/model board/pieces board/interaction",
  board: "lib i18n board/model board/pieces board/interaction board/layers",
  table: "lib net i18n board/pieces",
  narration: "i18n board/model board/pieces",
  statistics: "i18n board/model board/pieces narration",
  final: "lib sound net i18n ui board/model board/pieces board narration statistics",
  rules: "lib net i18n ui board/model board/pieces board/layers table",
  "play/state": "lib i18n ui board/model table narration",
  "play/effects": "lib sound i18n table narration play/state",
  "play/panels": "lib sound i18n ui board/pieces narration play/state",
  "play/tickets": "lib i18n board/model board/pieces play/state play/panels",
  "play/dialogs": "lib sound net i18n ui table rules play/state play/effects play/panels",
  "play/talk": "sound i18n board/pieces play/state play/dialogs",
  play: "lib i18n ui board table play/state play/effects play/panels play/tickets play/dialogs play/talk",
  typed: "lib i18n board/model narration final play/state play/panels play",
  learn: "lib net i18n ui table play/state",
  profile: "lib net i18n ui table",
  replay: "lib net i18n ui board/model board/pieces board table narration statistics final profile",
  lobby: "lib net i18n ui",
  start: "lib net i18n ui lobby board/model board/pieces board/layers table profile",
  admin: "net i18n ui",
  app: "lib i18n ui",
};

const MOST_MODULES = 25;

const sources = import.meta.glob<string>("./**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true });
const modules = Object.keys(sources).map((path) => path.slice(2));
const inspected = modules.filter((path) => path.includes("/") && !/\.test\.|\/testing\//.test(path));

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** The modules that a module imports statically, types included. */
function importsOf(path: string): string[] {
  const specifiers = [...(sources[`./${path}`] ?? "").matchAll(/\b(?:from|import)\s+"(\.[^"]+)"/g)];
  return specifiers.flatMap(([, specifier = ""]) => {
    const target = new URL(specifier, `file:///${path}`).pathname.slice(1);
    return [".ts", ".tsx", "/index.ts"].map((ending) => target + ending).filter((each) => modules.includes(each));
  });
}

const edges = inspected.flatMap((path) =>
  importsOf(path)
    .map((target) => ({ path, from: folderOf(path), to: folderOf(target) }))
    .filter(({ from, to }) => to !== "" && to !== from),
);

it("imports only along the tree", () => {
  expect(inspected.length).toBeGreaterThan(100);
  expect(new Set(inspected.map(folderOf))).toEqual(new Set(Object.keys(ALLOWED)));
  const forbidden = edges.filter(({ from, to }) => !ALLOWED[from]?.split(" ").includes(to));
  expect(forbidden.map(({ path, to }) => `${path} imports ${to}`)).toEqual([]);
});

it("lists no import that is not there, and none that leads up", () => {
  const used = new Set(edges.map(({ from, to }) => `${from} → ${to}`));
  const rooms = Object.keys(ALLOWED);
  for (const [room, names] of Object.entries(ALLOWED)) {
    const allowed = names.split(" ").filter(Boolean);
    expect(allowed.filter((other) => !used.has(`${room} → ${other}`))).toEqual([]);
    expect(allowed.filter((other) => rooms.indexOf(other) >= rooms.indexOf(room))).toEqual([]);
  }
});

it("has no cycle of modules", () => {
  const done = new Set<string>();
  const visit = (path: string, above: readonly string[]): void => {
    expect(above, "a cycle of imports").not.toContain(path);
    if (done.has(path)) return;
    importsOf(path).forEach((target) => visit(target, [...above, path]));
    done.add(path);
  };
  inspected.forEach((path) => visit(path, []));
});

it("keeps folders small", () => {
  const large = [...new Set(modules.map(folderOf))].filter(
    (folder) => modules.filter((path) => folderOf(path) === folder).length > MOST_MODULES,
  );
  expect(large).toEqual([]);
});

/** Components that are loaded when they are needed carry the name of what they load. */
const STAND_INS = "play/lazyParts.tsx";

it("has a name of its own for everything exported", () => {
  const exported = inspected
    .filter((path) => path !== STAND_INS)
    .flatMap((path) => [
      ...(sources[`./${path}`] ?? "").matchAll(/^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm),
    ])
    .map(([, name = ""]) => name);
  expect(exported.length).toBeGreaterThan(500);
  expect(exported.filter((name, index) => exported.indexOf(name) !== index)).toEqual([]);
});
