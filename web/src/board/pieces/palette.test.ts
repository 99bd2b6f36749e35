import { describe, expect, it } from "vitest";
import sheet from "../../styles/tokens.css?raw";
import { markPath, symbolPath } from "../model/shapes";
import { contrast, deltaE, difference, fromHex, seenBy, SIGHTS } from "../testing/colourVision";

const COLOURS = ["pink", "red", "orange", "yellow", "green", "blue", "white", "black"] as const;
/** The ground at its strongest tint. */
const WASHES = ["wash-wood", "wash-desert", "wash-mountain"];
const THEMES = ["light", "dark"] as const;
type Theme = (typeof THEMES)[number];

/** The colour of a token in a theme. */
function token(name: string, theme: Theme = "light"): string {
  const value = new RegExp(`--${name}: ([^;]+);`).exec(sheet)?.[1] ?? "";
  const both = /^light-dark\((#\w{6}), (#\w{6})\)$/.exec(value);
  const found = both ? both[theme === "light" ? 1 : 2] : value;
  if (!found || !/^#\w{6}$/.test(found)) throw new Error(`--${name} is no colour: ${value}`);
  return found;
}

function closest(names: readonly string[], sight: string): [number, string] {
  let least: [number, string] = [Number.POSITIVE_INFINITY, ""];
  names.forEach((one, index) => {
    for (const other of names.slice(index + 1)) {
      const matrix = SIGHTS[sight] ?? [];
      const apart = difference(seenBy(matrix, fromHex(token(one))), seenBy(matrix, fromHex(token(other))));
      if (apart < least[0]) least = [apart, `${one} and ${other}`];
    }
  });
  return least;
}

const cards = [...COLOURS, "gray"].map((colour) => `card-${colour}`);
const others = [0, 1, 2, 3, 4, 5, 6, 7].map((number) => `card-other-${number}`);
const seats = [0, 1, 2, 3, 4].map((seat) => `seat-${seat}`);

describe.each(Object.keys(SIGHTS))("to %s sight", (sight) => {
  it("card colours differ, symbols aside", () => {
    const [apart, which] = closest(cards, sight);
    expect(apart, which).toBeGreaterThan(sight === "usual" ? 14 : 7);
  });

  it("seat colours differ clearly, patterns and marks aside", () => {
    const [apart, which] = closest(seats, sight);
    expect(apart, which).toBeGreaterThan(18);
  });
});

describe.each(Object.keys(SIGHTS))("to %s sight", (sight) => {
  it.each(seats)("the colour of %s cannot be taken for a colour of routes (CIEDE2000)", (seat) => {
    const matrix = SIGHTS[sight] ?? [];
    for (const card of cards) {
      const apart = deltaE(seenBy(matrix, fromHex(token(seat))), seenBy(matrix, fromHex(token(card))));
      expect(apart, `${seat} and ${card}`).toBeGreaterThan(sight === "usual" ? 15 : 9);
    }
  });
});

it("CIEDE2000 gives the published distances", () => {
  const [black, white] = [fromHex("#000000"), fromHex("#ffffff")];
  expect(deltaE(black, white)).toBeCloseTo(100, 3);
  expect(deltaE(white, white)).toBe(0);
  expect(deltaE(fromHex("#ff0000"), fromHex("#00ff00"))).toBeCloseTo(86.6, 0);
});

it("every colour has a symbol, every seat a mark, and no two are the same", () => {
  const names = [...COLOURS, "gray", "locomotive"];
  const shapes = [...names.map((colour) => symbolPath(colour)), ...[0, 1, 2, 3, 4].map(markPath)];
  expect(shapes.every((path) => path.length > 10)).toBe(true);
  expect(new Set(shapes).size).toBe(names.length + 5);
});

it("symbols stand out from their colour, and marks from theirs", () => {
  for (const name of [...cards, "card-locomotive", ...seats]) {
    expect(contrast(fromHex(token(name)), fromHex(token(`${name}-ink`))), name).toBeGreaterThan(3.9);
  }
});

it("colours of other people's maps have tokens as well, each another", () => {
  const others = ["mauve", "brown", "teal", "lime", "slate", "rose", "olive", "petrol"];
  expect(new Set(others.map((colour) => symbolPath(colour))).size).toBe(8);
  for (let number = 0; number < 8; number += 1) {
    expect(
      contrast(fromHex(token(`card-other-${number}`)), fromHex(token(`card-other-${number}-ink`))),
    ).toBeGreaterThan(3.9);
  }
});

describe.each(THEMES)("in the %s theme", (theme) => {
  const readable = (text: string, ground: string, least = 4.5) =>
    expect(
      contrast(fromHex(token(text, theme)), fromHex(token(ground, theme))),
      `${text} on ${ground}`,
    ).toBeGreaterThanOrEqual(least);

  it("text is readable on every surface (WCAG AA)", () => {
    const texts = ["text", "text-soft", "text-faint", "link", "accent", "good", "warn", "bad", "info", "selected"];
    for (const text of texts)
      for (const ground of ["page", "surface", "surface-raised", "surface-hover"]) readable(text, ground);
    for (const seat of seats)
      for (const ground of ["page", "surface", "surface-raised"]) readable(`${seat}-text`, ground);
  });

  it("text is readable on what it stands on", () => {
    for (const kind of ["good", "warn", "bad", "info", "accent", "selected"]) readable(kind, `${kind}-soft`);
    for (const kind of ["good", "warn", "bad", "info", "accent", "selected"]) readable("text", `${kind}-soft`);
    readable("accent-text", "accent");
    readable("accent-text", "accent-hover");
    readable("text-inverse", "text");
  });

  it("the names of cities are readable on land and sea", () => {
    const grounds = [
      "board-halo",
      "land",
      "foreign",
      "sea",
      "lake",
      "park",
      "abroad-0",
      "abroad-1",
      "abroad-2",
      "abroad-3",
      ...WASHES,
    ];
    for (const ground of grounds) readable("board-text", ground);
    readable("ring", "ring-halo");
  });

  const stands = (colour: string, edge: string, ground: string) => {
    const contrasts = [colour, edge].map((each) =>
      contrast(fromHex(token(each, theme)), fromHex(token(ground, theme))),
    );
    expect(Math.max(...contrasts), `${colour} on ${ground}`).toBeGreaterThanOrEqual(3);
  };

  it.each([...cards, ...others])(
    "spaces of %s stand out from everything below them, by their colour or their edge (3:1)",
    (card) => {
      const grounds = [
        "land",
        "foreign",
        "sea",
        "lake",
        "park",
        "mountain",
        "abroad-0",
        "abroad-1",
        "abroad-2",
        "abroad-3",
        ...WASHES,
      ];
      for (const ground of grounds) stands(card, "space-edge", ground);
      stands(card, "space-edge-tunnel", "tunnel");
    },
  );

  it("black spaces lie on a light bed", () => {
    readable("card-black", "ballast-black", 3);
  });

  it("focus, rings and signs stand out from the land (3:1)", () => {
    for (const ground of ["land", "foreign", "sea", ...WASHES]) {
      stands("trail-glow", "trail-edge", ground);
      readable("focus", ground, 3);
      readable("ring", ground, 3);
      readable("latest", ground, 3);
    }
    readable("line-strong", "surface", 3);
  });
});
