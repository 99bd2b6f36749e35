/** The commands that the help lists. The server reads typed lines, in English and in the player's language. */

export const MOVES = ["draw", "take", "claim", "keep", "pay", "refuse", "tickets", "pass"] as const;
export const WORDS = [
  "hand",
  "market",
  "players",
  "routes",
  "table",
  "moves",
  "hint",
  "yes",
  "undo",
  "log",
  "help",
  "quit",
] as const;
