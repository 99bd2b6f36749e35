/** The offered tickets: which to keep, and where the rules leave it open, in which order the others return. */

import { t, ticketName } from "../../i18n";
import type { Legal, TicketStatus } from "../../wire";
import { Icon } from "../panels/Icons";
import { type TicketAnswer, answersKeeping, answersOf, fewestKept, parseAnswer } from "../state/moves";
import type { Play } from "../state/play";
import { TicketFace } from "./TicketFace";
import { lookAt } from "./Tickets";

export function Offer({ play }: { play: Play }) {
  const offer = play.state.view.value?.offer ?? [];
  const answers = answersOf(play.state.legal.value);
  if (answers.length === 0) return null;
  const fitting = answersKeeping(answers, play.state.kept.value);
  const hinted = new Set(parseAnswer(play.state.hint.value?.move ?? "")?.keep ?? []);
  return (
    <section class="offer" data-coach="offer" data-covers aria-label={t("play.offer")}>
      <h2 class="small-title">{t("play.offer")}</h2>
      <div class="offer-tickets">
        {offer.map((status) => (
          <Choice key={status.ticket} play={play} status={status} hinted={hinted.has(status.ticket)} />
        ))}
      </div>
      {play.state.legal.value && <KeepButton play={play} legal={play.state.legal.value} />}
      {fitting.length > 1 && <Order play={play} fitting={fitting} />}
    </section>
  );
}

function Choice({ play, status, hinted }: { play: Play; status: TicketStatus; hinted: boolean }) {
  const kept = play.state.kept.value.has(status.ticket);
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={kept}
      class={`ticket choice ${kept ? "kept" : ""} ${hinted ? "hinted" : ""}`}
      data-offer={status.ticket}
      {...lookAt(play, status.ticket)}
      onClick={() => play.state.toggle(status.ticket)}
    >
      <span class="choice-box" aria-hidden="true">
        {kept && <Icon name="check" />}
      </span>
      <TicketFace play={play} status={status} />
    </button>
  );
}

/** The return order: as changed by the player, or the server's first. */
function orderOf(play: Play, fitting: readonly TicketAnswer[]): readonly string[] {
  return play.state.order.value.length > 0 ? play.state.order.value : (fitting[0]?.back ?? []);
}

function KeepButton({ play, legal }: { play: Play; legal: Legal }) {
  const [kept, fewest] = [play.state.kept.value.size, fewestKept(answersOf(legal))];
  return (
    <button
      type="button"
      class="button primary keep"
      disabled={!play.state.answer.value || !play.state.free.value}
      onClick={() => play.actions.keep()}
    >
      {kept < fewest ? t("play.keep-more", { count: fewest - kept }) : t("play.keep", { count: kept })}
    </button>
  );
}

/** The first is drawn again before the others. */
function Order({ play, fitting }: { play: Play; fitting: readonly TicketAnswer[] }) {
  const board = play.store.rules.value?.board;
  const back = orderOf(play, fitting);
  const allowed = (order: readonly string[]) => fitting.some((each) => each.back.join(" ") === order.join(" "));
  return (
    <div class="order">
      <span>{t("play.order")}</span>
      <ol>
        {back.map((ticket, index) => {
          const next = swapped(back, index);
          const name = board ? ticketName(board, ticket) : ticket;
          return (
            <li key={ticket}>
              <span>{name}</span>
              {index + 1 < back.length && allowed(next) && (
                <button
                  type="button"
                  class="button quiet"
                  aria-label={t("play.order-later", { ticket: name })}
                  onClick={() => {
                    play.state.order.value = next;
                  }}
                >
                  <Icon name="down" />
                </button>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function swapped(order: readonly string[], index: number): string[] {
  const next = [...order];
  const [moved] = next.splice(index, 1);
  if (moved !== undefined) next.splice(index + 1, 0, moved);
  return next;
}
