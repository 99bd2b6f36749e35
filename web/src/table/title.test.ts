import { signal } from "@preact/signals";
import { expect, it } from "vitest";
import english from "../i18n/en";
import { use } from "../i18n";
import { tableInfo } from "../net/testing/fakeSocket";
import type { SeatInfo } from "../wire";
import type { TableStore } from "./store";
import { followTitle } from "./title";

it("names the player on turn as the rest of the page does", () => {
  use("en", english);
  const bot: SeatInfo = {
    kind: "bot",
    name: "porter",
    bot: "porter",
    away: false,
    present: true,
    clock: null,
    livery: 0,
  };
  const table = tableInfo();
  const info = signal({ ...table, seats: [...table.seats.slice(0, 1), bot], asked: [1] });
  const stop = followTitle({ latest: info } as unknown as TableStore);
  expect(document.title).toBe("Porter · Ferrovia");
  info.value = { ...info.value, seats: [bot, { ...bot, kind: "person", name: "" }] };
  expect(document.title).toBe("Player 2 · Ferrovia");
  stop();
  expect(document.title).toBe("Ferrovia");
});
