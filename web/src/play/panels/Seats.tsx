/** The players: trains, cards, tickets, points, whose turn it is, who is away. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { liveryClass, SeatMark } from "../../board/pieces/symbols";
import { t } from "../../i18n";
import { later } from "../../lib/later";
import { memo } from "../../lib/memo";
import type { SeatInfo, SeatView } from "../../wire";
import { CardWord } from "./CardRow";
import { clockText, timeLeft } from "../state/clocks";
import { Icon, type IconName } from "./Icons";
import type { Play } from "../state/play";
import { showsAttractions, vehicleOf } from "../state/sentences";

/** Above this number seats are shown compactly, to leave room for the log. */
const MANY = 3;

export const Seats = later(function Seats({ play }: { play: Play }) {
  const [table, view] = [play.store.table.value, play.state.view.value];
  if (!table || !view) return null;
  const leading = Math.max(1, ...view.seats.map((each) => each.route_points));
  return (
    <section
      class={`seats ${table.seats.length > MANY ? "many" : ""}`}
      data-coach="seats"
      aria-label={t("play.players")}
    >
      <ol style={{ "--leading": leading }}>
        {table.seats.map((info, seat) => {
          const shown = view.seats[seat];
          const asked = table.asked.includes(seat);
          return shown && <Seat key={seat} {...{ play, seat, info, shown, asked }} />;
        })}
      </ol>
    </section>
  );
});

interface SeatProps {
  play: Play;
  seat: number;
  info: SeatInfo;
  shown: SeatView;
  asked: boolean;
}

const Seat = memo(function Seat({ play, seat, info, shown, asked }: SeatProps) {
  const { store } = play;
  const vehicle = vehicleOf(play.state);
  const name = play.state.names.value[seat] ?? "";
  const mine = store.mine.value.includes(seat);
  return (
    <li class={`seat ${liveryClass(seat)} ${asked ? "asked" : ""} ${mine ? "mine" : ""}`} data-seat={seat}>
      <SeatMark seat={seat} />
      <div class="seat-who">
        <strong class="seat-name" dir="auto">
          {name}
        </strong>
        <State play={play} info={info} asked={asked} mine={mine} seat={seat} />
      </div>
      <Clock play={play} seat={seat} asked={asked} />
      <div class="seat-counts">
        <Count icon={vehicle} count={shown.trains} words={`play.trains.${vehicle}`} low={shown.trains <= 5} />
        <Count icon="cards" count={shown.hand_size} words="play.cards" />
        <Count icon="ticket" count={shown.ticket_count} words="play.ticket-count" />
        <Count icon="points" count={shown.route_points} words="play.route-points" />
        {showsAttractions(play.state) && (
          <Count icon="attraction" count={shown.attraction_points} words="play.attraction-points" />
        )}
      </div>
      <span class="seat-race" style={{ "--points": shown.route_points }} aria-hidden="true" />
      {(!mine || play.state.hotSeat.value) && <Known play={play} shown={shown} />}
    </li>
  );
});

interface CountProps {
  icon: IconName;
  count: number;
  /** The key of the words for it. */
  words: string;
  low?: boolean;
}

const Count = memo(function Count({ icon, count, words, low = false }: CountProps) {
  const label = t(words, { count });
  return (
    <span class={`count ${low ? "low" : ""}`} role="img" aria-label={label} title={label}>
      <Icon name={icon} />
      {count}
    </span>
  );
});

function State({
  play,
  info,
  asked,
  mine,
  seat,
}: {
  play: Play;
  info: SeatInfo;
  asked: boolean;
  mine: boolean;
  seat: number;
}) {
  const thinks = info.kind === "bot" || info.away;
  const words = stateWords(info, play.state.names.value[seat] ?? "", asked, mine, play.state.hotSeat.value);
  const thinking = asked && thinks && play.store.seat.value !== seat;
  const kind = !asked && !mine && !info.away && (info.kind === "bot" || info.kind === "program");
  return (
    <span class={`seat-state ${kind ? "kind" : ""}`}>
      {words}
      {thinking && <span class="dots" aria-hidden="true" />}
    </span>
  );
}

function stateWords(info: SeatInfo, name: string, asked: boolean, mine: boolean, several: boolean): string {
  if (info.away) return t("play.seat.away");
  if (info.kind === "bot") return t(asked ? "play.seat.thinking" : "play.seat.bot");
  if (mine && !several && asked) return t("play.seat.your-turn");
  if (mine && !several) return name === t("board.you") ? "" : t("play.seat.you");
  if (info.kind === "person" && !info.present && !mine) return t("play.seat.gone");
  if (asked) return t("play.seat.turn");
  return info.kind === "program" ? t("play.seat.program") : "";
}

/** Known cards of a hand, where the table shows them: their line is there from the start, so that nothing below moves
 * when the first one is taken. */
function Known({ play, shown }: { play: Play; shown: SeatView }) {
  const known = Object.entries(shown.known).filter(([, count]) => count > 0);
  if (!play.store.table.value?.options.known_cards) return null;
  return (
    <div class="seat-known" title={t("play.known")}>
      {known.length > 0 && <span class="spoken">{t("play.known")}</span>}
      {known.map(([colour, count]) => (
        <CardWord key={colour} colour={colour} count={count} vehicle={vehicleOf(play.state)} />
      ))}
    </div>
  );
}

const SECOND = 1000;

function Clock({ play, seat, asked }: { play: Play; seat: number; asked: boolean }) {
  const now = useSignal(0);
  const clock = play.store.table.value?.seats[seat]?.clock ?? null;
  const running = asked && clock !== null;
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => {
      now.value = performance.now();
    }, SECOND);
    return () => clearInterval(timer);
  }, [running]);
  if (clock === null) return null;
  const left = timeLeft(clock, running ? Math.max(0, now.value - play.store.tableAt.value) : 0);
  return (
    <span class={`seat-clock ${left < 30 ? "low" : ""}`} role="timer" aria-label={t("play.clock")}>
      {clockText(left)}
    </span>
  );
}
