import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { use } from "../i18n";
import { outdated } from "../net/freshness";
import { lazy } from "./lazy";
import { Notices } from "./notices";

function Part({ name }: { name: string }) {
  return <b>Here is {name}</b>;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no network")));
  use("en", {
    "app.loading": "Loading",
    "app.no-network": "No answer",
    "app.reload": "Reload",
    "app.outdated": "New version",
  });
});

afterEach(() => {
  act(() => render(null, document.body));
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time).then(() => undefined));

it("says what is the matter, and tries again until the part is there", async () => {
  let network = false;
  const load = vi.fn(() => (network ? Promise.resolve(Part) : Promise.reject(new Error("failed to fetch"))));
  const Lazy = lazy(load);
  act(() => render(<Lazy name="it" />, document.body));
  expect(document.body.textContent).toBe("Loading");
  await pass(0);
  expect(document.querySelector("h1")?.textContent).toBe("No answer");
  expect(document.querySelector("button")?.textContent).toBe("Reload");
  await pass(10_000);
  expect(load.mock.calls.length).toBeGreaterThan(2);
  expect(load.mock.calls.length).toBeLessThan(6); // with growing backoff
  expect(outdated.value).toBe(false);
  network = true;
  await pass(30_000);
  expect(document.body.textContent).toBe("Here is it");
});

it("takes no place where it is quiet", async () => {
  const Lazy = lazy(() => Promise.reject(new Error("failed to fetch")), true);
  act(() => render(<Lazy />, document.body));
  await pass(0);
  expect(document.body.textContent).toBe("");
});

it("says once that there is a new version", async () => {
  let network = false;
  const Lazy = lazy(() => (network ? Promise.resolve(Part) : Promise.reject(new Error("failed to fetch"))));
  const Page = () => (
    <>
      <Lazy name="it" />
      <Notices />
    </>
  );
  outdated.value = true;
  act(() => render(<Page />, document.body));
  await pass(0);
  expect(document.body.textContent?.match(/New version/g)).toHaveLength(1);
  network = true;
  await pass(30_000);
  expect(document.body.textContent).toBe("Here is itNew versionReload"); // the notice, now that nothing else says it
  outdated.value = false;
});
