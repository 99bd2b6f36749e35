import words from "@locales/en/board.json";
import { render } from "preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { use } from "../i18n";
import { LaidOut } from "../lib/testing/laidOut";
import { motion } from "../lib/settings";
import { Board, type BoardProps } from "./Board";
import { toBoard } from "./interaction/camera";
import { island } from "./testing/island";
import { type BoardState, type DrawnCity, EMPTY_STATE } from "./model/types";

const { drawing, board: rules } = island;
const double = rules.routes.find(({ twin }) => twin);
const tunnel = rules.routes.find((route) => route.tunnel);
const root = document.createElement("div");

function draw(props: Partial<BoardProps>): void {
  act(() => render(<Board drawing={drawing} rules={rules} {...props} />, root));
}

function route(id: string | undefined): Element {
  const found = root.querySelector(`[data-route="${id}"]`);
  if (!found) throw new Error(`${id} is not on the board`);
  return found;
}

function state(change: Partial<BoardState>): BoardState {
  return { ...EMPTY_STATE, ...change };
}

beforeEach(() => {
  use("en", words);
  document.body.append(root);
});

afterEach(() => {
  act(() => render(null, root));
});

it("shows every route and every city, each with a name and one stop for the tab key", () => {
  draw({});
  expect(root.querySelectorAll("[data-route]")).toHaveLength(rules.routes.length);
  expect(root.querySelectorAll("[data-city]")).toHaveLength(rules.cities.length);
  const buttons = [...root.querySelectorAll(".board-picture [role=button]")];
  expect(buttons.every((button) => button.getAttribute("aria-label"))).toBe(true);
  expect(buttons.filter((button) => button.getAttribute("tabindex") === "0")).toHaveLength(1);
});

describe("a board that nobody waits for", () => {
  const layers = [".board-land", "[data-route]", ".train", ".city", ".city-name"];
  const shown = () => layers.map((layer) => root.querySelectorAll(layer).length);
  const owners = Object.fromEntries(rules.routes.slice(0, 12).map(({ id }) => [id, 0]));
  const owned = state({ owners });

  function frames(): number[][] {
    const counts = [shown()];
    for (let frame = 0; frame < 12; frame += 1) {
      act(() => void vi.advanceTimersToNextFrame());
      counts.push(shown());
    }
    return counts;
  }

  beforeEach(() => void vi.useFakeTimers({ toFake: ["requestAnimationFrame", "cancelAnimationFrame"] }));
  afterEach(() => void vi.useRealTimers());

  it("is drawn a part in each frame, routes and trains in several", () => {
    const whenDrawn = vi.fn<() => void>();
    draw({ gradually: true, whenDrawn, state: owned });
    const counts = frames();
    expect(counts[0]).toEqual([0, 0, 0, 0, 0]);
    expect(counts.at(-1)).toEqual([1, rules.routes.length, 12, rules.cities.length, expect.any(Number)]);
    const changed = counts
      .slice(1)
      .map((now, at) => now.filter((count, layer) => count !== counts[at]?.[layer]).length);
    expect(Math.max(...changed)).toBe(1);
    expect(new Set(counts.map(([, routes]) => routes)).size).toBe(4);
    expect(whenDrawn).toHaveBeenCalledOnce();
  });

  it("is taken away a part in each frame", () => {
    const whenGone = vi.fn<() => void>();
    draw({ state: owned });
    draw({ state: owned, whenGone });
    expect(shown()[0]).toBe(1);
    const routes = frames().map(([, each]) => each);
    expect(new Set(routes).size).toBe(4);
    expect(shown()).toEqual([0, 0, 0, 0, 0]);
    expect(whenGone).toHaveBeenCalledOnce();
  });
});

it("says of a route where it leads, what it costs and whose it is", () => {
  const [one, other] = [double?.id ?? "", double?.twin ?? ""];
  draw({ state: state({ owners: { [one]: 1 }, closed: new Set([other]) }), seatNames: ["Ada", "Ben"] });
  expect(route(one).getAttribute("aria-label")).toMatch(/^Burnie to Devonport, 2 spaces, .*, 2 points, owned by Ben$/);
  expect(route(other).getAttribute("aria-label")).toContain("closed");
  expect(route(other).classList.contains("closed")).toBe(true);
  expect(route(tunnel?.id).getAttribute("aria-label")).toContain("tunnel");
});

it("puts trains on claimed routes, one wagon a space, and phantoms on a staged one", () => {
  const [claimed, staged] = rules.routes;
  draw({ state: state({ owners: { [claimed?.id ?? ""]: 2 }, staged: { route: staged?.id ?? "", seat: 0 } }) });
  const trains = root.querySelectorAll(`[data-train="${claimed?.id}"] use`);
  expect(trains).toHaveLength(claimed?.length ?? 0);
  expect(root.querySelectorAll(".train.phantom use")).toHaveLength(staged?.length ?? 0);
});

it("lets new claims roll in, but not those of a game that is opened", () => {
  const [old, fresh] = rules.routes.map(({ id }) => id);
  draw({ state: state({ owners: { [old ?? ""]: 0 } }) });
  expect(root.querySelector(".appears")).toBeNull();
  draw({ state: state({ owners: { [old ?? ""]: 0, [fresh ?? ""]: 1 } }) });
  expect([...root.querySelectorAll(".appears")].map((train) => train.getAttribute("data-train"))).toEqual([fresh]);
  const rolling = root.querySelector(".appears");
  draw({ state: state({ owners: { [old ?? ""]: 0, [fresh ?? ""]: 1 } }) });
  expect(root.querySelector(".appears")).toBe(rolling);
});

it("glows where one can claim, and with a colour selected only where that pays", () => {
  const ids = rules.routes.map(({ id }) => id);
  draw({ state: state({ claimable: new Set(ids.slice(0, 5)) }) });
  expect(root.querySelectorAll(".glow")).toHaveLength(5);
  expect(route(ids[0]).getAttribute("aria-disabled")).toBe("false");
  expect(route(ids[7]).getAttribute("aria-disabled")).toBe("true");
  draw({ state: state({ claimable: new Set(ids.slice(0, 5)), lit: new Set(ids.slice(0, 2)) }) });
  expect(root.querySelectorAll(".glow.lit")).toHaveLength(2);
});

it("moves by arrow keys and chooses with Enter", () => {
  const onRoute = vi.fn();
  const onCity = vi.fn();
  draw({ onRoute, onCity });
  const press = (key: string) =>
    act(
      () =>
        void document.activeElement?.dispatchEvent(
          new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
        ),
    );
  act(() => (root.querySelector('.board-picture [tabindex="0"]') as unknown as HTMLElement).focus());
  const first = document.activeElement;
  press("ArrowRight");
  expect(document.activeElement).not.toBe(first);
  expect(document.activeElement?.getAttribute("tabindex")).toBe("0");
  press("Enter");
  expect(onRoute.mock.calls.length + onCity.mock.calls.length).toBe(1);
});

it("takes a click for the route that lies there, and one without a place for the route it was made on", () => {
  const onRoute = vi.fn();
  draw({ onRoute });
  const wanted = double?.twin ?? "";
  const place = drawing.routes[wanted]?.spaces[0] ?? { x: 0, y: 0 };
  const origin = toBoard({ x: drawing.width / 2, y: drawing.height / 2, scale: 1 }, drawing, { x: 0, y: 0 });
  expect(origin).toEqual({ x: 0, y: 0 });
  const fit = drawing.width / (drawing.width + 28);
  const pixel = (value: number, size: number) => size / 2 + (value - size / 2) * fit;
  const at = {
    clientX: pixel(place.x, drawing.width),
    clientY: pixel(place.y, drawing.height),
    detail: 1,
    bubbles: true,
  };
  act(() => void route(double?.id).dispatchEvent(new MouseEvent("click", at)));
  act(() => void route(tunnel?.id).dispatchEvent(new MouseEvent("click", { bubbles: true })));
  expect(onRoute.mock.calls.flat()).toEqual([wanted, tunnel?.id]);
});

it("rings cities, dashes what is missing and traces the longest trail", () => {
  const ids = rules.routes.map(({ id }) => id);
  const [one, other] = rules.cities.map(({ id }) => id);
  draw({ state: state({ ringed: new Set([one ?? "", other ?? ""]), path: ids.slice(0, 3), trail: ids.slice(0, 2) }) });
  expect(root.querySelectorAll(".city-ringed")).toHaveLength(2);
  expect(root.querySelectorAll(".missing")).toHaveLength(3);
  expect(root.querySelector(".trail-line")?.getAttribute("d")).toMatch(/^M/);
});

it("puts a collar on the player's destinations, but on no border point", () => {
  const [one = "", other = "", border = ""] = rules.cities.map(({ id }) => id);
  const abroad = { x: 0, y: 0, label: null, ...drawing.cities[border], kind: "country" } as DrawnCity;
  const drawn = { ...drawing, cities: { ...drawing.cities, [border]: abroad } };
  draw({ drawing: drawn, state: state({ sought: new Set([one, border]), joined: new Set([one, other]) }) });
  expect(root.querySelectorAll(".destination.sought")).toHaveLength(1);
  expect(root.querySelectorAll(".destination.joined")).toHaveLength(2);
  expect([...root.querySelectorAll(".destination")].at(-1)?.classList).toContain("sought"); // lies on the other
});

it("lets trains stand in the light of a trail, not under it", () => {
  const id = rules.routes[0]?.id ?? "";
  draw({ state: state({ owners: { [id]: 0 }, trail: [id] }) });
  const [light, train] = [root.querySelector(".trail-light"), root.querySelector(".train")];
  expect(light && train && light.compareDocumentPosition(train) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

it("tints the land around what stands on it, and only the land", () => {
  const wooded = { ...drawing, land: [...drawing.land, { kind: "wood", path: "M100 100l5 5l-5 0z" }] };
  draw({ drawing: wooded });
  const washes = [...root.querySelectorAll("[fill*=wash-wood]")];
  expect(washes.length).toBeGreaterThan(0);
  expect(washes.every((wash) => wash.closest("[clip-path*=within-]"))).toBe(true);
});

describe("a panel over the board", () => {
  const side = document.createElement("aside");
  /** Pixels of the board's lower edge that the panel covers; the page gives a board its own size here. */
  let covered = 0;

  beforeEach(() => {
    motion.value = "less";
    vi.stubGlobal("IntersectionObserver", LaidOut);
    side.dataset.covers = "";
    document.body.append(side);
    vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
      const top = this === side ? drawing.height - covered : 0;
      return new DOMRect(0, top, drawing.width, drawing.height - top);
    });
  });

  afterEach(() => {
    side.remove();
    motion.value = "auto";
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  /** The width of the map in pixels, once a panel covers so much. */
  async function widthBehind(panel: string | null, pixels: number, attention: readonly string[] = []): Promise<number> {
    covered = pixels;
    draw({ panel, attention });
    await Promise.resolve();
    const { width, transform } = root.querySelector<HTMLElement>(".board-sheet")?.style ?? { width: "", transform: "" };
    return Math.round(Number.parseFloat(width) * Number.parseFloat(transform.split("scale(")[1] ?? ""));
  }

  it("leaves room for all cities above it, for each panel as much as it needs, and goes", async () => {
    const whole = await widthBehind(null, 0);
    const low = await widthBehind("tickets", 200);
    const high = await widthBehind("players", 400);
    expect(low).toBeLessThan(whole);
    expect(high).toBeLessThan(low);
    expect(await widthBehind("players", 400, [rules.cities[0]?.id ?? ""])).toBeGreaterThanOrEqual(high);
    expect(await widthBehind(null, 0)).toBe(whole);
  });

  it("leaves a view alone that it does not cover", async () => {
    await widthBehind(null, 0);
    act(() => root.querySelector<HTMLElement>(".board-control")?.click());
    const near = await widthBehind(null, 0);
    expect(await widthBehind("players", 0)).toBe(near);
    expect(await widthBehind("players", 400)).toBe(near); // the same panel: asked for once, and when it has settled
    expect(await widthBehind("log", 400)).toBeLessThan(near);
  });
});
