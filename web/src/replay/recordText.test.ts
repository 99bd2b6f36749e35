import { expect, it } from "vitest";
import { textOf, tidied } from "./recordText";

const RECORD = "ferrovia record 1\nplayers 2\n1 0 draw | drew:red\nstop 1\n";

it.each([
  ["lines of another system", RECORD.replaceAll("\n", "\r\n")],
  ["lines of an old system", RECORD.replaceAll("\n", "\r")],
  ["blank lines around it", `\n  \r\n\t\n${RECORD}   \n\n`],
  ["a mark at its beginning", `\uFEFF${RECORD}`],
  ["no newline at its end", RECORD.trimEnd()],
  ["nothing unusual", RECORD],
])("takes a record with %s", (_, text) => {
  expect(tidied(text)).toBe(RECORD);
});

it("leaves everything else as it is: the server says what is wrong", () => {
  expect(tidied("a  b \n\n c")).toBe("a  b \n\n c\n");
});

it.each(["", " \r\n\n"])("says that there is nothing in %j", (text) => {
  expect(() => tidied(text)).toThrow("empty");
});

it("reads a file, and reports a missing or unreadable one", async () => {
  await expect(textOf({ text: () => Promise.resolve("a") })).resolves.toBe("a");
  await expect(textOf(undefined)).rejects.toThrow("no-file");
  await expect(textOf({ text: () => Promise.reject(new DOMException("a folder", "NotFoundError")) })).rejects.toThrow(
    "unreadable",
  );
});
