/** The thumbnail of a rule set's board. */

import { useEffect, useState } from "preact/hooks";
import { MiniBoard } from "../board/pieces/symbols";
import { api } from "../net/api";
import { drawingOf, rulesOf } from "./rulesCache";
import type { BoardValues, Drawing } from "../wire";
import "../styles/board.css";

interface Picture {
  drawing: Drawing;
  board: BoardValues;
}

/** Rules by id; with their hash they are cached. */
interface Named {
  id: string;
  hash?: string;
}

const AGAIN = 4000;

/** A placeholder keeps its space while loading. */
export function Thumbnail({ rules }: { rules: Named }) {
  const picture = usePicture(rules);
  return picture ? <MiniBoard drawing={picture.drawing} rules={picture.board} /> : <div class="picture-place" />;
}

export function usePicture(rules: Named): Picture | null {
  const name = `${rules.id} ${rules.hash ?? ""}`;
  const [drawn, show] = useState<{ name: string; picture: Picture } | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wanted = true;
    const fetch = async () => {
      try {
        const picture = await fetchPicture(rules);
        if (wanted) show({ name, picture });
      } catch {
        if (wanted) timer = setTimeout(() => void fetch(), AGAIN);
      }
    };
    void fetch();
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [name]);
  return drawn?.name === name ? drawn.picture : null;
}

async function fetchPicture({ id, hash }: Named): Promise<Picture> {
  if (hash === undefined) {
    const shown = await api.rules(id);
    return { board: shown.board, drawing: await drawingOf(shown) };
  }
  const [shown, drawing] = await Promise.all([rulesOf({ id, hash }), drawingOf({ id, hash })]);
  return { board: shown.board, drawing };
}
