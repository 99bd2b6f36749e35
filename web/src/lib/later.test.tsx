import { signal } from "@preact/signals";
import { render } from "preact";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { later } from "./later";

const root = document.createElement("div");
const count = signal(0);
const name = signal("Ana");
let frames: (() => void)[] = [];

const Panel = later(function Panel({ whose }: { whose: string }) {
  return <i>{`${whose} ${count.value}`}</i>;
});

function Screen() {
  return (
    <>
      <b>{count.value}</b>
      <Panel whose={name.value} />
    </>
  );
}

const shown = () => root.textContent;
/** Until what has been changed so far is drawn. */
const drawn = () => new Promise((resolve) => queueMicrotask(() => queueMicrotask(() => resolve(null))));

beforeEach(() => {
  frames = [];
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (act: () => void) => frames.push(act));
  vi.stubGlobal("cancelAnimationFrame", () => undefined);
  [count.value, name.value] = [0, "Ana"];
  render(<Screen />, root);
});

afterEach(async () => {
  render(null, root);
  await frame();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The browser shows a frame, and goes on with what waits for it. */
async function frame(): Promise<void> {
  for (const act of frames.splice(0)) act();
  await vi.advanceTimersByTimeAsync(1);
  await drawn();
}

it("draws a panel one frame after the rest", async () => {
  count.value = 1;
  await drawn();
  expect(shown()).toBe("1Ana 0");
  count.value = 2;
  await drawn();
  expect(shown()).toBe("2Ana 0");
  await frame();
  expect(shown()).toBe("2Ana 2");
});

it("draws at once what its parent says", async () => {
  count.value = 1;
  name.value = "Bia";
  await drawn();
  expect(shown()).toBe("1Bia 1");
});

it("draws without frames, too, as on a hidden page", async () => {
  count.value = 1;
  await drawn();
  await vi.advanceTimersByTimeAsync(60);
  await drawn();
  expect(shown()).toBe("1Ana 1");
});

it("draws nothing of a panel that has gone", async () => {
  count.value = 1;
  await drawn();
  render(null, root);
  await frame();
  expect(shown()).toBe("");
});
