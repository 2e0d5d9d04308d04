import type { ProviderError } from "@parley/connector-kit";

export interface ErrorRule {
  class: ProviderError["class"];
  code: string;
  scope: ProviderError["scope"];
  retryAfterMs?: number;
  /** Meaning and remedy, for readers of the table and of the channel's page. */
  act: string;
}

const MINUTE = 60_000;

/**
 * A reported system fault may hide an acceptance (channel-protocols.md 4.8), and the platform has no idempotency key
 * that would make a resend harmless. It repeats what it accepted as an echo, which has this long to arrive before the
 * message is resent. Longer than an echo may be held back for a send in progress (90 s).
 */
const systemFault: ErrorRule = {
  class: "retryable",
  code: "provider_error",
  scope: "message",
  retryAfterMs: 2 * MINUTE,
  act: "a fault of the platform: sent again, unless an echo says meanwhile that it was done all the same",
};

/** The table of channel-protocols.md 4.8 as data. A test checks that no code appears twice. */
const rows: [number[], ErrorRule][] = [
  [[40000, 40002], no("message", "bad parameter: our bug, or the input")],
  [[40001], credentials("permission or scope missing, or the wrong type of account: authorise again")],
  [[40007], no("message", "the conversation, message or media is not there")],
  [
    [40064],
    no("recipient", "blocked by the message rules, the person's privacy, the window or the pace: wait for the customer", "window_closed"),
  ],
  [[40100], retry("channel", 5 * MINUTE, "too many requests: pause")],
  [[40102, 40104, 40105], credentials("token missing, invalid or expired: refresh, else authorise again")],
  [[40908], no("message", "file type not supported", "unsupported_by_channel")],
  [[51065], systemFault],
];

export const errorRules: ReadonlyMap<number, ErrorRule> = new Map(
  rows.flatMap(([codes, rule]) => codes.map((code): [number, ErrorRule] => [code, rule])),
);

/** Every code of the table in order, duplicates included, so that a test can find them. */
export const listedCodes: readonly number[] = rows.flatMap(([codes]) => codes);

/**
 * Any code but 0 is a failure reported by the platform: codes of 50000 and above are its own fault, others are ours.
 */
export function ruleOf(code: number): ErrorRule {
  const rule = errorRules.get(code);
  if (rule !== undefined) return rule;
  return code >= 50_000 && code < 60_000 ? systemFault : no("message", "a code the platform's documentation does not name");
}

function no(scope: ErrorRule["scope"], act: string, code = "provider_error"): ErrorRule {
  return { class: "permanent", code, scope, act };
}

function credentials(act: string): ErrorRule {
  return { class: "credentials", code: "channel_not_connected", scope: "channel", act };
}

function retry(scope: ErrorRule["scope"], retryAfterMs: number, act: string): ErrorRule {
  return { class: "retryable", code: "provider_error", scope, retryAfterMs, act };
}
