import { createHash, timingSafeEqual } from "node:crypto";

/**
 * Travels through the person's browser and back: the id of the authorisation, and 32 random bytes as proof. Contains tenant and row, so
 * that no cross-tenant lookup is needed; without the random bytes they give no access.
 */
export interface AuthorizationState {
  tenantId: string;
  authorizationId: string;
  hash: Buffer;
}

const idBytes = 16;
const secretBytes = 32;
const length = 2 * idBytes + secretBytes;

export function makeState(tenantId: string, authorizationId: string, random: (size: number) => Buffer): { text: string; hash: Buffer } {
  const secret = random(secretBytes);
  return { text: Buffer.concat([bytesOf(tenantId), bytesOf(authorizationId), secret]).toString("base64url"), hash: hashOf(secret) };
}

/** null: not one of our states. */
export function readState(text: string): AuthorizationState | null {
  if (!/^[A-Za-z0-9_-]{80,90}$/.test(text)) return null;
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length !== length) return null;
  return {
    tenantId: uuidOf(bytes.subarray(0, idBytes)),
    authorizationId: uuidOf(bytes.subarray(idBytes, 2 * idBytes)),
    hash: hashOf(bytes.subarray(2 * idBytes)),
  };
}

export function sameState(stored: Buffer | null, given: Buffer): boolean {
  return stored !== null && stored.length === given.length && timingSafeEqual(stored, given);
}

function hashOf(secret: Buffer): Buffer {
  return createHash("sha256").update(secret).digest();
}

function bytesOf(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll("-", ""), "hex");
}

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
