/** A small drawing of a rule. */

const CARD = "M-9 -13h18a2 2 0 0 1 2 2v22a2 2 0 0 1 -2 2h-18a2 2 0 0 1 -2 -2v-22a2 2 0 0 1 2 -2Z";
const TICKET =
  "M-24 -15h48a3 3 0 0 1 3 3v7a5 5 0 0 0 0 10v7a3 3 0 0 1 -3 3h-48a3 3 0 0 1 -3 -3v-7a5 5 0 0 0 0 -10v-7a3 3 0 0 1 3 -3Z";
/** Two cities and the way between them. */
const JOURNEY =
  "M-16 6a2.500 2.500 0 1 0 5 0a2.500 2.500 0 1 0 -5 0M10 -6a2.500 2.500 0 1 0 5 0a2.500 2.500 0 1 0 -5 0M-10.500 4.500L9.500 -4.500";
const ENGINE = "M-7 4v-5h6v-5h7v10ZM-5 -1v-4h2v4ZM-4 7a2 2 0 1 0 .1 0ZM4 7a2 2 0 1 0 .1 0Z";
const LEFT_CARD = "M-26 -13h18a2 2 0 0 1 2 2v22a2 2 0 0 1 -2 2h-18a2 2 0 0 1 -2 -2v-22a2 2 0 0 1 2 -2Z";
const TRACK = "M1 7l6 -3M12 1.500l6 -3M23 -4l5 -2.500";

/** Lines and areas by the code of the fact; other facts have a card. */
const PICTURES: Readonly<Record<string, readonly [area: string, line: string]>> = {
  "opening-tickets": [TICKET, JOURNEY],
  "later-tickets": [TICKET, JOURNEY],
  countries: [TICKET, `${JOURNEY}M-11 6L10 8M10 8a2.500 2.500 0 1 0 5 0a2.500 2.500 0 1 0 -5 0`],
  turn: [LEFT_CARD, TRACK],
  attractions: ["M0 -13l4 8 9 1 -6.500 6 2 9 -8.500 -4.500 -8.500 4.500 2 -9 -6.500 -6 9 -1Z", ""],
  "face-up-locomotive": [CARD, ENGINE],
  "locomotive-use": [CARD, ENGINE],
  tunnels: ["M-20 13v-10a20 17 0 0 1 40 0v10h-8v-8a12 11 0 0 0 -24 0v8Z", "M-4 13v-4M4 13v-4"],
  doubles: ["", "M-26 1l13 -5M-9 -6l13 -5M8 -13l13 -5M-20 14l13 -5M-3 7l13 -5M-22 6l8 11M-14 6l-8 11"],
  "last-round": ["", "M-13 0a13 13 0 1 0 26 0a13 13 0 1 0 -26 0M0 -8V0l6 4"],
};

export function RulePicture({ code }: { code: string }) {
  const [area, line] = PICTURES[code] ?? [CARD, ""];
  return (
    <svg class="rule-picture" viewBox="-30 -20 60 40" aria-hidden="true">
      <path class="rule-picture-area" d={area} />
      <path class="rule-picture-line" d={line} />
    </svg>
  );
}
