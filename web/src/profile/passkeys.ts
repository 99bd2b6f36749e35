/** Passkeys: the browser's part of WebAuthn, between the server's texts and the browser's bytes. */

import type { PasskeyChallenge, PasskeyMade, PasskeyShown } from "../wire";

/** Ed25519, ES256 and RS256, by their numbers in COSE. */
const ALGORITHMS = [-8, -7, -257];

/** The player closed the browser's dialog, or has no passkey for this site. */
export class NoPasskey extends Error {}

export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === "function" && "credentials" in navigator;
}

export async function makePasskey(asked: PasskeyChallenge, name: string): Promise<PasskeyMade> {
  const made = await used(
    navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(asked.challenge),
        rp: { id: asked.site, name: "Ferrovia" },
        user: { id: bytesOf(asked.user), name, displayName: name },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key" as const, alg })),
        excludeCredentials: asked.passkeys.map(descriptor),
        authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
        attestation: "none",
        timeout: 1000 * asked.seconds,
      },
    }),
  );
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    id: made.id,
    client_data: textOf(response.clientDataJSON),
    attestation: textOf(response.attestationObject),
  };
}

/** Without passkeys in the challenge the browser offers all it has for this site. */
export async function showPasskey(asked: PasskeyChallenge): Promise<PasskeyShown> {
  const shown = await used(
    navigator.credentials.get({
      publicKey: {
        challenge: bytesOf(asked.challenge),
        rpId: asked.site,
        allowCredentials: asked.passkeys.map(descriptor),
        userVerification: "required",
        timeout: 1000 * asked.seconds,
      },
    }),
  );
  const response = shown.response as AuthenticatorAssertionResponse;
  return {
    id: shown.id,
    client_data: textOf(response.clientDataJSON),
    authenticator_data: textOf(response.authenticatorData),
    signature: textOf(response.signature),
    user: textOf(response.userHandle ?? new ArrayBuffer(0)),
  };
}

async function used(asking: Promise<Credential | null>): Promise<PublicKeyCredential> {
  const credential = await asking.catch(() => null);
  if (!credential) throw new NoPasskey();
  return credential as PublicKeyCredential;
}

function descriptor(id: string): PublicKeyCredentialDescriptor {
  return { type: "public-key", id: bytesOf(id) };
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

function textOf(content: ArrayBuffer): string {
  const letters = Array.from(new Uint8Array(content), (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
