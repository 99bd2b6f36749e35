/** A moment on the board: a stamped ticket, an attraction, the longest path, the last round across the map. */

import { liveryClass, SeatMark, TicketMap } from "../../board/pieces/symbols";
import { cityName, findTicket, t, ticketName } from "../../i18n";
import { liesHigh, type Moment } from "../state/moments";
import type { Play } from "../state/play";
import { vehicleOf } from "../state/sentences";
import { Icon } from "./Icons";

export function MomentStage({ play }: { play: Play }) {
  const moment = play.state.moment.value;
  const [board, drawing] = [play.store.rules.value?.board, play.store.drawing.value];
  const below = board && drawing && liesHigh(moment, board, drawing);
  return (
    <div class={`moment-stage ${below ? "below" : ""}`} role="status">
      {moment && <Shown key={keyOf(moment)} play={play} moment={moment} />}
    </div>
  );
}

function keyOf(moment: Moment): string {
  return moment.kind === "ticket" ? moment.ticket : moment.kind === "attraction" ? moment.city : moment.kind;
}

function Shown({ play, moment }: { play: Play; moment: Moment }) {
  switch (moment.kind) {
    case "ticket":
      return <CompletedTicket play={play} moment={moment} />;
    case "attraction":
      return <Attraction play={play} moment={moment} />;
    case "longest-path":
      return <LongestPath play={play} moment={moment} />;
    case "last-round":
      return <LastRound play={play} seats={moment.seats} />;
  }
}

type Of<Kind extends Moment["kind"]> = { play: Play; moment: Extract<Moment, { kind: Kind }> };

function CompletedTicket({ play, moment: { ticket, points } }: Of<"ticket">) {
  const [rules, drawing] = [play.store.rules.value, play.store.drawing.value];
  const ends = rules && findTicket(rules.board, ticket);
  if (!rules || !drawing || !ends) return null;
  return (
    <div class="moment moment-ticket" data-covers>
      <div class="moment-ticket-card">
        <TicketMap drawing={drawing} from={ends.from} to={Object.keys(ends.to)} joined />
        <span class="moment-stamp" aria-hidden="true">
          +{points}
        </span>
      </div>
      <p>
        <b>{t("play.moment.ticket")}</b>
        <span>{ticketName(rules.board, ticket)}</span>
      </p>
    </div>
  );
}

function Attraction({ play, moment: { seat, city, points } }: Of<"attraction">) {
  const board = play.store.rules.value?.board;
  return (
    <div class={`moment moment-line ${liveryClass(seat)}`} data-covers>
      <span class="moment-seal" aria-hidden="true">
        <Icon name="attraction" />
      </span>
      <p>
        <b>{board ? cityName(board, city) : ""}</b>
        <span>{t("play.moment.attraction", { ...whom(play, seat), points })}</span>
      </p>
    </div>
  );
}

function LongestPath({ play, moment: { seat, length } }: Of<"longest-path">) {
  return (
    <div class={`moment moment-line ${liveryClass(seat)}`} data-covers>
      <SeatMark seat={seat} />
      <p>
        <b>{t("play.moment.longest-path", whom(play, seat))}</b>
        <span>{t("play.moment.longest-path.length", { count: length, vehicle: vehicleOf(play.state) })}</span>
      </p>
    </div>
  );
}

function LastRound({ play, seats }: { play: Play; seats: readonly number[] }) {
  const names = play.state.names.value;
  return (
    <div class="moment moment-band">
      <b class="moment-title">{t("play.moment.last-round")}</b>
      <ol>
        {[...new Set(seats)].map((seat) => (
          <li key={seat} class={liveryClass(seat)}>
            <SeatMark seat={seat} />
            <span dir="auto">{names[seat]}</span>
            <small>{t("play.moment.turns", { count: seats.filter((each) => each === seat).length })}</small>
          </li>
        ))}
      </ol>
    </div>
  );
}

function whom(play: Play, seat: number) {
  const me = play.store.mine.value.includes(seat) && !play.state.hotSeat.value;
  return { who: me ? "me" : "other", name: play.state.names.value[seat] ?? "" };
}
