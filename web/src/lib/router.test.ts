import { describe, expect, it } from "vitest";
import { followAddress, forgetSecret, go, route, routeOf, seatSecret } from "./router";

describe("addresses", () => {
  it.each([
    ["/", "", { page: "start" }],
    ["/t/hU5wGq2mPzA", "", { page: "table", table: "hU5wGq2mPzA" }],
    ["/t/", "", { page: "lost" }],
    ["/r/abc", "?at=57&seat=2", { page: "replay", table: "abc", at: 57, seat: 2 }],
    ["/r/abc", "?at=x", { page: "replay", table: "abc", at: null, seat: null }],
    ["/r/abc", "?at=99999999", { page: "replay", table: "abc", at: 999_999, seat: null }],
    ["/r/abc", "?at=-1&seat=1e3", { page: "replay", table: "abc", at: null, seat: null }],
    ["/replay", "", { page: "replay", table: null, at: null, seat: null }],
    ["/learn/tunnels", "", { page: "learn", lesson: "tunnels" }],
    ["/rules/new-york", "", { page: "rules", rules: "new-york" }],
    ["/join/kxwqpt", "", { page: "join", code: "KXWQPT" }],
    ["/%E0%A4%A", "", { page: "lost" }],
  ])("%s%s", (path, query, expected) => {
    expect(routeOf(path, query)).toEqual(expected);
  });

  it("takes the secret of a seat out of the address", () => {
    followAddress();
    const secret = "wX0y1bC9dV7eF5gH3jK1lM9nP7qR5sT3uV1wX9yZ7aB";
    go(`/t/abc#${secret}`);
    expect(seatSecret.value).toBe(secret);
    expect(location.hash).toBe("");
    expect(route.value).toEqual({ page: "table", table: "abc" });
    go("/");
    expect(seatSecret.value).toBeNull();
    history.replaceState(null, "", "/t/abc");
    dispatchEvent(new PopStateEvent("popstate"));
    expect(seatSecret.value).toBe(secret); // the back button restores the seat
    forgetSecret();
    dispatchEvent(new PopStateEvent("popstate"));
    expect(seatSecret.value).toBeNull();
  });
});
