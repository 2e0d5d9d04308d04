import {
  type ChannelAccess,
  type HttpResponse,
  type PlatformHttp,
  type ProviderError,
  isHttpFailure,
  providerFailure,
} from "@parley/connector-kit";
import { type Json, classifyFailure, cleanJson, objectAt, readResponse, textAt } from "@parley/connector-kit/read";
import { classifyAnswer } from "./errors.ts";

/** The target of a channel's calls: the account itself, or the page it is linked to, which has another host. */
export interface GraphEndpoint {
  /** The id in the path: the account's, or the page's. */
  id: string;
  base?: "page";
}

export function endpointOf(access: ChannelAccess): GraphEndpoint {
  const pageId = textAt(access.config, "pageId");
  return pageId === undefined ? { id: access.externalId } : { id: pageId, base: "page" };
}

export function tokenOf(access: ChannelAccess): string {
  return textAt(access.config, "accessToken") ?? "";
}

export interface Call {
  method: "GET" | "POST";
  /** Path and query, version included. */
  path: string;
  base?: "page" | "login";
  /** Sent as a bearer token, and removed from answers. Absent: the query identifies the caller. */
  token?: string;
  json?: Json;
  form?: URLSearchParams;
}

/** One call. Throws `HttpFailure` when there is no answer. */
export function request(call: Call, http: PlatformHttp): Promise<HttpResponse> {
  const body = call.form?.toString() ?? (call.json === undefined ? undefined : JSON.stringify(cleanJson(call.json)));
  return http.request({
    method: call.method,
    path: call.path,
    ...(call.base === undefined ? {} : { base: call.base }),
    headers: {
      ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
      ...(body === undefined ? {} : { "content-type": call.form === undefined ? "application/json" : "application/x-www-form-urlencoded" }),
    },
    ...(body === undefined ? {} : { body }),
  });
}

/** The body of a call that must succeed. Removes `hide` and `alsoHide` from error messages. Throws `providerFailure`. */
export async function ask(call: Call, http: PlatformHttp, hide = call.token ?? "", alsoHide = ""): Promise<Json> {
  let response: HttpResponse;
  try {
    response = await request(call, http);
  } catch (failure) {
    if (isHttpFailure(failure)) throw providerFailure(classifyFailure(failure));
    throw failure;
  }
  const body = readResponse(response);
  if (response.status >= 200 && response.status < 300 && body !== undefined && objectAt(body, "error") === undefined) return body;
  const error = loginError(readResponse(response, hide)) ?? classifyAnswer(response, hide);
  throw providerFailure(alsoHide === "" ? error : { ...error, message: error.message.replaceAll(alsoHide, "[secret]") });
}

/** Login endpoints have their own error format: `{error_type, code, error_message}`, with the HTTP status as code. */
function loginError(body: Json | undefined): ProviderError | undefined {
  const message = textAt(body, "error_message");
  if (message === undefined) return undefined;
  const providerCode = (textAt(body, "error_type") ?? "login").slice(0, 60);
  return { class: "permanent", providerCode, code: "provider_error", message: message.slice(0, 1_000), scope: "account" };
}
