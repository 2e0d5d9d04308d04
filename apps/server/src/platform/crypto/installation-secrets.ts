import { EnvelopeError, type Keyring, open, seal } from "./envelope.ts";
import type { SecretLocation } from "./tenant-secrets.ts";

/**
 * Secrets of users, who belong to no tenant (the key of a second factor): sealed like a tenant's, with a key derived
 * from the root key. A blob opens only for the table, column and row it was sealed for, and survives a root key
 * rotation as long as the older one is loaded.
 */
export interface InstallationSecrets {
  seal(location: SecretLocation, plaintext: Buffer): Buffer;
  /** @throws EnvelopeError not_authentic, malformed */
  open(location: SecretLocation, sealed: Buffer): Buffer;
  /**
   * The same secret under the current root key; null when it is so already.
   *
   * @throws EnvelopeError not_authentic, malformed
   */
  reseal(location: SecretLocation, sealed: Buffer): Buffer | null;
}

/** Used in place of a tenant id; no tenant has it. */
const holder = "installation";

export function createInstallationSecrets(keyring: Keyring): InstallationSecrets {
  const [current, ...older] = keyring.deriveKeys("secrets of the installation") as [Buffer, ...Buffer[]];
  const locationOf = (location: SecretLocation, tenantKey: Buffer) => ({ ...location, tenantId: holder, keyVersion: 1, tenantKey });
  function openWith(keys: Buffer[], location: SecretLocation, sealed: Buffer): { text: Buffer; key: Buffer } {
    for (const key of keys) {
      try {
        return { text: open(locationOf(location, key), sealed), key };
      } catch (error) {
        // May be sealed under an older root key.
        if (key === keys.at(-1) || !(error instanceof EnvelopeError && error.code === "not_authentic")) throw error;
      }
    }
    throw new Error("there is no key");
  }
  const sealCurrent = (location: SecretLocation, plaintext: Buffer) => seal(locationOf(location, current), plaintext);
  return {
    seal: sealCurrent,
    open: (location, sealed) => openWith([current, ...older], location, sealed).text,
    reseal(location, sealed) {
      const { text, key } = openWith([current, ...older], location, sealed);
      return key === current ? null : sealCurrent(location, text);
    },
  };
}
