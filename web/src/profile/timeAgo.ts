/** Relative times: `2 hours ago`. */

import { locale } from "../i18n";

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

/** `at`: seconds since 1970. */
export function timeAgo(at: number, now = Date.now() / 1000): string {
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: "auto" });
  const passed = Math.max(0, now - at);
  for (const [unit, seconds] of STEPS) if (passed >= seconds) return format.format(-Math.floor(passed / seconds), unit);
  return format.format(0, "second");
}
