import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { NetworkInfo } from "../wire";

const SEATS = [1, 2, 3];
let posts: string[];
let network: NetworkInfo;

beforeEach(() => {
  posts = [];
  network = { offered: false, address: null, qr: null };
  localStorage.clear();
  vi.stubGlobal("fetch", (path: string) => {
    if (path === "/api/network") return Promise.resolve(Response.json(network));
    posts.push(path);
    const seat = Number(/seats\/(\d)/.exec(path)?.[1]);
    return Promise.resolve(Response.json({ seat, token: `t${seat}`, link: `http://here/${seat}`, qr: "<svg/>" }));
  });
});

afterEach(() => vi.unstubAllGlobals());

/** Simulates a reload: only the browser's storage is left. */
async function reload() {
  vi.resetModules();
  return import("./links");
}

it("makes each link once, however often the lobby is loaded", async () => {
  await visit();
  await visit();
  await visit();
  expect(posts).toHaveLength(SEATS.length);
});

it("makes links again that lead elsewhere since others are let in", async () => {
  await visit();
  network = { offered: true, address: "http://192.168.0.7:8000", qr: null };
  const { haveLink, linkTo } = await reload();
  await haveLink("abc", 1);
  expect(posts).toHaveLength(SEATS.length + 1);
  expect(linkTo("abc", 1)).toBeUndefined(); // this server still says http://here
});

async function visit(): Promise<void> {
  const { haveLink, linkTo } = await reload();
  await Promise.all([...SEATS, ...SEATS].map((seat) => haveLink("abc", seat)));
  expect(SEATS.map((seat) => linkTo("abc", seat)?.token)).toEqual(["t1", "t2", "t3"]);
  expect(linkTo("another", 1)).toBeUndefined();
}

it.each(["null", "[1]", '{"1": {"link": 5}}', "{"])("makes new ones where %s lies in the storage", async (text) => {
  localStorage.setItem("ferrovia.links.abc", text);
  const { haveLink, linkTo } = await reload();
  await haveLink("abc", 1);
  expect(linkTo("abc", 1)?.link).toBe("http://here/1");
});
