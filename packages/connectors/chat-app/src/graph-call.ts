import { type HttpAnswer, type PlatformHttp, type ProviderError, isHttpFailure, providerFailure } from "@parley/connector-kit";
import { classifyFailure, readAnswer } from "@parley/connector-kit/read";
import { classifyAnswer } from "./errors.ts";

export interface GraphCall {
  method: "GET" | "POST" | "DELETE";
  path: string;
  /** Goes into the Authorization header, and is taken out of the platform's words. */
  token?: string;
  body?: Record<string, unknown>;
  /** Another secret that stands in the path. */
  hide?: string;
}

/**
 * One management call (anything but a send). The answer's body when it is a success that can be read; throws `providerFailure`
 * else. Reading again does no harm, so a cut answer to a GET is as retryable as one that never came.
 */
export async function graphCall(call: GraphCall, http: PlatformHttp): Promise<unknown> {
  const { method, path, token, body, hide } = call;
  let answer: HttpAnswer;
  try {
    answer = await http.request({
      method,
      path,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (failure) {
    if (isHttpFailure(failure)) throw providerFailure(again(method, classifyFailure(failure)));
    throw failure;
  }
  const read = readAnswer(answer);
  if (answer.status >= 200 && answer.status < 300 && read !== undefined) return read;
  const error = again(method, classifyAnswer(answer, token ?? ""));
  throw providerFailure(hide === undefined ? error : { ...error, message: error.message.replaceAll(hide, "[secret]") });
}

function again(method: GraphCall["method"], error: ProviderError): ProviderError {
  return method === "GET" && error.class === "unknown" ? { ...error, class: "retryable" } : error;
}

/** A refusal of our own making: the platform answered, and what it says will not do. */
export function refusal(message: string, code = "provider_error"): Error {
  return providerFailure({ class: "permanent", providerCode: "not_usable", code, message, scope: "channel" });
}
