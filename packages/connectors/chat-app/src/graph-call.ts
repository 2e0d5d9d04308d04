import { type HttpResponse, type PlatformHttp, type ProviderError, isHttpFailure, providerFailure } from "@parley/connector-kit";
import { classifyFailure, readResponse } from "@parley/connector-kit/read";
import { classifyAnswer } from "./errors.ts";

export interface GraphCall {
  method: "GET" | "POST" | "DELETE";
  path: string;
  /** Sent in the Authorization header, and removed from the platform's error texts. */
  token?: string;
  body?: Record<string, unknown>;
  /** Another secret, contained in the path. */
  hide?: string;
  /** Absent: the client's own. */
  timeoutMs?: number;
}

/**
 * One management call (any call but a send). Returns the body of a readable success; otherwise throws
 * `providerFailure`. Repeating a read is harmless, so an interrupted answer to a GET is as retryable as a missing one.
 */
export async function graphCall(call: GraphCall, http: PlatformHttp): Promise<unknown> {
  const { method, path, token, body, hide, timeoutMs } = call;
  let response: HttpResponse;
  try {
    response = await http.request({
      method,
      path,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
  } catch (failure) {
    if (isHttpFailure(failure)) throw providerFailure(again(method, classifyFailure(failure)));
    throw failure;
  }
  const read = readResponse(response);
  if (response.status >= 200 && response.status < 300 && read !== undefined) return read;
  const error = again(method, classifyAnswer(response, token ?? ""));
  throw providerFailure(hide === undefined ? error : { ...error, message: error.message.replaceAll(hide, "[secret]") });
}

function again(method: GraphCall["method"], error: ProviderError): ProviderError {
  return method === "GET" && error.class === "unknown" ? { ...error, class: "retryable" } : error;
}

/** A refusal of our own: the platform answered, but its answer is not acceptable. */
export function refusal(message: string, code = "provider_error"): Error {
  return providerFailure({ class: "permanent", providerCode: "not_usable", code, message, scope: "channel" });
}
