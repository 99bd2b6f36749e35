/** What to do now, in one sentence. */

import { cardWords, listed, t, type Vehicle } from "../../i18n";
import type { Legal, SeenView } from "../../wire";
import { answersOf, fewestKept } from "./moves";
import type { PlayState } from "./playState";
import { type Attempt, lastAttempt } from "./recent";

export function whatToDo(state: PlayState): string {
  const { store } = state;
  const [view, legal, table] = [state.view.value, state.legal.value, store.table.value];
  if (!view || !table) return t("play.do.wait");
  if (table.status === "ended") return t("play.do.closed");
  if (view.phase === "over") return t("play.do.over");
  if (state.away.value) return t("play.do.away");
  if (legal && !state.veiled.value) return mine(state, view, legal);
  return theirs(state, view);
}

function mine(state: PlayState, view: SeenView, legal: Legal): string {
  switch (view.phase) {
    case "opening":
    case "tickets":
      return t("play.do.keep", { count: fewestKept(answersOf(legal)), offered: view.offer.length });
    case "second-card":
      return t(
        legal.refused?.["take locomotive"] === "locomotive-second" ? "play.do.second-not-wild" : "play.do.second",
        {
          vehicle: vehicleOf(state),
        },
      );
    case "tunnel":
      return t("play.do.surcharge", { count: lastAttempt(state.store.log.value)?.surcharge ?? 0 });
    default:
      return turn(state, legal);
  }
}

function turn(state: PlayState, legal: Legal): string {
  const { moves, claims } = legal;
  const options = [
    moves.some((move) => move === "draw" || move.startsWith("take ")) && t("play.do.option.card"),
    Object.keys(claims).length > 0 && t("play.do.option.claim"),
    moves.includes("tickets") && t("play.do.option.tickets"),
  ].filter((option) => option !== false);
  if (options.length === 0) return t("play.do.pass");
  const name = nameOf(state);
  return t(name ? "play.do.turn-of" : "play.do.turn", { options: listed(options, "disjunction"), name });
}

function theirs(state: PlayState, view: SeenView): string {
  const table = state.store.table.value;
  const asked = table?.asked ?? [];
  const names = asked.map((seat) => state.names.value[seat] ?? "").filter(Boolean);
  if (names.length === 0) return t("play.do.wait");
  if (view.phase === "opening") return t("play.do.others-choose", { names: listed(names) });
  const seat = table?.seats[asked[0] ?? 0];
  const bot = seat?.kind === "bot" || seat?.away;
  if (seat?.kind === "person" && !seat.present && !seat.away) {
    const relieved = table?.options.autopilot && table.options.clock.kind !== "days";
    return t("play.do.absent", { name: names[0] ?? "", bot: relieved ? "yes" : "no" });
  }
  const key = view.phase === "turn" ? (bot ? "play.do.bot" : "play.do.other") : `play.do.other.${view.phase}`;
  return t(key, { name: names[0] ?? "" });
}

export function surchargeWords(state: PlayState, { surcharge, colour }: Attempt): string {
  const vehicle = vehicleOf(state);
  return t("play.tunnel.asks", {
    count: surcharge,
    only: colour === null ? "wild" : "no",
    card: colour === null ? "" : cardWords(colour, 1, vehicle),
    vehicle,
  });
}

/** On a shared screen, the name of the player on turn. */
function nameOf(state: PlayState): string {
  return state.hotSeat.value ? (state.names.value[state.store.seat.value] ?? "") : "";
}

export function vehicleOf(state: PlayState): Vehicle {
  return state.store.rules.value?.vehicle ?? "train";
}

/** Whether attractions score under these rules. */
export function showsAttractions(state: PlayState): boolean {
  return Number(state.store.rules.value?.rules.attraction_points) > 0;
}
