import type { ProviderError } from "@parley/connector-kit";
import { type Json, integerOf, own, textAt } from "@parley/connector-kit/read";
import { ruleOf } from "./error-table.ts";

const MESSAGE_LENGTH_MAX = 1_000;
const DAY_MS = 86_400_000;

/**
 * Maps an unsuccessful response to one of our four classes. Total: any status, any body. The code in the envelope decides, because nearly
 * every response has HTTP status 200; the status counts only without a code.
 *
 * `unknown` means that the call may have had its effect: a 5xx page from a proxy, or an unreadable 2xx. `now` in epoch milliseconds: a
 * daily limit ends at midnight UTC.
 */
export function classify(httpStatus: number, body: unknown, now: number): ProviderError {
  const code = integerOf(own(body, "code"));
  if (code !== undefined && code !== 0) {
    const rule = ruleOf(code);
    const message = messageOf(body);
    const retryAfterMs = code === 40100 && /\bday\b|daily/i.test(message) ? DAY_MS - (now % DAY_MS) : rule.retryAfterMs;
    return {
      class: rule.class,
      providerCode: String(code),
      code: rule.code,
      message,
      scope: rule.scope,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    };
  }
  const answer = (errorClass: ProviderError["class"], scope: ProviderError["scope"] = "message", ourCode = "provider_error") => ({
    class: errorClass,
    providerCode: `http_${httpStatus}`,
    code: ourCode,
    message: `The platform responded with HTTP status ${httpStatus}.`,
    scope,
  });
  if (httpStatus === 429) return answer("retryable", "channel");
  if (httpStatus === 401) return answer("credentials", "channel", "channel_not_connected");
  // 408 comes from a proxy that waited for the rest of a request it may have passed on.
  return httpStatus >= 300 && httpStatus < 500 && httpStatus !== 408 ? answer("permanent") : answer("unknown");
}

/** Removes the secrets from a response: the platform repeats a token that it rejects. */
export function withoutSecrets(envelope: Json | undefined, secrets: readonly string[]): Json | undefined {
  let message = textAt(envelope, "message");
  if (message === undefined) return envelope;
  for (const secret of secrets) if (secret !== "") message = message.replaceAll(secret, "[secret]");
  return { ...envelope, message };
}

/** A missing permission for images or cards is not the token's fault: texts may still be accepted. */
export function ofOneKind(error: ProviderError): ProviderError {
  return error.providerCode === "40001" ? { ...error, class: "permanent", code: "unsupported_by_channel", scope: "message" } : error;
}

/** A refusal of our own, before any call. */
export function notSent(code: string, message: string, scope: ProviderError["scope"] = "message"): ProviderError {
  return { class: "permanent", providerCode: "not_sent", code, message, scope };
}

/** Includes the request id, because the platform's support asks for it. */
function messageOf(body: unknown): string {
  const words = (textAt(body, "message") ?? "The platform gave no reason.").slice(0, MESSAGE_LENGTH_MAX).toWellFormed();
  const requestId = textAt(body, "request_id");
  return requestId === undefined ? words : `${words} (request ${requestId.slice(0, 100)})`;
}
