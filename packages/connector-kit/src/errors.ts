import type { HttpFailure } from "./connector.ts";
import type { ProviderError } from "./events.ts";

const unreadable = Symbol("callback unreadable");
const failure = Symbol("provider failure");

/** A verified body that is not in the platform's documented format at all (not JSON, not an object). */
export function callbackUnreadable(message: string): Error {
  return Object.assign(new Error(message), { [unreadable]: true });
}

export function isCallbackUnreadable(error: unknown): boolean {
  return error instanceof Error && unreadable in error;
}

/** Thrown by an optional method (such as listTemplates) when the platform refuses or cannot be reached; `send` never throws it. */
export function providerFailure(error: ProviderError): Error {
  return Object.assign(new Error(error.message), { [failure]: error });
}

/** The platform's error inside a failure thrown by `providerFailure`, else undefined. */
export function providerErrorOf(error: unknown): ProviderError | undefined {
  if (!(error instanceof Error)) return undefined;
  return (error as Error & { [failure]?: ProviderError })[failure];
}

/** Whether the error is the HTTP client's report of a missing answer, see `HttpFailure`. */
export function isHttpFailure(error: unknown): error is HttpFailure {
  return error instanceof Error && (error as { httpFailure?: unknown }).httpFailure === true;
}
