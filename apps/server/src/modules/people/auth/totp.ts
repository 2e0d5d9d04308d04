import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";

/** RFC 6238 as every authenticator app implements it: SHA-1, six digits, 30 seconds. */
const periodSeconds = 30;
/** Steps before and after now whose code is accepted: clocks differ, and people type slowly. */
const window = 1;
/** RFC 4226, section 4, R6: 160 bits. */
const secretBytes = 20;

export function newTotpSecret(): Buffer {
  return randomBytes(secretBytes);
}

/**
 * The secret for typing, and the URI for a QR code.
 * @param issuer the name under which the app lists it
 */
export function describeTotp(secret: Buffer, email: string, issuer: string): { secret: string; uri: string } {
  const totp = totpOf(secret, email, issuer);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/**
 * The step (30 seconds each, since 1970) of this code, near `now`; null if it matches none. The caller checks whether
 * it was used before.
 */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | null {
  const delta = totpOf(secret, "", "").validate({ token: code, timestamp: now.getTime(), window });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / periodSeconds) + delta;
}

function totpOf(secret: Buffer, label: string, issuer: string): TOTP {
  const bytes = new Uint8Array(secret);
  return new TOTP({
    issuer,
    label,
    secret: new Secret({ buffer: bytes.buffer }),
    algorithm: "SHA1",
    digits: 6,
    period: periodSeconds,
  });
}
