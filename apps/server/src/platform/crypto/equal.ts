import { hash, timingSafeEqual } from "node:crypto";

/** Whether two secrets are equal, in a time that reveals neither their length nor where they differ. */
export function equalSecrets(received: string, expected: string): boolean {
  return timingSafeEqual(hash("sha256", received, "buffer"), hash("sha256", expected, "buffer"));
}
