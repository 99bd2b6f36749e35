/** A small picture of the board of some rules. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { MiniBoard } from "../board/symbols";
import { api } from "../net/api";
import { drawingOf } from "../table/library";
import type { Drawing, RulesShown } from "../wire";
import "../styles/board.css";

export function Thumbnail({ rules }: { rules: string }) {
  const picture = useSignal<{ drawing: Drawing; shown: RulesShown } | null>(null);
  useEffect(() => {
    let wanted = true;
    fetchPicture(rules).then(
      (found) => wanted && (picture.value = found),
      () => undefined, // its place stays empty
    );
    return () => {
      wanted = false;
    };
  }, [rules]);
  return picture.value && <MiniBoard drawing={picture.value.drawing} rules={picture.value.shown.board} />;
}

async function fetchPicture(id: string): Promise<{ drawing: Drawing; shown: RulesShown }> {
  const shown = await api.rules(id);
  return { shown, drawing: await drawingOf(shown) };
}
