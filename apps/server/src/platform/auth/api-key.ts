import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/**
 * API keys: `svc_live_` or `svc_test_`, 10 base62 characters that identify the key, 32 random ones (190 bits), and 6 of
 * the CRC-32 of everything before them. The underscores let a double click select the whole key, and the checksum
 * rejects typos and guesses without a query. Only the SHA-256 is stored: with 190 random bits a slow hash would add
 * nothing (OWASP ASVS 5.0, 6.5.2: 112 bits suffice) and would cost milliseconds per request.
 */
export type KeyEnvironment = "live" | "test";

export interface ParsedApiKey {
  environment: KeyEnvironment;
  /** The ten characters that identify the key; not secret, safe to show in lists and logs. */
  keyId: string;
  /** For lists: "…wxyz". The end of the checksum, so it reveals nothing of the secret part. */
  lastFour: string;
}

export interface MintedApiKey extends ParsedApiKey {
  /** The whole key: shown once, never stored. */
  key: string;
  /** The value that is stored and looked up. */
  hash: Buffer;
}

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const KEY_ID_LENGTH = 10;
const SECRET_LENGTH = 32;
const FORM = /^svc_(live|test)_([0-9A-Za-z]{10})[0-9A-Za-z]{32}([0-9A-Za-z]{6})$/;

/**
 * Generates a new key.
 *
 * @param random returns that many secure random bytes
 */
export function mintApiKey(environment: KeyEnvironment, random: (size: number) => Buffer = randomBytes): MintedApiKey {
  const keyId = randomBase62(KEY_ID_LENGTH, random);
  const body = `svc_${environment}_${keyId}${randomBase62(SECRET_LENGTH, random)}`;
  const key = body + checksum(body);
  return { key, environment, keyId, lastFour: key.slice(-4), hash: hashApiKey(key) };
}

/** The parts of a key whose form and checksum are valid, else null: such a text is rejected without a query. */
export function parseApiKey(text: string): ParsedApiKey | null {
  const match = FORM.exec(text);
  if (match === null) return null;
  const [, environment, keyId, sum] = match;
  if (keyId === undefined || sum !== checksum(text.slice(0, -6))) return null;
  return { environment: environment as KeyEnvironment, keyId, lastFour: text.slice(-4) };
}

/** SHA-256 of the whole key as text: 32 bytes, used for the lookup. */
export function hashApiKey(text: string): Buffer {
  return hash("sha256", text, "buffer");
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = "";
  for (let i = 0; i < 6; i++) {
    text = BASE62[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** Discards bytes of 248 and above: 256 is not a multiple of 62, and keeping them would favour eight characters. */
function randomBase62(length: number, random: (size: number) => Buffer): string {
  let text = "";
  while (text.length < length) {
    for (const byte of random(length + 8)) {
      if (byte < 248 && text.length < length) text += BASE62[byte % 62];
    }
  }
  return text;
}
