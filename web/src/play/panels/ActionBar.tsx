/** The action bar: what to do now, and the buttons for it. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { SeatMark } from "../../board/pieces/symbols";
import { rich, t } from "../../i18n";
import { later } from "../../lib/later";
import { CardWord } from "./CardRow";
import type { StatusMessage } from "../state/playState";
import { BeatBanner } from "./BeatBanner";
import { HintBar } from "./HintBar";
import { Icon } from "./Icons";
import type { Play } from "../state/play";
import { vehicleOf, whatToDo } from "../state/sentences";
import { drawnLast } from "../state/recent";
import { spokenNow } from "./spoken";
import { ClaimBar, StagedBar, Twins } from "./Staged";
import { TunnelBar } from "./Tunnel";

export function ActionBar({ play }: { play: Play }) {
  const legal = play.state.legal.value;
  const mine = legal !== null && !play.state.away.value;
  const bar = useRef<HTMLElement>(null);
  useEffect(() => keepFocus(bar.current), [play.store.seq.value, play.state.veiled.value]);
  return (
    <section ref={bar} class={`action ${mine ? "mine" : ""}`} aria-label={t("play.now")} tabIndex={-1}>
      <Spoken play={play} />
      <div class="action-body" data-covers>
        <Said play={play} />
        <div class="action-inside">
          <Asked play={play} />
          <Doing play={play} />
        </div>
      </div>
    </section>
  );
}

const Spoken = later(function Spoken({ play }: { play: Play }) {
  return (
    <p class="spoken" role="status">
      {spokenNow(play)}
    </p>
  );
});

/** Whether anything has had the focus: a newcomer starts at the top of the page. */
let focused = false;
document.addEventListener("focusin", () => {
  focused = true;
});

/** Keep the focus here when the focused button disappears, instead of losing it to the page. */
function keepFocus(bar: HTMLElement | null): void {
  const lost = focused && document.activeElement === document.body;
  if (lost && !document.querySelector("dialog[open]")) bar?.focus({ preventScroll: true });
}

/** The mark of the player on turn, or of the one still looking at a drawn card. */
function Asked({ play }: { play: Play }) {
  const asked = play.store.table.value?.asked ?? [];
  const own = play.state.handing.value !== null || asked.includes(play.store.seat.value);
  const seat = own ? play.store.seat.value : asked[0];
  return seat === undefined ? null : <SeatMark seat={seat} />;
}

/** The current interaction: a staged claim, twins, a tunnel, a hint, or what to do next. */
function Doing({ play }: { play: Play }): ComponentChildren {
  const legal = play.state.legal.value;
  if (play.store.table.value?.status === "ended") return <Closed play={play} />;
  if (play.store.beats.playing.value && !play.state.veiled.value) return <BeatBanner play={play} />;
  if (play.state.handing.value !== null) return <HandOver play={play} next={play.state.handing.value} />;
  if (play.state.away.value) return <Away play={play} />;
  if (play.state.twins.value) return <Twins play={play} twins={play.state.twins.value} />;
  if (play.state.claim.value) return <ClaimBar play={play} />;
  if (play.state.staged.value) return <StagedBar play={play} move={play.state.staged.value} />;
  if (play.state.hint.value) return <HintBar play={play} hint={play.state.hint.value} />;
  if (legal && play.state.view.value?.phase === "tunnel") return <TunnelBar play={play} legal={legal} />;
  return (
    <>
      <Sentence words={whatToDo(play.state)} />
      {legal?.moves.includes("pass") && (
        <button
          type="button"
          class="button primary pass"
          disabled={!play.state.free.value}
          onClick={() => void play.actions.act("pass")}
        >
          {t("play.pass")}
        </button>
      )}
    </>
  );
}

function Sentence({ words }: { words: ComponentChildren }) {
  return <p class="action-words">{words}</p>;
}

function Closed({ play }: { play: Play }) {
  return (
    <>
      <Sentence words={whatToDo(play.state)} />
      <a class="button primary" href="/">
        {t("play.home")}
      </a>
    </>
  );
}

/** A player sees the drawn card before handing over the screen. */
function HandOver({ play, next }: { play: Play; next: number }) {
  const card = drawnLast(play.store.log.value, play.store.seat.value);
  return (
    <>
      <Sentence
        words={
          <span>
            {rich("play.drawn", { card: card ? <CardWord colour={card} vehicle={vehicleOf(play.state)} /> : "" })}
          </span>
        }
      />
      <button type="button" class="button primary hand-over" onClick={() => play.state.handOver()}>
        {t("play.curtain", { name: play.state.names.value[next] ?? "" })}
      </button>
    </>
  );
}

function Away({ play }: { play: Play }) {
  return (
    <>
      <Sentence words={whatToDo(play.state)} />
      <button type="button" class="button primary" onClick={() => void play.actions.comeBack()}>
        {t("play.come-back")}
      </button>
    </>
  );
}

const SECONDS = 6;

/** A transient message. Refusals are announced at once, the rest politely. */
function Said({ play }: { play: Play }) {
  const words = play.state.words.value;
  useEffect(() => {
    if (!words) return undefined;
    const timer = setTimeout(() => play.state.dismissWords(words.number), SECONDS * 1000);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <div class="said">
      <div role="alert">{words?.kind === "bad" && <Word key={words.number} words={words} />}</div>
      <div role="status">{words && words.kind !== "bad" && <Word key={words.number} words={words} />}</div>
    </div>
  );
}

function Word({ words }: { words: StatusMessage }) {
  return (
    <p class={words.kind}>
      <Icon name={words.kind === "bad" ? "cross" : "check"} />
      {words.text}
    </p>
  );
}
