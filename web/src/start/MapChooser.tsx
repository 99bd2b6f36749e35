/** The map chooser: all boards as thumbnails, the chosen one large. */

import { Thumbnail } from "../table/Thumbnail";
import { knows, rulesName, t } from "../i18n";
import type { RulesOffer } from "../wire";
import { botsOffered, rulesOffered } from "./offers";
import { Poster } from "./Poster";
import { change, fitting, setup } from "./setup";

export function MapChooser() {
  const offers = rulesOffered.value;
  const chosen = offers.find((each) => each.id === fitting(setup.value, offers, botsOffered.value).rules);
  return (
    <div class="maps">
      <div class="maps-row" role="radiogroup" aria-label={t("start.board")}>
        {offers.map((offer) => (
          <Card key={offer.id} offer={offer} chosen={offer === chosen} />
        ))}
      </div>
      <div class="maps-large">{chosen && <Large offer={chosen} />}</div>
    </div>
  );
}

function Large({ offer }: { offer: RulesOffer }) {
  const words = `start.rules.${offer.id}`;
  return (
    <>
      <Poster rules={offer} />
      <div class="maps-caption">
        <h2>{rulesName(offer)}</h2>
        {knows(words) && <p>{t(words)}</p>}
        <p class="maps-facts">
          {facts(offer)} · <a href={`/rules/${offer.id}`}>{t("start.rules")}</a>
        </p>
      </div>
    </>
  );
}

function facts(offer: RulesOffer): string {
  const [fewest = 2, most = 5] = offer.players;
  const minutes = Math.max(10, Math.round((offer.trains * 1.1) / 5) * 5);
  return [
    t("start.players-range", { fewest, most }),
    t("start.minutes", { minutes }),
    t("start.tickets", { count: offer.counts.tickets ?? 0 }),
  ].join(" · ");
}

function Card({ offer, chosen }: { offer: RulesOffer; chosen: boolean }) {
  return (
    <label class={`map-card ${chosen ? "chosen" : ""}`}>
      <input type="radio" name="rules" class="spoken" checked={chosen} onChange={() => change({ rules: offer.id })} />
      <Thumbnail rules={offer} />
      <span>{rulesName(offer)}</span>
    </label>
  );
}
