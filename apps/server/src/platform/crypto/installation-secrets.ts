import { EnvelopeError, type Keyring, open, seal } from "./envelope.ts";
import type { Place } from "./tenant-secrets.ts";

/**
 * Secrets of users, who belong to no tenant (the key of a second factor): sealed like a tenant's, with a key derived
 * from the root key. A blob opens only for the table, column and row it was sealed for, and survives a root key
 * rotation as long as the older one is loaded.
 */
export interface InstallationSecrets {
  seal(place: Place, plaintext: Buffer): Buffer;
  /** @throws EnvelopeError not_authentic, malformed */
  open(place: Place, sealed: Buffer): Buffer;
  /**
   * The same secret under the current root key; null when it is so already.
   *
   * @throws EnvelopeError not_authentic, malformed
   */
  reseal(place: Place, sealed: Buffer): Buffer | null;
}

/** Used in place of a tenant id; no tenant has it. */
const holder = "installation";

export function createInstallationSecrets(keyring: Keyring): InstallationSecrets {
  const [current, ...older] = keyring.deriveKeys("secrets of the installation") as [Buffer, ...Buffer[]];
  const placeOf = (place: Place, tenantKey: Buffer) => ({ ...place, tenantId: holder, keyVersion: 1, tenantKey });
  function openWith(keys: Buffer[], place: Place, sealed: Buffer): { text: Buffer; key: Buffer } {
    for (const key of keys) {
      try {
        return { text: open(placeOf(place, key), sealed), key };
      } catch (error) {
        // May be sealed under an older root key.
        if (key === keys.at(-1) || !(error instanceof EnvelopeError && error.code === "not_authentic")) throw error;
      }
    }
    throw new Error("there is no key");
  }
  const sealCurrent = (place: Place, plaintext: Buffer) => seal(placeOf(place, current), plaintext);
  return {
    seal: sealCurrent,
    open: (place, sealed) => openWith([current, ...older], place, sealed).text,
    reseal(place, sealed) {
      const { text, key } = openWith([current, ...older], place, sealed);
      return key === current ? null : sealCurrent(place, text);
    },
  };
}
