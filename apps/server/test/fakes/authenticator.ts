/** The authenticator app that generates sign-in codes. */
import { Secret, TOTP } from "otpauth";

/** @param secret as shown when a second factor is set up */
export function codeAt(secret: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({ timestamp: at.getTime() });
}
