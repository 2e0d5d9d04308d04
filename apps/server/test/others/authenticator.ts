/** The app on somebody's phone that makes codes for signing in. */
import { Secret, TOTP } from "otpauth";

/** @param secret as it is shown when a second factor is set up */
export function codeAt(secret: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({ timestamp: at.getTime() });
}
