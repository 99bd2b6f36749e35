/** Animates cards from where they lay to the player who takes them. Any press ends it; off with reduced motion. */

import { lessMotion } from "../../lib/settings";
import type { EventValues, Sight } from "../../wire";
import type { Play } from "../state/play";

const LENGTH = 620;

/** Watch the table; returns a function that stops. */
export function followFlights(play: Play): () => void {
  const flying = new Set<Animation>();
  const land = () => flying.forEach((animation) => animation.finish());
  document.addEventListener("pointerdown", land, true);
  const stop = play.store.watch((sights, played) => {
    if (!played || lessMotion.peek() || document.visibilityState !== "visible" || play.state.veiled.peek()) return;
    for (const flight of flightsOf(play, sights)) requestAnimationFrame(() => fly(flight, flying));
  });
  return () => {
    stop();
    land();
    document.removeEventListener("pointerdown", land, true);
  };
}

interface Flight {
  card: Element;
  from: DOMRect;
  to: DOMRect;
}

/** Called before the new position is shown: the cards are still in place, and asking for places lays out nothing. */
function flightsOf(play: Play, sights: readonly Sight[]): Flight[] {
  const seat = play.store.seat.peek();
  const events = sights.find((sight) => sight.seat === seat)?.happenings.flatMap(({ events }) => events) ?? [];
  return events.flatMap((event) => {
    const card = originOf(event, event.seat === seat ? play.state.reached.peek() : null);
    if (!card || event.seat === undefined) return [];
    const from = card.getBoundingClientRect();
    const places =
      event.seat === seat ? [`.hand-card[data-hand="${event.card ?? ""}"]`, ".hand"] : [`[data-seat="${event.seat}"]`];
    const boxes = places
      .flatMap((place) => [...document.querySelectorAll(place)])
      .map((each) => each.getBoundingClientRect());
    const to = boxes.find(({ width }) => width > 0);
    return to && from.width > 0 ? [{ card, from, to }] : [];
  });
}

/** The card that lies where the player has reached, or the last of its colour, which is the one that goes. */
function originOf({ kind, card }: EventValues, reached: number | null): Element | null {
  const lying = [...document.querySelectorAll(`.market-slot[data-card="${card ?? ""}"] svg`)];
  const chosen = document.querySelectorAll(".market-slot")[reached ?? -1]?.querySelector("svg");
  if (kind === "took") return lying.find((each) => each === chosen) ?? lying.at(-1) ?? null;
  if (kind === "drew") return document.querySelector(".deck:not(.ticket-deck) svg");
  return null;
}

function fly({ card, from, to: end }: Flight, flying: Set<Animation>): void {
  const ghost = document.createElement("div");
  ghost.className = "flight";
  ghost.setAttribute("aria-hidden", "true");
  ghost.append(card.cloneNode(true));
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
