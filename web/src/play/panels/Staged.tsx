/** A move that is chosen and waits: its cards, the ways to pay for it, which of two routes is meant. */

import type { ComponentChildren } from "preact";
import { colourClass, Symbol } from "../../board/pieces/symbols";
import { cardWords, colourName, findRoute, routeName, t } from "../../i18n";
import { CardRow } from "./CardRow";
import { Countdown } from "./Countdown";
import { parseTake } from "../state/moves";
import type { Play } from "../state/play";
import { vehicleOf } from "../state/sentences";

export function ClaimBar({ play }: { play: Play }) {
  const claim = play.claim.value;
  const board = play.store.rules.value?.board;
  const route = claim && board && findRoute(board, claim.route);
  if (!claim || !board || !route) return null;
  const payments = play.legal.value?.claims[claim.route] ?? [];
  return (
    <>
      <p class="action-words">
        <b>{routeName(board, route.id)}</b>{" "}
        <span class="faint">
          {t(route.tunnel ? "play.claim.tunnel" : "play.claim.points", { points: route.points })}
        </span>
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
            {t("play.payments", { count: payments.length - 1 })}
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
        {play.staged.value && <Countdown play={play} move={play.staged.value} />}
      </button>
      {children}
      <button type="button" class="button quiet" onClick={() => play.cancel()}>
        {t("play.cancel")}
      </button>
    </div>
  );
}

export function StagedBar({ play, move }: { play: Play; move: string }) {
  const card = parseTake(move);
  const name = card ? cardWords(card, 1, vehicleOf(play)) : "";
  return (
    <>
      <p class="action-words">
        {card && <CardRow cards={`${card}:1`} vehicle={vehicleOf(play)} />}{" "}
        {card ? t("play.sure.take", { card: name }) : t(`play.sure.${move}`)}
      </p>
      <Buttons play={play} words={card ? t("play.take", { card: name }) : t(`play.staged.${move}`)} />
    </>
  );
}

/** All ways to pay for the staged claim, as cards. */
export function Payments({ play }: { play: Play }) {
  const claim = play.claim.value;
  const payments = (claim && play.legal.value?.claims[claim.route]) ?? [];
  return (
    <div class="payments" role="group" aria-label={t("play.payments", { count: payments.length - 1 })}>
      {payments.map((payment) => (
        <button
          key={payment}
          type="button"
          aria-pressed={claim?.payment === payment}
          class="payment"
          onClick={() => play.pay(payment)}
        >
          <CardRow cards={payment} vehicle={vehicleOf(play)} />
        </button>
      ))}
    </div>
  );
}

export function Twins({ play, twins }: { play: Play; twins: readonly string[] }) {
  const board = play.store.rules.value?.board;
  if (!board) return null;
  return (
    <>
      <p class="action-words">{t("play.which-twin")}</p>
      <div class="action-buttons">
        {twins.map((id) => {
          const colour = findRoute(board, id)?.colour ?? "gray";
          return (
            <button
              key={id}
              type="button"
              class={`button twin ${colourClass(colour)}`}
              onClick={() => play.stageClaim(id)}
            >
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
