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
}

/** Used in place of a tenant id; no tenant has it. */
const holder = "installation";

export function createInstallationSecrets(keyring: Keyring): InstallationSecrets {
  const [current, ...older] = keyring.deriveKeys("secrets of the installation") as [Buffer, ...Buffer[]];
  const placeOf = (place: Place, tenantKey: Buffer) => ({ ...place, tenantId: holder, keyVersion: 1, tenantKey });
  return {
    seal: (place, plaintext) => seal(placeOf(place, current), plaintext),
    open(place, sealed) {
      for (const key of older.length === 0 ? [] : [current, ...older]) {
        try {
          return open(placeOf(place, key), sealed);
        } catch (error) {
          // May be sealed under an older root key.
          if (!(error instanceof EnvelopeError && error.code === "not_authentic")) throw error;
        }
      }
      return open(placeOf(place, current), sealed);
    },
  };
}
