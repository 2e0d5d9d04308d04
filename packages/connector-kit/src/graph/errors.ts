import type { HttpResponse } from "../connector.ts";
import type { ProviderError } from "../events.ts";
import { readResponse } from "../read/response.ts";
import { asObject, integerOf, listOf, objectAt, own, textAt } from "../read/read.ts";
import type { ErrorRule, ErrorTable } from "./error-table.ts";

const MESSAGE_LENGTH_MAX = 1_000;

/** The Graph API's errors, by one connector's table of codes. */
export function createGraphErrors({ rules }: ErrorTable) {
  /**
   * Maps a failed answer to one of our four classes. Total: any status, any body. The platform's code decides, because
   * its HTTP status is unreliable (throttling arrives as 400 or 429); the status counts only without a known code.
   *
   * `unknown` means that the call may have had its effect: a 5xx page of some proxy, or an unreadable 2xx.
   */
  function classify(httpStatus: number, body: unknown): ProviderError {
    const error = objectAt(body, "error");
    const code = integerOf(own(error, "code"));
    const rule = ruleOf(code, integerOf(own(error, "error_subcode")));
    if (rule !== undefined) return known(code as number, rule, error);
    const providerCode = code === undefined ? `http_${httpStatus}` : String(code);
    const message = error === undefined ? `The platform responded with HTTP status ${httpStatus}.` : wordsOf(error);
    const answer = (
      errorClass: ProviderError["class"],
      scope: ProviderError["scope"] = "message",
      ourCode = "provider_error",
    ): ProviderError => ({ class: errorClass, providerCode, code: ourCode, message, scope });
    if (own(error, "is_transient") === true || httpStatus === 429) {
      return answer("retryable", httpStatus === 429 ? "channel" : "message");
    }
    if (httpStatus === 401) return answer("credentials", "channel", "channel_not_connected");
    // 408 comes from a proxy that waited for the rest of a request it may have passed on.
    return httpStatus >= 300 && httpStatus < 500 && httpStatus !== 408 ? answer("permanent") : answer("unknown");
  }

  /** An error element of a callback (`{code, title, message, error_data}`): permanent, because no call is waiting for a result. */
  function classifyElement(element: unknown): ProviderError {
    const code = integerOf(own(element, "code"));
    const rule = ruleOf(code, integerOf(own(element, "error_subcode")));
    if (rule !== undefined) return known(code as number, rule, element);
    return {
      class: "permanent",
      providerCode: (textAt(element, "code") ?? "unnamed").slice(0, 60),
      code: "provider_error",
      message: wordsOf(element),
      scope: "message",
    };
  }

  /** An unsuccessful HTTP response, with its wait, and without the token that some messages repeat. */
  function classifyResponse(response: HttpResponse, accessToken: string): ProviderError {
    const error = classify(response.status, readResponse(response, accessToken));
    const waitMs = waitOf(response.headers);
    if (error.class !== "retryable" || waitMs === undefined) return error;
    return { ...error, retryAfterMs: Math.max(waitMs, error.retryAfterMs ?? 0) };
  }

  function ruleOf(code: number | undefined, subcode: number | undefined): ErrorRule | undefined {
    if (code === undefined) return undefined;
    return (subcode === undefined ? undefined : rules.get(`${code}/${subcode}`)) ?? rules.get(code);
  }

  return { classify, classifyElement, classifyAnswer: classifyResponse };
}

function known(code: number, rule: ErrorRule, element: unknown): ProviderError {
  return {
    class: rule.class,
    providerCode: String(code),
    code: rule.code,
    message: wordsOf(element),
    scope: rule.scope,
    ...(rule.retryAfterMs === undefined ? {} : { retryAfterMs: rule.retryAfterMs }),
  };
}

/** Code and details are stable; titles change. */
function wordsOf(element: unknown): string {
  const words =
    textAt(objectAt(element, "error_data"), "details") ??
    textAt(element, "error_user_msg") ??
    textAt(element, "message") ??
    textAt(element, "title") ??
    "The platform gave no reason.";
  return words.slice(0, MESSAGE_LENGTH_MAX).toWellFormed();
}

/** The longest wait of `Retry-After` (seconds) and the usage headers (`estimated_time_to_regain_access`, minutes). */
function waitOf(headers: HttpResponse["headers"]): number | undefined {
  const header = (name: string) => listOf(headers[name])[0];
  const seconds = integerOf(header("retry-after")) ?? 0;
  const usage = header("x-business-use-case-usage");
  const minutes = typeof usage === "string" ? minutesIn(usage) : 0;
  const waitMs = Math.max(seconds * 1_000, minutes * 60_000);
  return waitMs > 0 ? waitMs : undefined;
}

function minutesIn(usage: string): number {
  let parsed: unknown;
  try {
    parsed = JSON.parse(usage);
  } catch {
    // Only a hint: if it is unreadable, the table's own wait applies.
    return 0;
  }
  const uses = Object.values(asObject(parsed) ?? {}).flatMap(listOf);
  return Math.max(0, ...uses.map((use) => integerOf(own(use, "estimated_time_to_regain_access")) ?? 0));
}
