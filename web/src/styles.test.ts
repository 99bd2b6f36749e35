/** The style sheets: colours only in tokens.css, the breakpoints of measures.css in one syntax, folders of a size. */

import { describe, expect, it } from "vitest";

const BREAKPOINTS = ["24rem", "34rem", "60rem", "75rem"];
const LONGEST_LINE = 120;
const MOST_SHEETS = 25;

const sheets = Object.entries(
  import.meta.glob<string>("./styles/**/*.css", { query: "?raw", import: "default", eager: true }),
);

it("has every colour in tokens.css", () => {
  expect(sheets.length).toBeGreaterThan(20);
  const colours = sheets
    .filter(([path]) => !path.endsWith("/tokens.css"))
    .flatMap(([path, text]) =>
      [...text.matchAll(/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch|oklab)a?\(/gi)].map(([found]) => [path, found]),
    );
  expect(colours).toEqual([]);
});

describe("the tokens", () => {
  const all = sheets.map(([, text]) => text).join("\n");
  const defined = new Set([...all.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name ?? ""));
  const used = new Set([...all.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name ?? ""));
  const code = import.meta.glob<string>("./**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true });
  const named = (name: string) => Object.values(code).some((text) => text.includes(name));

  it("that are used are there", () => {
    expect([...used].filter((name) => !defined.has(name) && !named(`"${name}"`))).toEqual([]);
  });

  it("that are there are used", () => {
    expect(defined.size).toBeGreaterThan(50);
    expect([...defined].filter((name) => !used.has(name) && !named(name))).toEqual([]);
  });
});

it("are no more in a folder than one sees at a glance", () => {
  const folders = sheets.map(([path]) => path.slice(0, path.lastIndexOf("/")));
  const crowded = folders.filter((folder) => folders.filter((other) => other === folder).length > MOST_SHEETS);
  expect(crowded).toEqual([]);
});

it("has few breakpoints, in range syntax", () => {
  const conditions = sheets.flatMap(([, text]) =>
    [...text.matchAll(/@(?:media|container) ([^{]+)/g)].map(([, each]) => each),
  );
  expect(conditions.filter((each) => each && /(?:min|max)-/.test(each))).toEqual([]);
  const widths = conditions.flatMap((each) =>
    [...(each ?? "").matchAll(/width \S+ ([\w.]+)/g)].map(([, width]) => width),
  );
  expect(new Set(widths)).toEqual(new Set(BREAKPOINTS));
});

it("has no long lines", () => {
  const long = sheets.flatMap(([, text]) => text.split("\n").filter((line) => line.length > LONGEST_LINE));
  expect(long).toEqual([]);
});
