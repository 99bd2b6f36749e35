import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CUES } from "./cues";

let sung = 0;
vi.mock("./synthesis", () => ({ openOutput: () => ({}), sing: () => (sung += 1) }));

const all = Object.keys(CUES).length;
let [idle, rendered, touched]: [(() => void)[], number, boolean] = [[], 0, false];
let stop = () => undefined as void;

beforeEach(() => {
  vi.resetModules(); // cues stay rendered
  [idle, rendered, touched, sung] = [[], 0, false, 0];
  vi.stubGlobal("requestIdleCallback", (act: () => void) => idle.push(act));
  vi.stubGlobal("cancelIdleCallback", () => undefined);
  vi.stubGlobal(
    "AudioContext",
    vi.fn(
      class {
        sampleRate = 48_000;
      },
    ),
  );
  const Offline = class {
    startRendering = () => {
      rendered += 1;
      return Promise.resolve({});
    };
  };
  vi.stubGlobal("OfflineAudioContext", Offline);
  const userActivation = { get: () => ({ hasBeenActive: touched }), configurable: true };
  Object.defineProperty(navigator, "userActivation", userActivation);
});
afterEach(() => {
  stop();
  Reflect.deleteProperty(navigator, "userActivation");
  vi.unstubAllGlobals();
});

async function prepare(on: boolean) {
  const [{ sound }, { prepareSounds }] = await Promise.all([import("../lib/settings"), import("./sounds")]);
  sound.value = on;
  stop = prepareSounds();
  return sound;
}

function touch(kind: "pointerup" | "keyup"): void {
  touched = true;
  document.dispatchEvent(new Event(kind));
}

function rest(): void {
  for (let act = idle.shift(); act; act = idle.shift()) act();
}

it("prepares every cue once sound is turned on, though it was off at the first touch", async () => {
  const sound = await prepare(false);
  touch("pointerup");
  rest();
  expect(rendered).toBe(0);
  sound.value = true;
  rest();
  expect(rendered).toBe(all);
});

it("waits for a touch, and takes one pause at a time, whatever is touched next", async () => {
  await prepare(true);
  expect(idle).toHaveLength(0);
  touch("pointerup");
  touch("keyup");
  expect(idle).toHaveLength(1);
  idle.shift()?.();
  expect([idle.length, rendered]).toEqual([1, 1]);
});

it("takes several pauses for the many voices of applause", async () => {
  await prepare(true);
  touch("keyup");
  const counts: number[] = [];
  for (let act = idle.shift(); act; act = idle.shift()) {
    const before = sung;
    act();
    counts.push(sung - before);
  }
  expect(Math.max(...counts)).toBeLessThanOrEqual(20);
  expect([sung, rendered]).toEqual([Object.values(CUES).flat().length, all]);
});

it("goes on where it was when sound is turned off for a while", async () => {
  const sound = await prepare(true);
  touch("keyup");
  idle.shift()?.();
  sound.value = false;
  rest();
  expect(rendered).toBe(1);
  sound.value = true;
  rest();
  expect(rendered).toBe(all);
});
