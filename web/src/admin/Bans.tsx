/** Banned addresses, and the form to ban one. */

import { useSignal } from "@preact/signals";
import { t } from "../i18n";
import { notifyError } from "../ui/notices";
import type { OrderInfo } from "../wire";
import { orders } from "./operator";

const HOURS = ["1", "24", "168", ""];

export function Bans({ orders: all, now }: { orders: readonly OrderInfo[]; now: number }) {
  const bans = all.filter(({ kind }) => kind === "ban");
  return (
    <section class="panel admin-bans" aria-labelledby="admin-bans">
      <h2 id="admin-bans">{t("admin.bans")}</h2>
      <BanForm />
      {bans.length === 0 ? (
        <p class="admin-words">{t("admin.no-bans")}</p>
      ) : (
        <ul>
          {bans.map((ban) => (
            <li key={ban.key}>
              <strong>{ban.key}</strong> <span>{ban.note}</span>{" "}
              <span class="admin-words">
                {ban.until === null
                  ? t("admin.for-good")
                  : t("admin.hours", { count: Math.max(1, Math.round((ban.until - now) / 3600)) })}
              </span>
              <button
                type="button"
                class="button"
                onClick={() => {
                  orders.lift(ban.key).catch(notifyError);
                }}
              >
                {t("admin.lift")}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function BanForm() {
  const address = useSignal("");
  const hours = useSignal("24");
  const note = useSignal("");
  return (
    <form
      class="admin-form"
      onSubmit={(event) => {
        event.preventDefault();
        orders.ban(address.value.trim(), hours.value ? Number(hours.value) : null, note.value).then(() => {
          address.value = note.value = "";
        }, notifyError);
      }}
    >
      <label>
        <span>{t("admin.address")}</span>
        <input
          class="field"
          type="text"
          maxLength={60}
          placeholder="203.0.113.0/24"
          value={address.value}
          onInput={(event) => {
            address.value = event.currentTarget.value;
          }}
        />
      </label>
      <label>
        <span>{t("admin.how-long")}</span>
        <select
          class="field"
          value={hours.value}
          onChange={(event) => {
            hours.value = event.currentTarget.value;
          }}
        >
          {HOURS.map((hours) => (
            <option key={hours} value={hours}>
              {hours ? t("admin.hours", { count: Number(hours) }) : t("admin.for-good")}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{t("admin.note")}</span>
        <input
          class="field"
          type="text"
          maxLength={200}
          value={note.value}
          onInput={(event) => {
            note.value = event.currentTarget.value;
          }}
        />
      </label>
      <button type="submit" class="button" disabled={address.value.trim() === ""}>
        {t("admin.ban")}
      </button>
    </form>
  );
}
