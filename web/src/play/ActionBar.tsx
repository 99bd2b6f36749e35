/** What is to be done now, in one sentence, and the buttons for it. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { colourClass, SeatMark, Symbol } from "../board/symbols";
import { colourName, findRoute, rich, routeName, t } from "../language/language";
import { cardName } from "../text/telling";
import { CardRow } from "./CardRow";
import { HintBar } from "./HintBar";
import { Icon } from "./Icons";
import { parseTake } from "./moves";
import { KeepButton } from "./Offer";
import type { Play } from "./play";
import { vehicleOf, whatToDo } from "./sentences";
import { drawnLast } from "./since";
import { spokenNow } from "./spoken";
import { TunnelBar } from "./Tunnel";

export function ActionBar({ play }: { play: Play }) {
  const legal = play.legal.value;
  const mine = legal !== null && !play.away.value;
  const bar = useRef<HTMLElement>(null);
  useEffect(() => keepFocus(bar.current), [play.store.seq.value]);
  return (
    <section ref={bar} class={`action ${mine ? "mine" : ""}`} aria-label={t("play.now")} tabIndex={-1}>
      <Said play={play} />
      <p class="spoken" role="status">
        {spokenNow(play)}
      </p>
      <div class="action-inside">
        <Asked play={play} />
        <Doing play={play} />
      </div>
      {play.payments.value && play.claim.value && <Payments play={play} />}
    </section>
  );
}

/** Whoever pressed a button that is gone now goes on here, not at the top of the page. */
function keepFocus(bar: HTMLElement | null): void {
  if (document.activeElement === document.body && !document.querySelector("dialog[open]")) bar?.focus({ preventScroll: true });
}

/** The mark of whoever is on turn. */
function Asked({ play }: { play: Play }) {
  const asked = play.store.table.value?.asked ?? [];
  const seat = asked.includes(play.store.seat.value) ? play.store.seat.value : asked[0];
  return seat === undefined ? null : <SeatMark seat={seat} />;
}

/** The one thing that is going on: a staged claim, two twins, a tunnel, a hint, or what to do next. */
function Doing({ play }: { play: Play }): ComponentChildren {
  const legal = play.legal.value;
  if (play.store.table.value?.status === "ended") return <Closed play={play} />;
  if (play.handing.value !== null) return <HandOver play={play} next={play.handing.value} />;
  if (play.away.value) return <Away play={play} />;
  if (play.twins.value) return <Twins play={play} twins={play.twins.value} />;
  if (play.claim.value) return <ClaimBar play={play} />;
  if (play.staged.value) return <StagedBar play={play} move={play.staged.value} />;
  if (play.hint.value) return <HintBar play={play} hint={play.hint.value} />;
  if (legal && play.view.value?.phase === "tunnel") return <TunnelBar play={play} legal={legal} />;
  return (
    <>
      <Sentence words={whatToDo(play)} />
      {legal?.moves[0]?.startsWith("keep ") && <KeepButton play={play} legal={legal} />}
      {legal?.moves.includes("pass") && (
        <button type="button" class="button primary pass" disabled={!play.free.value} onClick={() => void play.act("pass")}>
          {t("play.pass")}
        </button>
      )}
    </>
  );
}

export function Sentence({ words }: { words: ComponentChildren }) {
  return <p class="action-words">{words}</p>;
}

function Closed({ play }: { play: Play }) {
  return (
    <>
      <Sentence words={whatToDo(play)} />
      <a class="button primary" href="/">
        {t("play.home")}
      </a>
    </>
  );
}

/** Whoever drew a card sees it before the screen goes to the next one. */
function HandOver({ play, next }: { play: Play; next: number }) {
  const card = drawnLast(play.store.log.value, play.store.seat.value);
  return (
    <>
      <Sentence words={<span>{rich("play.drawn", { card: card ? <CardRow cards={card} vehicle={vehicleOf(play)} /> : "" })}</span>} />
      <button type="button" class="button primary hand-over" onClick={() => play.pass()}>
        {t("play.curtain", { name: play.names.value[next] ?? "" })}
      </button>
    </>
  );
}

function Away({ play }: { play: Play }) {
  return (
    <>
      <Sentence words={whatToDo(play)} />
      <button type="button" class="button primary" onClick={() => void play.comeBack()}>
        {t("play.come-back")}
      </button>
    </>
  );
}

function ClaimBar({ play }: { play: Play }) {
  const claim = play.claim.value;
  const board = play.store.rules.value?.board;
  const route = claim && board && findRoute(board, claim.route);
  if (!claim || !board || !route) return null;
  const payments = play.legal.value?.claims[claim.route] ?? [];
  return (
    <>
      <p class="action-words">
        <b>{routeName(board, route.id)}</b>{" "}
        <span class="faint">{t(route.tunnel ? "play.claim.tunnel" : "play.claim.points", { points: route.points })}</span>
        <CardRow cards={claim.payment} vehicle={vehicleOf(play)} />
      </p>
      <Buttons play={play} words={t(route.tunnel ? "play.dig" : "play.claim")}>
        {payments.length > 1 && (
          <button
            type="button"
            class="button"
            aria-expanded={play.payments.value}
            onClick={() => {
              play.payments.value = !play.payments.value;
            }}
          >
            {t("play.payments", { count: payments.length })}
          </button>
        )}
      </Buttons>
    </>
  );
}

function Buttons({ play, words, children }: { play: Play; words: string; children?: ComponentChildren }) {
  return (
    <div class="action-buttons">
      <button type="button" class="button primary confirm" disabled={!play.free.value} onClick={() => play.confirm()}>
        {words}
      </button>
      {children}
      <button type="button" class="button quiet" onClick={() => play.cancel()}>
        {t("play.cancel")}
      </button>
    </div>
  );
}

function StagedBar({ play, move }: { play: Play; move: string }) {
  const card = parseTake(move);
  const words = card ? t("play.take", { card: cardName(card, vehicleOf(play)) }) : t(`play.staged.${move}`);
  return (
    <>
      <p class="action-words">
        {card && <CardRow cards={`${card}:1`} vehicle={vehicleOf(play)} />} {words}?
      </p>
      <Buttons play={play} words={words} />
    </>
  );
}

/** All ways to pay for the staged claim, as cards. */
function Payments({ play }: { play: Play }) {
  const claim = play.claim.value;
  const payments = (claim && play.legal.value?.claims[claim.route]) ?? [];
  return (
    <div class="payments" role="radiogroup" aria-label={t("play.payments", { count: payments.length })}>
      {payments.map((payment) => (
        <button
          key={payment}
          type="button"
          role="radio"
          aria-checked={claim?.payment === payment}
          class="payment"
          onClick={() => play.pay(payment)}
        >
          <CardRow cards={payment} vehicle={vehicleOf(play)} />
        </button>
      ))}
    </div>
  );
}

function Twins({ play, twins }: { play: Play; twins: readonly string[] }) {
  const board = play.store.rules.value?.board;
  if (!board) return null;
  return (
    <>
      <Sentence words={t("play.which-twin")} />
      <div class="action-buttons">
        {twins.map((id) => {
          const colour = findRoute(board, id)?.colour ?? "gray";
          return (
            <button key={id} type="button" class={`button twin ${colourClass(colour)}`} onClick={() => play.stageClaim(id)}>
              <Symbol colour={colour} chip />
              {colourName(colour)}
            </button>
          );
        })}
        <button type="button" class="button quiet" onClick={() => play.cancel()}>
          {t("play.cancel")}
        </button>
      </div>
    </>
  );
}

const SECONDS = 6;

/** Words of the moment: why something cannot be done. */
function Said({ play }: { play: Play }) {
  const words = play.words.value;
  useEffect(() => {
    if (!words) return undefined;
    const timer = setTimeout(() => play.hush(words.number), SECONDS * 1000);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <div class="said" role="status" aria-live="assertive">
      {words && (
        <p key={words.number} class={words.kind}>
          <Icon name={words.kind === "bad" ? "cross" : "check"} />
          {words.text}
        </p>
      )}
    </div>
  );
}
