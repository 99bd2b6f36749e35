import { describe, expect, it } from "vitest";
import { type Language, LOCALES } from "./catalogues";
import { fillMessage, parseMessage } from "./messageFormat";
import vectors from "./messageVectors.json";

interface Vector {
  message: string;
  values: Record<string, string | number | undefined>;
  en?: string;
  it?: string;
  pt?: string;
}

const filled = (vectors.filled as Vector[]).flatMap(({ message, values, ...expected }) =>
  Object.entries(expected).map(([language, text]) => ({
    message,
    values,
    locale: LOCALES[language as Language],
    text,
  })),
);

describe("messages, as the Python side fills them too", () => {
  it.each(filled)("fills $message in $locale", ({ message, values, locale, text }) => {
    expect(fillMessage(parseMessage(message), values, locale).join("")).toBe(text);
  });

  it("takes anything as a value", () => {
    const picture = { picture: true };
    expect(fillMessage(parseMessage("a {card}!"), { card: picture }, "en")).toEqual(["a ", picture, "!"]);
  });

  it.each(vectors.refused)("refuses %s", (text) => {
    expect(() => parseMessage(text)).toThrow();
  });
});
