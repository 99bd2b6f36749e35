import { describe, expect, it } from "vitest";
import type { BotOffer, RulesOffer } from "../wire";
import { DEFAULT, fitting, setupFrom, newTable } from "./setup";

const bots: BotOffer[] = ["passenger", "porter", "conductor"].map((name) => ({ name, level: true, elo: {} }));
const offer = (id: string, players: number[]): RulesOffer => ({
  id,
  name: id,
  hash: id,
  players,
  vehicle: "train",
  trains: 45,
  built_in: true,
  counts: {},
});
const rules = [offer("north-america", [2, 5]), offer("switzerland", [2, 3])];

describe("a new game", () => {
  it("is me against bots", () => {
    const wish = newTable({ ...DEFAULT, lot: false }, " Ana ");
    expect(wish.seats).toEqual([
      { kind: "me", name: "Ana" },
      { kind: "bot", bot: "passenger" },
      { kind: "bot", bot: "passenger" },
    ]);
    expect(wish.options?.practice).toBe(true);
  });

  it("is several people at one screen", () => {
    const setup = { ...DEFAULT, mode: "together" as const, names: ["", "Bia"], filled: [false, true], lot: false };
    expect(newTable(setup, "").seats).toEqual([
      { kind: "me" },
      { kind: "me", name: "Bia" },
      { kind: "bot", bot: "passenger" },
    ]);
  });

  it("has no longer names than the server takes, however they came here", () => {
    const setup = {
      ...DEFAULT,
      mode: "together" as const,
      names: ["", "W".repeat(99)],
      filled: [false],
      players: 2,
      lot: false,
    };
    expect(newTable(setup, "W".repeat(300)).seats.map((seat) => seat.name?.length)).toEqual([32, 32]);
  });

  it("is open for friends, and then no practice", () => {
    const wish = newTable({ ...DEFAULT, mode: "friends", players: 2, pace: "quick", lot: false }, "Ana");
    expect(wish.seats).toEqual([{ kind: "me", name: "Ana" }, { kind: "open" }]);
    expect(wish.options).toMatchObject({ practice: false, clock: { kind: "fischer", start: 300, gain: 10 } });
  });

  it("is drawn by lot", () => {
    const kinds = newTable(DEFAULT, "Ana", () => 0).seats.map((seat) => seat.kind);
    expect(kinds).toEqual(["bot", "bot", "me"]);
  });

  it("fits what the server has", () => {
    const fit = fitting({ ...DEFAULT, rules: "switzerland", players: 5, bots: ["gone"] }, rules, bots);
    expect(fit.players).toBe(3);
    expect(fit.bots).toEqual(["passenger", "passenger", "passenger", "passenger"]);
    expect(fitting({ ...DEFAULT, rules: "atlantis" }, rules, bots).rules).toBe("north-america");
    expect(fitting(DEFAULT, [], [])).toEqual(DEFAULT);
  });

  it("can stand in the address", () => {
    expect(setupFrom("?rules=new-york&players=4&bots=driver,porter&practice=0")).toEqual({
      rules: "new-york",
      players: 4,
      mode: "alone",
      bots: ["driver", "porter", "porter", "porter"],
      practice: false,
    });
    expect(setupFrom("?players=99")).toEqual({});
  });
});
