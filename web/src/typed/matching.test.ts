import { describe, expect, test } from "vitest";
import type { BoardValues } from "../wire";
import { cardLike, citiesLike, plain, routesBetween, sortWords } from "./matching";

const city = (id: string, name: string) => ({ id, name });
const route = (id: string, from: string, to: string) => ({
  id,
  from,
  to,
  length: 2,
  colour: "red",
  tunnel: false,
  points: 2,
  twin: null,
});
const board: BoardValues = {
  cards: ["pink", "blue", "black", "locomotive"],
  cities: [
    city("denver", "Denver"),
    city("zurich", "Zürich"),
    city("new-york", "New York"),
    city("new-orleans", "New Orleans"),
  ],
  routes: [
    route("denver--zurich", "denver", "zurich"),
    route("denver--zurich:2", "zurich", "denver"),
    route("new-york--denver", "new-york", "denver"),
  ],
  tickets: [],
};

describe("cities and routes", () => {
  test("are found without accents and by beginnings", () => {
    expect(plain("Zürich – St. Gallen")).toBe("zurich st gallen");
    expect(citiesLike(board, "zur")).toEqual(["zurich"]);
    expect(citiesLike(board, "york")).toEqual(["new-york"]);
    expect(citiesLike(board, "new")).toEqual(["new-york", "new-orleans"]);
    expect(citiesLike(board, "")).toEqual([]);
  });

  test("are found between two cities, in any order and of several words", () => {
    expect(routesBetween(board, ["den", "zur"])).toEqual(["denver--zurich", "denver--zurich:2"]);
    expect(routesBetween(board, ["new", "york", "denver"])).toEqual(["new-york--denver"]);
    expect(routesBetween(board, ["denver--zurich:2"])).toEqual(["denver--zurich:2"]);
    expect(routesBetween(board, ["denver"])).toEqual([]);
  });
});

describe("cards", () => {
  const names: Record<string, string> = { pink: "rosa", blue: "blu", black: "nero", locomotive: "locomotiva" };
  const read = (word: string) => cardLike(board.cards, word, (card) => names[card] ?? card);

  test("go by letter, name, or beginning in either language", () => {
    expect(["b", "k", "ner", "rosa", "loc", "bl"].map(read)).toEqual([
      "blue",
      "black",
      "black",
      "pink",
      "locomotive",
      null,
    ]);
  });

  test("are told from cities", () => {
    const { cards, others } = sortWords(["denver", "zurich", "p3", "1", "loco"], read);
    expect([...cards]).toEqual([
      ["pink", 3],
      ["locomotive", 1],
    ]);
    expect(others).toEqual(["denver", "zurich"]);
  });
});
