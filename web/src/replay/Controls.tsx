/** Below the board: the current move and the playback controls. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../i18n";
import type { Reader } from "../narration/moveWords";
import type { GameReplay } from "../wire";
import { ReplayIcon } from "./icons";
import { type Playback, SPEEDS } from "./playback";
import { MoveSentences } from "./MoveSentences";

interface ControlsProps {
  playing: Playback;
  game: GameReplay;
  reader: Reader;
}

export function Controls({ playing, game, reader }: ControlsProps) {
  const now = playing.at.value;
  const running = playing.running.value;
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (top.current) top.current.scrollTop = 0; // start each sentence at its beginning
  }, [now]);
  return (
    <div class="replay-controls">
      <div
        class="replay-now"
        role="log"
        aria-label={t("replay.now")}
        aria-live={running ? "off" : "polite"}
        ref={top}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and a keyboard must reach it
        tabIndex={0}
      >
        <span class="replay-turn">{momentName(game, now)}</span>{" "}
        <span class="replay-count">{`${now} / ${playing.last}`}</span>{" "}
        <MoveSentences game={game} at={now} reader={reader} />
      </div>
      <input
        class="replay-slider"
        type="range"
        min={0}
        max={playing.last}
        value={now}
        aria-label={t("replay.moment")}
        aria-valuetext={t("replay.move-of", { move: now, moves: playing.last })}
        onInput={(event) => playing.step(Number(event.currentTarget.value) - playing.at.peek())}
      />
      <div class="replay-buttons" role="group" aria-label={t("replay.controls")}>
        <Control name="first" disabled={now === 0} press={() => playing.step(-playing.last)} />
        <Control name="back" disabled={now === 0} press={() => playing.step(-1)} />
        <Control name={running ? "pause" : "play"} primary press={() => playing.toggle()} />
        <Control name="forward" disabled={playing.atEnd.value} press={() => playing.step(1)} />
        <Control name="last" disabled={playing.atEnd.value} press={() => playing.step(playing.last)} />
        <label class="replay-speed">
          <span aria-hidden="true">{t("replay.speed")}</span>
          <select
            aria-label={t("replay.speed")}
            value={playing.speed.value}
            onChange={(event) => {
              playing.speed.value = Number(event.currentTarget.value);
            }}
          >
            {SPEEDS.map((speed) => (
              <option key={speed} value={speed}>{`${speed}×`}</option>
            ))}
          </select>
        </label>
      </div>
    </div>
  );
}

interface ControlProps {
  name: Parameters<typeof ReplayIcon>[0]["name"];
  press: () => void;
  primary?: boolean;
  disabled?: boolean;
}

/** A disabled control stays focusable, so that the focus is not lost. */
function Control({ name, press, primary = false, disabled = false }: ControlProps): ComponentChildren {
  const words = t(`replay.${name}`);
  return (
    <button
      type="button"
      class={primary ? "button primary" : "button"}
      title={words}
      aria-label={words}
      aria-disabled={disabled}
      onClick={() => !disabled && press()}
    >
      <ReplayIcon name={name} />
    </button>
  );
}

/** `Opening`, `Turn 12`. */
export function momentName({ moves }: GameReplay, at: number): string {
  const turn = moves[at - 1]?.turn ?? 0;
  return turn === 0 ? t("replay.opening") : t("replay.turn", { turn });
}
