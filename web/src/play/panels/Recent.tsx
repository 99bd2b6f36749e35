/** The others' moves since the player's last turn, as symbols. */

import type { ComponentChildren } from "preact";
import { recentStrip } from "../../lib/settings";
import { SeatMark } from "../../board/pieces/symbols";
import { findRoute, routeName, t } from "../../i18n";
import { moveWords } from "../../narration/moveWords";
import type { EventValues, Happening } from "../../wire";
import { CardWord } from "./CardRow";
import { Icon } from "./Icons";
import { readerOf } from "../state/reader";
import type { Play } from "../state/play";
import { vehicleOf } from "../state/sentences";
import { inShort } from "../state/recent";

/** A strip for small screens, where the log is hidden. It keeps its place when empty, so that nothing around it
 * moves. Wide screens mark the same in the log. */
export function Recent({ play }: { play: Play }) {
  if (!recentStrip.value || play.state.watching.value) return null;
  return (
    <section class="since" aria-label={t("play.since")}>
      <Deeds play={play} />
      <button
        type="button"
        class="since-close"
        aria-label={t("play.close")}
        onClick={() => {
          recentStrip.value = false;
        }}
      >
        <Icon name="close" />
      </button>
    </section>
  );
}

/** The same as notes on the table above the board, where the strip is not wanted. */
export function RecentNotes({ play }: { play: Play }) {
  const deeds = deedsOf(play);
  if (recentStrip.value || deeds.length === 0) return null;
  return (
    <ul class="recent-notes" aria-label={t("play.since")}>
      {deeds.map((group) => (
        <Done key={`${group.moves[0]?.seq} ${group.seat}`} play={play} {...group} />
      ))}
    </ul>
  );
}

function deedsOf({ state, store }: Play) {
  if (state.veiled.value || state.watching.value) return [];
  return inShort(state.news.value).filter((each) => each.seat !== store.seat.value);
}

function Deeds({ play }: { play: Play }) {
  const deeds = deedsOf(play);
  if (deeds.length === 0) return <p class="since-nothing">{t("play.since-nothing")}</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and a keyboard must reach it
    <ul tabIndex={0} aria-label={t("play.since")}>
      {deeds.map((group) => (
        <Done key={`${group.moves[0]?.seq} ${group.seat}`} play={play} {...group} />
      ))}
    </ul>
  );
}

function Done({ play, seat, moves }: { play: Play; seat: number; moves: readonly Happening[] }) {
  const reader = readerOf(play.state);
  const events = moves.flatMap((move) =>
    [...move.events].sort((one, other) => Number(one.kind === "paid") - Number(other.kind === "paid")),
  );
  return (
    <li>
      <SeatMark seat={seat} />
      <span class="spoken">{reader && moves.map((move) => moveWords(reader, move.events)).join(" ")}</span>
      <span class="since-signs" aria-hidden="true">
        {events.map((event, index) => (
          <Sign key={index} play={play} event={event} />
        ))}
      </span>
    </li>
  );
}

function Sign({ play, event }: { play: Play; event: EventValues }): ComponentChildren {
  const board = play.store.rules.value?.board;
  const route = event.route && board ? routeName(board, event.route) : "";
  switch (event.kind) {
    case "took":
      return <CardWord colour={event.card ?? ""} vehicle={vehicleOf(play.state)} />;
    case "drew":
      return <span class="chip-back" />;
    case "claimed":
      return (
        <>
          <b>{route}</b> +{(event.route && board && findRoute(board, event.route)?.points) || 0}
        </>
      );
    case "paid":
      return <CardWord colour={event.card ?? ""} count={event.count ?? 1} vehicle={vehicleOf(play.state)} />;
    case "tickets-kept":
      return (
        <>
          <Icon name="ticket" /> +{event.count ?? 0}
        </>
      );
    case "refused":
      return <s>{route}</s>;
    case "passed":
      return t("play.passed");
    default:
      return null;
  }
}
