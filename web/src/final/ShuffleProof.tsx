/** Proof of a fair shuffle: the hash shown from the start, the secret revealed now. */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { t } from "../i18n";
import type { TableInfo } from "../wire";

export function ShuffleProof({ table }: { table: Pick<TableInfo, "commitment" | "secret"> }) {
  const fits = useSignal<boolean | null>(null);
  const { commitment, secret } = table;
  useEffect(() => {
    if (secret) void hashOf(secret).then((hash) => (fits.value = hash === null ? null : hash === commitment));
  }, [secret, commitment]);
  if (!secret) return null;
  return (
    <details class="final-shuffle">
      <summary>{t("final.shuffle")}</summary>
      <p>{t("final.shuffle-words")}</p>
      <dl>
        <dt>{t("final.commitment")}</dt>
        <dd>
          <code>{commitment}</code>
        </dd>
        <dt>{t("final.secret")}</dt>
        <dd>
          <code>{secret}</code>
        </dd>
      </dl>
      {fits.value !== null && (
        <p class={fits.value ? "good" : "bad"}>{t(fits.value ? "final.fits" : "final.fits-not")}</p>
      )}
    </details>
  );
}

/** SHA-256 of hexadecimal bytes; null where the browser lacks it (pages without TLS). */
async function hashOf(hex: string): Promise<string | null> {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const digest = await globalThis.crypto?.subtle?.digest("SHA-256", bytes);
  return digest ? Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("") : null;
}
