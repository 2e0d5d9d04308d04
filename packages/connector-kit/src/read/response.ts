import type { HttpResponse, HttpFailure } from "../connector.ts";
import type { ProviderError } from "../events.ts";
import { parseJsonKeepingDigits } from "../json.ts";
import { type Json, asObject, cleanJson } from "./read.ts";

/** The body as a JSON object; undefined for HTML, truncated or empty text. Removes `hide` everywhere. */
export function readResponse(response: HttpResponse, hide = ""): Json | undefined {
  const text = response.body.toString("utf8");
  try {
    return asObject(cleanJson(parseJsonKeepingDigits(hide === "" ? text : text.replaceAll(hide, "[token]"))));
  } catch {
    return undefined;
  }
}

const finalReasons: Partial<Record<HttpFailure["reason"], string>> = {
  too_large: "The content is larger than this server accepts.",
  blocked: "The platform returned a URL that must not be called.",
};

/** No answer at all: retryable when nothing was sent, unknown otherwise. */
export function classifyFailure(failure: HttpFailure): ProviderError {
  const final = finalReasons[failure.reason];
  if (final !== undefined)
    return { class: "permanent", providerCode: failure.reason, code: "provider_error", message: final, scope: "message" };
  return {
    class: failure.reached ? "unknown" : "retryable",
    providerCode: failure.reason,
    code: "provider_error",
    message: failure.reached ? "The connection ended before the platform responded." : "The platform cannot be reached.",
    scope: failure.reached ? "message" : "channel",
  };
}

/** For a call that may be repeated without harm: an unknown outcome counts as not done. */
export function repeatable(error: ProviderError): ProviderError {
  return error.class === "unknown" ? { ...error, class: "retryable" } : error;
}
