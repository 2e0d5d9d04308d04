import type { KeyObject } from "node:crypto";
import type { Poster, Target } from "../shared/poster.ts";
import { signTiktok } from "../shared/signing.ts";
import type { CallbackResponse, Clock } from "../shared/types.ts";

const HEADERS = ["content-type", "application/json", "user-agent", "tiktok-business-webhook", "accept", "*/*"];

/** Posts one body and signs the time of each attempt: a retry has a new time (channel-protocols.md 4.3). No secret: unsigned. */
export function postSignedNow(
  poster: Poster,
  clock: Clock,
  target: Target,
  body: string,
  secret: KeyObject | undefined,
  options: { ageSeconds?: number; retry?: boolean } = {},
  answered?: (answer: CallbackResponse) => void,
): void {
  const headersOf = (): string[] => {
    if (secret === undefined) return HEADERS;
    const seconds = Math.floor(clock.now() / 1_000) - (options.ageSeconds ?? 0);
    return [...HEADERS, "tiktok-signature", signTiktok(secret, body, seconds)];
  };
  poster.postWith(target, body, headersOf, answered, options.retry ?? true);
}
