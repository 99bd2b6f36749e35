/** A board for tests: the island of examples/custom_map, as a server sends it. */

import type { BoardRules, Drawing } from "../model/types";
import data from "./island.json";

export const island = data as unknown as { drawing: Drawing; board: BoardRules };
