/** The points of a completed ticket fly from its stamp to the ticket in the player's panel. */

import { measure } from "../../lib/measured";

const WAIT = 700;
const LENGTH = 900;

export function flyPoints(ticket: string, points: number): void {
  setTimeout(() => {
    const start = document.querySelector(".moment-stamp");
    /** The ticket itself; on small screens the tab it is behind. */
    const targets = document.querySelectorAll(`.ticket[data-ticket="${ticket}"], [data-tab-of="tickets"]`);
    if (!start) return;
    measure([start, ...targets], (boxes) => {
      const [from, ...places] = [start, ...targets].map((each) => boxes.get(each));
      const to = places.find((place) => place && place.width > 0);
      if (from && to) fly(from, to, points);
    });
  }, WAIT);
}

function fly(from: DOMRectReadOnly, to: DOMRectReadOnly, points: number): void {
  const ghost = document.createElement("div");
  ghost.className = "point-flight";
  ghost.setAttribute("aria-hidden", "true");
  ghost.textContent = `+${points}`;
  Object.assign(ghost.style, { left: `${from.left + from.width / 2}px`, top: `${from.top + from.height / 2}px` });
  document.body.append(ghost);
  const [x, y] = [
    to.left + to.width / 2 - from.left - from.width / 2,
    to.top + to.height / 2 - from.top - from.height / 2,
  ];
  const flight = ghost.animate(
    [
      { transform: "translate(-50%, -50%) scale(0.6)", opacity: 0 },
      { transform: "translate(-50%, -50%) scale(1.3)", opacity: 1, offset: 0.25 },
      { transform: `translate(calc(${x}px - 50%), calc(${y}px - 50%)) scale(0.7)`, opacity: 0.9 },
    ],
    { duration: LENGTH, easing: "cubic-bezier(0.5, 0, 0.3, 1)" },
  );
  flight.onfinish = () => ghost.remove();
}
