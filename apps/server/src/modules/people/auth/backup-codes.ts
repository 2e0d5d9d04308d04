import { hash, randomBytes } from "node:crypto";

/** RFC 4648 base32 in lower case: no letter can be mistaken for a digit. */
const alphabet = "abcdefghijklmnopqrstuvwxyz234567";
const groups = 4;
const groupLength = 6;
export const backupCodeCount = 10;

const FORM = /^[a-z2-7]{24}$/;

/**
 * Ten codes of 120 random bits, as `abcdef-…`. At that length a plain hash is enough (OWASP ASVS 5.0, 6.5.2: 112 bits).
 */
export function newBackupCodes(random: (size: number) => Buffer = randomBytes): string[] {
  return Array.from({ length: backupCodeCount }, () =>
    Array.from({ length: groups }, () => Array.from(random(groupLength), (byte) => alphabet[byte % 32]).join("")).join("-"),
  );
}

/** SHA-256 of a code however it was typed (dashes, spaces, capitals); null if it is not a code. */
export function hashBackupCode(text: string): Buffer | null {
  const plain = text.toLowerCase().replaceAll(/[\s-]/g, "");
  return FORM.test(plain) ? hash("sha256", plain, "buffer") : null;
}
