import { nextDelayMs, OVERLOAD_FLOOR_MS, parseRetryAfter } from "#platform/retry/schedule.ts";
import type { OutboundErrorKind } from "#platform/outbound-http/errors.ts";

/** The result of one attempt, before it is judged. */
export type AttemptResult =
  | { kind: "answer"; status: number; retryAfter: string | undefined }
  | { kind: "error"; error: OutboundErrorKind | "internal"; message: string };

export interface Verdict {
  state: "delivered" | "ready" | "failed";
  /** When to retry; only with `ready`. */
  runAt: Date | null;
  errorKind: string | null;
  error: string | null;
  /** The receiver wants no more deliveries, ever. */
  disable: string | null;
}

/**
 * The policy for every possible end of an attempt. 2xx is success; a redirect is a failure and never followed; 410 ends
 * the subscription; everything else is retried on the schedule until the attempts are used up.
 *
 * @param attempt the number of this attempt, from 1
 */
export function judge(result: AttemptResult, attempt: number, now: Date, random: () => number): Verdict {
  if (result.kind === "answer" && result.status >= 200 && result.status < 300) {
    return { state: "delivered", runAt: null, errorKind: null, error: null, disable: null };
  }
  const failure = describe(result);
  if (result.kind === "answer" && result.status === 410) {
    return { state: "failed", runAt: null, ...failure, disable: "The endpoint responded with 410 Gone." };
  }
  const overloaded = result.kind === "answer" ? result.status === 429 || result.status === 503 : result.error === "timeout";
  const delayMs = nextDelayMs(attempt, {
    random,
    retryAfterMs: result.kind === "answer" ? parseRetryAfter(result.retryAfter, now.getTime()) : null,
    ...(overloaded ? { floorMs: OVERLOAD_FLOOR_MS } : {}),
  });
  if (delayMs === null) return { state: "failed", runAt: null, ...failure, disable: null };
  return { state: "ready", runAt: new Date(now.getTime() + delayMs), ...failure, disable: null };
}

function describe(result: AttemptResult): { errorKind: string; error: string } {
  if (result.kind === "error") return { errorKind: result.error, error: result.message };
  if (result.status >= 300 && result.status < 400)
    return { errorKind: "redirect", error: `responded with ${result.status}; redirects are not followed` };
  return { errorKind: "status", error: `answered ${result.status}` };
}
