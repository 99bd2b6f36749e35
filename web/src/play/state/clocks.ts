/** Clock times. */

import { lasting } from "../../i18n";

const DAY = 86_400;

/** Seconds left, `elapsed` milliseconds after the server said so. */
export function timeLeft(seconds: number, elapsed: number): number {
  return Math.max(0, Math.ceil(seconds - elapsed / 1000));
}

/** `2:05`, `1:02:05`, or with days `3d 4h`. */
export function clockText(seconds: number): string {
  if (seconds >= DAY)
    return lasting(
      [
        [Math.floor(seconds / DAY), "day"],
        [Math.floor((seconds % DAY) / 3600), "hour"],
      ],
      "narrow",
    );
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
