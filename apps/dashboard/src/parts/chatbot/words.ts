/** Maps a chatbot's codes to text keys. */
import type { ChatbotTurn } from "@parley/sdk";
import type { PlainKey } from "../../i18n/catalogue.ts";
import type { ChipTone } from "../../ui/Chip.tsx";

export const decisionTones: Readonly<Record<ChatbotTurn["decision"], ChipTone>> = {
  answered: "ok",
  declined: "warn",
  handed_over: "info",
  outside_hours: "plain",
  silenced: "plain",
  superseded: "line",
};

const reasons = [
  "customer_request",
  "keyword",
  "missing_knowledge",
  "low_confidence",
  "failed_turns",
  "max_replies",
  "loop_detected",
  "policy",
  "unsupported_media",
  "provider_error",
  "usage_limit",
  "outside_hours",
  "window_closed",
  "refused",
  "model",
  "manual",
  "out_of_scope",
  "blocked_topic",
  "not_in_control",
  "opted_out",
  "blocked_contact",
  "automatic_reply",
  "limit_reached",
  "told_already",
  "nothing_new",
  "taken_over",
  "newer_message",
  "switched_off",
  "failed_to_send",
] as const;

const failures = [
  "invalid_key",
  "forbidden",
  "no_quota",
  "rate_limited",
  "model_not_found",
  "context_too_long",
  "bad_request",
  "refused",
  "server_error",
  "unreachable",
  "timed_out",
  "bad_response",
  "blocked_url",
  "bad_output",
  "circuit_open",
  "unreadable",
  "no_key",
  "insufficient_credits",
  "entitlement_exceeded",
  "all_failed",
] as const;

const findings = ["empty", "unknown_citation", "no_citation", "policy_leak", "secret", "markup"] as const;

const known = <Code extends string>(codes: readonly Code[], code: unknown): Code | undefined => codes.find((each) => each === code);

/** The reason for a chatbot's decision. */
export function reasonKey(reason: string): PlainKey {
  const code = known(reasons, reason);
  return code === undefined ? "decision.other" : `decision.reason.${code}`;
}
/** Why a model did not answer; null: an unknown code. */
export function aiFailureKey(input: unknown): PlainKey | null {
  const code = known(failures, input);
  return code === undefined ? null : `ai.failure.${code}`;
}
/** What is wrong with a reply, for findings without parameters. */
export function findingKey(input: unknown): PlainKey | null {
  const code = known(findings, input);
  return code === undefined ? null : `decision.check.${code}`;
}
