/** Animates cards from where they lay to the player who takes them. Any press ends it; off with reduced motion. */

import { type Boxes, measure } from "../../lib/measured";
import { lessMotion } from "../../lib/settings";
import type { EventValues, Sight } from "../../wire";
import type { Play } from "../state/play";
import type { Emptied } from "../state/playState";

const LENGTH = 620;

/** Watch the table; returns a function that stops. */
export function followFlights(play: Play): () => void {
  const flying = new Set<Animation>();
  /** Calls off the flights whose ends are still being measured. */
  const awaited = new Set<() => void>();
  const land = () => {
    awaited.forEach((callOff) => callOff());
    awaited.clear();
    flying.forEach((animation) => animation.finish());
  };
  const launch = (flights: readonly Flight[]) => {
    let stopWaiting = () => cancelAnimationFrame(frame);
    const callOff = () => stopWaiting();
    // once the page shows the new position
    const frame = requestAnimationFrame(() => {
      stopWaiting = flyAll(flights, flying, () => awaited.delete(callOff));
    });
    awaited.add(callOff);
  };
  document.addEventListener("pointerdown", land, true);
  const stop = play.store.watch((sights, played) => {
    if (!played || lessMotion.peek() || document.visibilityState !== "visible" || play.state.veiled.peek()) return;
    const flights = flightsOf(play, sights);
    if (flights.length > 0) launch(flights);
  });
  return () => {
    stop();
    land();
    document.removeEventListener("pointerdown", land, true);
  };
}

interface Flight {
  /** The card as it lay there. */
  card: Node;
  /** Where it flies from and to: the first of these that is on the screen. */
  from: readonly string[];
  to: readonly string[];
}

/** Called when the new position is known but not yet drawn: the page still has the cards in place. */
function flightsOf(play: Play, sights: readonly Sight[]): Flight[] {
  const seat = play.store.seat.peek();
  const events = sights.find((sight) => sight.seat === seat)?.happenings.flatMap(({ events }) => events) ?? [];
  return events.flatMap((event) => {
    const mine = event.seat === seat;
    const { before, taken } = play.state.emptied;
    const from = originOf(event, { before, taken: mine ? taken : null });
    const card = from && document.querySelector(`${from} svg`);
    if (!card || event.seat === undefined) return [];
    const to = mine ? [`.hand-card[data-hand="${event.card ?? ""}"]`, ".hand"] : [`[data-seat="${event.seat}"]`];
    return [{ card: card.cloneNode(true), from: [`${from} svg`, from], to }];
  });
}

/** The slot that the player has reached for, or the last one with that card, which is the one that is emptied. */
function originOf({ kind, card }: EventValues, { before, taken }: Emptied): string | null {
  if (kind === "drew") return ".deck:not(.ticket-deck)";
  if (kind !== "took" || card === undefined) return null;
  const place = taken !== null && before[taken] === card ? taken : before.lastIndexOf(card);
  return place < 0 ? null : `.market-cards > :nth-child(${place + 1})`;
}

/** Returns a function that calls it off, until the flights have begun. */
function flyAll(flights: readonly Flight[], flying: Set<Animation>, begun: () => void): () => void {
  const ends = flights.map(({ card, from, to }) => ({ card, from: elementsAt(from), to: elementsAt(to) }));
  return measure(
    ends.flatMap(({ from, to }) => [...from, ...to]),
    (boxes) => {
      begun();
      for (const { card, from, to } of ends) fly(card, boxOf(from, boxes), boxOf(to, boxes), flying);
    },
  );
}

function elementsAt(places: readonly string[]): Element[] {
  return places.flatMap((place) => [...document.querySelectorAll(place)]);
}

function boxOf(elements: readonly Element[], boxes: Boxes): DOMRectReadOnly | undefined {
  return elements.flatMap((each) => boxes.get(each) ?? []).find(({ width }) => width > 0);
}

type Box = DOMRectReadOnly | undefined;

function fly(card: Node, from: Box, end: Box, flying: Set<Animation>): void {
  if (!from || !end) return;
  const ghost = document.createElement("div");
  ghost.className = "flight";
  ghost.setAttribute("aria-hidden", "true");
  ghost.append(card);
  Object.assign(ghost.style, { left: `${from.left}px`, top: `${from.top}px`, width: `${from.width}px` });
  document.body.append(ghost);
  const [x, y] = [
    end.left + end.width / 2 - from.left - from.width / 2,
    end.top + end.height / 2 - from.top - from.height / 2,
  ];
  const animation = ghost.animate(
    [
      { transform: "none" },
      { transform: `translate(${x / 2}px, ${y / 2 - 24}px) scale(1.08)` },
      { transform: `translate(${x}px, ${y}px) scale(0.5)`, opacity: 0.4 },
    ],
    { duration: LENGTH, easing: "cubic-bezier(0.3, 0.1, 0.3, 1)" },
  );
  flying.add(animation);
  animation.onfinish = () => {
    flying.delete(animation);
    ghost.remove();
  };
}
