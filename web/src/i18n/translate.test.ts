import { beforeEach, describe, expect, it } from "vitest";
import { LANGUAGES, LOCALES } from "./catalogues";
import { knows, language, rich, speak, t, use } from "./translate";
import { botName, cityName, colourName, routeName, rulesName, ticketName } from "./names";

const board = {
  cards: ["red"],
  cities: [
    { id: "basel", name: "Basel" },
    { id: "germany-basel", name: "Germany" },
  ],
  routes: [
    {
      id: "basel--germany",
      from: "basel",
      to: "germany-basel",
      length: 2,
      colour: "red",
      tunnel: false,
      points: 2,
      twin: null,
    },
  ],
  tickets: [{ id: "basel--germany", from: "basel", to: { "germany-basel": 5 } }],
};

beforeEach(() => use("en", { "app.hello": "Hello {name}", "app.country.germany": "Germany" }));

describe("language", () => {
  it("fills sentences and shows a missing key as it is", () => {
    expect(t("app.hello", { name: "Ana" })).toBe("Hello Ana");
    expect(t("app.missing")).toBe("app.missing");
    expect(knows("app.hello")).toBe(true);
    expect(rich("app.hello", { name: 1n })).toEqual(["Hello ", 1n]);
  });

  it.each(LANGUAGES)("has a catalogue in %s", async (each) => {
    language.value = each;
    await speak(each);
    expect(t("app.refused", { code: "x" })).toContain("(x)");
    expect(t("app.colour.red")).not.toContain(".");
    expect(document.documentElement.lang).toBe(LOCALES[each]);
  });

  it("names the things of a board", async () => {
    language.value = "it";
    await speak("it");
    expect(cityName(board, "basel")).toBe("Basel");
    expect(cityName(board, "germany-basel")).toBe("Germania");
    expect(routeName(board, "basel--germany")).toBe("Basel – Germania");
    expect(ticketName(board, "basel--germany")).toBe("Basel – Germania");
    expect(colourName("red")).toBe("rosso");
    expect(rulesName({ id: "switzerland", name: "Switzerland" })).toBe("Svizzera");
    expect(rulesName({ id: "mine", name: "My own" })).toBe("My own");
    expect(botName("driver")).toBe("Macchinista");
    expect(botName("mine")).toBe("mine");
  });
});
