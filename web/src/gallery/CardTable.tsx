/** All cards, symbols, seats and small maps side by side. */

import { CardBack, MiniBoard, SeatMark, Symbol, TicketMap, TrainCard } from "../board/symbols";
import type { BoardRules, Drawing } from "../board/types";

const COLOURS = ["pink", "red", "orange", "yellow", "green", "blue", "white", "black", "locomotive"];
const EVERY = [...COLOURS, "gray", "purple", "brown", "teal", "lime"];

export function CardTable({ rules, drawing }: { rules: BoardRules; drawing: Drawing }) {
  return (
    <main class="gallery-cards">
      <div class="gallery-row cards-large">
        {COLOURS.map((colour, index) => (
          <TrainCard key={colour} colour={colour} {...(index % 2 ? { count: index } : {})} />
        ))}
        <CardBack />
        {["pink", "red", "orange", "green", "blue", "black", "locomotive"].map((colour) => (
          <TrainCard key={`city ${colour}`} colour={colour} vehicle="taxi" />
        ))}
      </div>
      <div class="gallery-row cards-small">
        {COLOURS.map((colour) => (
          <TrainCard key={colour} colour={colour} />
        ))}
      </div>
      {[8, 16, 28].map((size) => (
        <div key={size} class={`gallery-row symbols-${size}`}>
          {EVERY.map((colour) => (
            <Symbol key={colour} colour={colour} />
          ))}
          {EVERY.map((colour) => (
            <Symbol key={`chip ${colour}`} colour={colour} chip />
          ))}
          {[0, 1, 2, 3, 4].map((seat) => (
            <SeatMark key={seat} seat={seat} />
          ))}
        </div>
      ))}
      <div class="gallery-row small-maps">
        <MiniBoard drawing={drawing} />
        <MiniBoard drawing={drawing} rules={rules} />
        {rules.tickets.slice(0, 3).map(({ id, from, to }) => (
          <TicketMap key={id} drawing={drawing} from={from} to={Object.keys(to)} />
        ))}
        {rules.tickets.slice(-1).map(({ id, from, to }) => (
          <TicketMap key={id} drawing={drawing} from={from} to={Object.keys(to)} joined />
        ))}
      </div>
    </main>
  );
}
