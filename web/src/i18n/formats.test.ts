import { beforeAll, describe, expect, it } from "vitest";
import { lasting, listed } from "./formats";
import english from "./en";
import italian from "./it";
import { cardsWords } from "./names";
import { use } from "./translate";

beforeAll(() => use("en", english));

describe("lists, times and cards", () => {
  it("are put together as the language does", () => {
    expect(listed(["Ana", "Bia", "Carlo"])).toBe("Ana, Bia, and Carlo");
    expect(listed(["Ana", "Bia"], "disjunction")).toBe("Ana or Bia");
    expect(
      lasting([
        [1, "hour"],
        [5, "minute"],
      ]),
    ).toBe("1 hr 5 min");
    expect(
      cardsWords(
        [
          ["red", 2],
          ["locomotive", 1],
        ],
        "train",
      ),
    ).toBe("2 red cards and a locomotive");
    expect(
      cardsWords(
        [
          ["red", 1],
          ["red", 1],
        ],
        "train",
      ),
    ).toBe("2 red cards");
    expect(cardsWords([["locomotive", 2]], "taxi")).toBe("2 taxis");
    expect(cardsWords([["mauve", 2]], "train")).toBe("2 cards (mauve)");
    use("it", italian);
    expect(listed(["Ana", "Bia", "Carlo"])).toBe("Ana, Bia e Carlo");
    expect(
      cardsWords(
        [
          ["red", 2],
          ["black", 1],
        ],
        "train",
      ),
    ).toBe("2 carte rosse e una carta nera");
    use("en", english);
  });
});
