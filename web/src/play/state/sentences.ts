/** What is to be done now, in one sentence. */

import { cardWords, listed, t, type Vehicle } from "../../i18n";
import type { Legal, SeenView } from "../../wire";
import { answersOf, fewestKept } from "./moves";
import type { Play } from "./play";
import { type Attempt, lastAttempt } from "./recent";

export function whatToDo(play: Play): string {
  const { store } = play;
  const [view, legal, table] = [play.view.value, play.legal.value, store.table.value];
  if (!view || !table) return t("play.do.wait");
  if (table.status === "ended") return t("play.do.closed");
  if (view.phase === "over") return t("play.do.over");
  if (play.away.value) return t("play.do.away");
  if (legal && !play.veiled.value) return mine(play, view, legal);
  return theirs(play, view);
}

function mine(play: Play, view: SeenView, legal: Legal): string {
  switch (view.phase) {
    case "opening":
    case "tickets":
      return t("play.do.keep", { count: fewestKept(answersOf(legal)), offered: view.offer.length });
    case "second-card":
      return t(
        view.market.locomotive && !legal.moves.includes("take locomotive")
          ? "play.do.second-not-wild"
          : "play.do.second",
        {
          vehicle: vehicleOf(play),
        },
      );
    case "tunnel":
      return t("play.do.surcharge", { count: lastAttempt(play.store.log.value)?.surcharge ?? 0 });
    default:
      return turn(play, legal);
  }
}

function turn(play: Play, legal: Legal): string {
  const { moves, claims } = legal;
  const options = [
    moves.some((move) => move === "draw" || move.startsWith("take ")) && t("play.do.option.card"),
    Object.keys(claims).length > 0 && t("play.do.option.claim"),
    moves.includes("tickets") && t("play.do.option.tickets"),
  ].filter((option) => option !== false);
  if (options.length === 0) return t("play.do.pass");
  const name = nameOf(play);
  return t(name ? "play.do.turn-of" : "play.do.turn", { options: listed(options, "disjunction"), name });
}

function theirs(play: Play, view: SeenView): string {
  const asked = play.store.table.value?.asked ?? [];
  const names = asked.map((seat) => play.names.value[seat] ?? "").filter(Boolean);
  if (names.length === 0) return t("play.do.wait");
  if (view.phase === "opening") return t("play.do.others-choose", { names: listed(names) });
  const seat = asked[0] ?? 0;
  const bot = play.store.table.value?.seats[seat]?.kind === "bot" || play.store.table.value?.seats[seat]?.away;
  const key = view.phase === "turn" ? (bot ? "play.do.bot" : "play.do.other") : `play.do.other.${view.phase}`;
  return t(key, { name: names[0] ?? "" });
}

/** What a tunnel asks for, and why. */
export function surchargeWords(play: Play, { surcharge, colour }: Attempt): string {
  const vehicle = vehicleOf(play);
  return t("play.tunnel.asks", {
    count: surcharge,
    only: colour === null ? "wild" : "no",
    card: colour === null ? "" : cardWords(colour, 1, vehicle),
    vehicle,
  });
}

/** With several players at one screen, the name of whoever is on turn. */
function nameOf(play: Play): string {
  return play.hotSeat.value ? (play.names.value[play.store.seat.value] ?? "") : "";
}

export function vehicleOf(play: Play): Vehicle {
  return play.store.rules.value?.vehicle ?? "train";
}

/** Whether attractions bring points here, so that everybody wants to see how many. */
export function showsAttractions(play: Play): boolean {
  return Number(play.store.rules.value?.rules.attraction_points) > 0;
}
