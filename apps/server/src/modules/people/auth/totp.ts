import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";

/** RFC 6238 as every authenticator app has it: SHA-1, six digits, 30 seconds. */
const periodSeconds = 30;
/** Steps before and after now whose code is taken: clocks differ, and people type slowly. */
const window = 1;
/** RFC 4226, section 4, R6: 160 bits. */
const secretBytes = 20;

export function newTotpSecret(): Buffer {
  return randomBytes(secretBytes);
}

/** The secret as people type it, and the address that a QR code shows. @param issuer what the app lists it under */
export function describeTotp(secret: Buffer, email: string, issuer: string): { secret: string; uri: string } {
  const totp = totpOf(secret, email, issuer);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The step (30 seconds since 1970) whose code this is, near `now`; null for none. Whether it was used before is the caller's to say. */
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
