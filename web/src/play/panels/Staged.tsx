/** A staged move: its cards, the alternative payments, the choice between twins. */

import type { ComponentChildren } from "preact";
import { colourClass, Symbol } from "../../board/pieces/symbols";
import { cardWords, colourName, findRoute, routeName, t } from "../../i18n";
import { CardRow } from "./CardRow";
import { Countdown } from "./Countdown";
import { parseTake } from "../state/moves";
import type { Play } from "../state/play";
import { vehicleOf } from "../state/sentences";

export function ClaimBar({ play }: { play: Play }) {
  const claim = play.state.claim.value;
  const board = play.store.rules.value?.board;
  const route = claim && board && findRoute(board, claim.route);
  if (!claim || !board || !route) return null;
  const payments = play.state.legal.value?.claims[claim.route] ?? [];
  return (
    <>
      <p class="action-words">
        <b>{routeName(board, route.id)}</b>{" "}
        <span class="faint">
          {t(route.tunnel ? "play.claim.tunnel" : "play.claim.points", { points: route.points })}
        </span>
        <CardRow cards={claim.payment} vehicle={vehicleOf(play.state)} />
      </p>
      {play.state.payments.value && <Payments play={play} payments={payments} />}
      <Buttons play={play} words={t(route.tunnel ? "play.dig" : "play.claim")}>
        {payments.length > 1 && (
          <button
            type="button"
            class="button other-payments"
            aria-expanded={play.state.payments.value}
            onClick={() => {
              play.state.payments.value = !play.state.payments.value;
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
      <button
        type="button"
        class="button primary confirm"
        data-coach="confirm"
        disabled={!play.state.free.value}
        onClick={() => play.actions.confirm()}
      >
        {words}
        {play.state.staged.value && <Countdown play={play} move={play.state.staged.value} />}
      </button>
      <button type="button" class="button quiet" onClick={() => play.state.cancel()}>
        {t("play.cancel")}
      </button>
      {children}
    </div>
  );
}

export function StagedBar({ play, move }: { play: Play; move: string }) {
  const card = parseTake(move);
  const name = card ? cardWords(card, 1, vehicleOf(play.state)) : "";
  return (
    <>
      <p class="action-words">
        {card && <CardRow cards={`${card}:1`} vehicle={vehicleOf(play.state)} />}{" "}
        {card ? t("play.sure.take", { card: name }) : t(`play.sure.${move}`)}
      </p>
      <Buttons play={play} words={card ? t("play.take", { card: name }) : t(`play.staged.${move}`)} />
    </>
  );
}

function Payments({ play, payments }: { play: Play; payments: readonly string[] }) {
  const claim = play.state.claim.value;
  return (
    <div class="payments" role="group" aria-label={t("play.payments", { count: payments.length - 1 })}>
      {payments.map((payment) => (
        <button
          key={payment}
          type="button"
          aria-pressed={claim?.payment === payment}
          class="payment"
          onClick={() => play.actions.pay(payment)}
        >
          <CardRow cards={payment} vehicle={vehicleOf(play.state)} />
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
              onClick={() => play.actions.stageClaim(id)}
            >
              <Symbol colour={colour} chip />
              {colourName(colour)}
            </button>
          );
        })}
        <button type="button" class="button quiet" onClick={() => play.state.cancel()}>
          {t("play.cancel")}
        </button>
      </div>
    </>
  );
}
