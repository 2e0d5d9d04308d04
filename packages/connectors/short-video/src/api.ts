import {
  type ProviderApp,
  type ChannelAccess,
  type HttpResponse,
  type PlatformHttp,
  type ProviderError,
  isHttpFailure,
  providerFailure,
} from "@parley/connector-kit";
import { classify, withoutSecrets } from "./errors.ts";
import { type Json, classifyFailure, cleanJson, integerOf, objectAt, own, readResponse, textAt } from "@parley/connector-kit/read";

/** The factory's options, with their defaults. */
export interface Settings {
  version: string;
  authorizeUrl: string;
  /** Whether the access token may be sent to this URL (channel-protocols.md 4.6). */
  mayHaveToken(url: string): boolean;
  /** For channels without a provider app of their own. */
  sharedApp: Partial<ProviderApp> | undefined;
  /** Epoch milliseconds. */
  now(): number;
}

export interface Call {
  method: "GET" | "POST";
  /** Relative to the version; must end with a slash, otherwise the platform returns 404. */
  path: `${string}/`;
  token?: string;
  query?: Record<string, string>;
  body?: Json | { contentType: string; bytes: Buffer };
  /** Absent: the HTTP client's own. */
  timeoutMs?: number;
  /** Further secrets that a response may repeat. */
  hide?: string[];
}

export type Reply = { data: Json } | { error: ProviderError };

/** One call of the platform's API; rejects only because of a bug of ours. */
export async function call(settings: Settings, http: PlatformHttp, input: Call): Promise<Reply> {
  const query = input.query === undefined ? "" : `?${encodeQuery(input.query)}`;
  const body = bodyOf(input);
  let response: HttpResponse;
  try {
    response = await http.request({
      method: input.method,
      path: `/open_api/v${settings.version}/${input.path}${query}`,
      headers: {
        ...(input.token === undefined ? {} : { "access-token": input.token }),
        ...(body === undefined ? {} : { "content-type": body.contentType }),
      },
      ...(body === undefined ? {} : { body: body.content }),
      ...(input.timeoutMs === undefined ? {} : { timeoutMs: input.timeoutMs }),
    });
  } catch (failure) {
    if (!isHttpFailure(failure)) throw failure;
    return { error: classifyFailure(failure) };
  }
  const envelope = readResponse(response);
  const fine = response.status >= 200 && response.status < 300 && integerOf(own(envelope, "code")) === 0;
  if (fine) return { data: objectAt(envelope, "data") ?? {} };
  const reported = withoutSecrets(envelope, [input.token ?? "", ...(input.hide ?? [])]);
  return { error: classify(response.status, reported, settings.now()) };
}

/** The same for methods that throw. */
export async function callOrThrow(settings: Settings, http: PlatformHttp, input: Call): Promise<Json> {
  const reply = await call(settings, http, input);
  if ("error" in reply) throw providerFailure(reply.error);
  return reply.data;
}

/** Name and picture of the connected account. Lists in a query are JSON text. */
export function accountCall(businessId: string, token: string): Call {
  const fields = '["username","display_name","profile_image"]';
  return { method: "GET", path: "business/get/", token, query: { business_id: businessId, fields } };
}

export function tokenOf(access: ChannelAccess): string {
  return textAt(access.config, "accessToken") ?? "";
}

function bodyOf(input: Call): { contentType: string; content: string | Buffer } | undefined {
  if (input.body === undefined) return undefined;
  const { contentType, bytes } = input.body as { contentType?: unknown; bytes?: unknown };
  if (typeof contentType === "string" && Buffer.isBuffer(bytes)) return { contentType, content: bytes };
  return { contentType: "application/json", content: JSON.stringify(cleanJson(input.body)) };
}

/** Ids contain `+`, `/` and `=`; an unencoded plus arrives as a space. */
function encodeQuery(query: Record<string, string>): string {
  return Object.entries(query)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join("&");
}
