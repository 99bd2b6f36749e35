import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, expect, it, vi } from "vitest";
import { go } from "../lib/router";
import english from "../i18n/en";
import { use } from "../i18n";
import { JoinPage } from "./JoinPage";

afterEach(() => {
  act(() => render(null, document.body));
  vi.unstubAllGlobals();
});

it("asks for the code where the address has none, and the server for nothing", () => {
  const fetch = vi.fn(() => Promise.reject(new Error("unexpected request")));
  vi.stubGlobal("fetch", fetch);
  use("en", english);
  go("/join/");
  act(() => render(<JoinPage />, document.body));
  expect(document.querySelector("h1")?.textContent).toBe("Join a table");
  expect(document.querySelector(".code-field")).not.toBeNull();
  expect(fetch).not.toHaveBeenCalled();
});
