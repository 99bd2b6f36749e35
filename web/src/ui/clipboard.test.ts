import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { use } from "../i18n";
import { copy } from "./clipboard";

beforeEach(() => use("en", {}));
afterEach(() => vi.unstubAllGlobals());

it("copies where there is a clipboard", async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  expect(await copy("http://here")).toBe(true);
  expect(writeText).toHaveBeenCalledWith("http://here");
});

it("copies on pages without TLS, too, or says that it cannot", async () => {
  vi.stubGlobal("navigator", {});
  const selected: string[] = [];
  const command = vi.fn(() => {
    selected.push(document.querySelector("textarea")?.value ?? "");
    return true;
  });
  Object.assign(document, { execCommand: command });
  expect(await copy("http://here")).toBe(true);
  expect(selected).toEqual(["http://here"]);
  command.mockReturnValue(false);
  expect(await copy("http://here")).toBe(false);
  expect(document.querySelector("textarea")).toBeNull();
});
