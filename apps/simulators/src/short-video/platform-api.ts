import type { IncomingMessage, ServerResponse } from "node:http";
import { readBody } from "../shared/http.ts";
import { handleAccount, handleContents, handleConversations, handleWebhook } from "./account-api.ts";
import { refusal } from "./errors.ts";
import { Exchange } from "./exchange.ts";
import { handleCapabilities, handleDownload, handleUpload, serveMedia } from "./media-api.ts";
import { decide, handleRefresh, handleRevoke, handleToken, handleTokenInfo, serveAuthorizePage } from "./oauth-api.ts";
import { handleSend } from "./send.ts";
import type { Account, PlatformState } from "./state.ts";
import type { RecordedCall } from "./types.ts";

const BASE = "/open_api/v1.3/";

interface Endpoint {
  method: "GET" | "POST";
  /** A scope of the account; endpoints of the app name the app in their body. */
  scope?: string;
  account?: (exchange: Exchange, account: Account) => void;
  app?: (exchange: Exchange) => void;
}

/** A path without its trailing slash is not found. */
const ENDPOINTS = new Map<string, Endpoint>([
  ["tt_user/oauth2/token/", { method: "POST", app: handleToken }],
  ["tt_user/oauth2/refresh_token/", { method: "POST", app: handleRefresh }],
  ["tt_user/oauth2/revoke/", { method: "POST", app: handleRevoke }],
  ["tt_user/token_info/get/", { method: "POST", app: handleTokenInfo }],
  ["business/webhook/update/", { method: "POST", app: (exchange) => handleWebhook(exchange, "update") }],
  ["business/webhook/list/", { method: "GET", app: (exchange) => handleWebhook(exchange, "list") }],
  ["business/webhook/delete/", { method: "POST", app: (exchange) => handleWebhook(exchange, "delete") }],
  ["business/get/", { method: "GET", scope: "user.info.basic", account: handleAccount }],
  ["business/message/send/", { method: "POST", scope: "message.list.send", account: handleSend }],
  ["business/message/media/download/", { method: "POST", scope: "message.list.read", account: handleDownload }],
  ["business/message/capabilities/get/", { method: "GET", scope: "message.list.read", account: handleCapabilities }],
  ["business/message/conversation/list/", { method: "GET", scope: "message.list.read", account: handleConversations }],
  ["business/message/content/list/", { method: "GET", scope: "message.list.read", account: handleContents }],
]);
const UPLOAD = "business/message/media/upload/";

/** Serves one platform call: everything that is not under `/_simulator`. */
export function servePlatform(state: PlatformState, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? "/", "http://platform");
  const header = (name: string): string | undefined => [request.headers[name]].flat()[0];
  state.counts.calls++;
  const call: RecordedCall = {
    at: state.clock.now(),
    method: request.method as string,
    path: url.pathname,
    token: header("access-token"),
    body: undefined,
    status: 0,
  };
  const exchange = new Exchange(state, response, call, url.searchParams);
  readBody(request, (raw) => {
    Promise.resolve()
      .then(() => route(exchange, raw, header("content-type") ?? "", header("x-user")))
      .catch((error: unknown) => {
        // An error of the simulator itself must be distinguishable from a refusal: the caller gets a server error, and
        // the log has the cause.
        state.log("simulator_error", { path: url.pathname, error: error instanceof Error ? error.stack : String(error) });
        if (!response.headersSent) exchange.page(500, `simulator: ${String(error)}`, "text/plain");
      });
  });
}

function route(exchange: Exchange, raw: Buffer, contentType: string, xUser: string | undefined): void | Promise<void> {
  const { state, call } = exchange;
  const { path, method } = call;
  if (path.startsWith("/_media/")) return serveMedia(exchange, path.slice("/_media/".length), xUser);
  if (method === "GET" && path === "/v2/auth/authorize") return serveAuthorizePage(exchange);
  if (method === "GET" && path === "/v2/auth/decide") return decide(exchange);
  const name = path.startsWith(BASE) ? path.slice(BASE.length) : "";
  const endpoint = name === UPLOAD ? ({ method: "POST", scope: "message.list.send" } satisfies Endpoint) : ENDPOINTS.get(name);
  if (!endpoint) return exchange.page(404, "404 page not found", "text/plain");
  if (method !== endpoint.method) return exchange.page(405, "method not allowed", "text/plain");
  if (name !== "business/message/send/") {
    const fault = state.faults.takeForManagement();
    if (fault && exchange.actBeforeAccept(fault)) return;
  }
  if (name === UPLOAD) {
    if (!authorized(exchange, endpoint)) return;
    if (!contentType.startsWith("multipart/form-data")) return exchange.refuseWith(40002, "The body is not multipart/form-data.");
    return handleUpload(exchange, raw, contentType);
  }
  if (method === "POST") {
    const body = parseJson(raw);
    if (!contentType.startsWith("application/json") || !body) return exchange.refuseWith(40002, "The body is not valid JSON.");
    exchange.body = body;
    call.body = body;
  } else call.body = Object.fromEntries(exchange.query);
  if (endpoint.app !== undefined) return endpoint.app(exchange);
  const account = authorized(exchange, endpoint);
  if (!account) return;
  const named = method === "GET" ? exchange.query.get("business_id") : exchange.body.business_id;
  if (typeof named !== "string" || named === "") return exchange.refuseWith(40002, "business_id: Missing data for required field.");
  if (named !== account.businessId) return exchange.refuseWith(40001);
  endpoint.account?.(exchange, account);
}

/** Only the token, without a scheme in front. */
function authorized(exchange: Exchange, endpoint: Endpoint): Account | undefined {
  const { state, call } = exchange;
  if (call.token === undefined || call.token === "") {
    exchange.refuseWith(40104);
    return undefined;
  }
  const grant = state.tokens.get(call.token);
  if (!grant) exchange.refuseWith(40105);
  else if (grant.expiresAt <= state.clock.now()) exchange.refuse(refusal(40105, "The access token has expired."));
  else if (endpoint.scope !== undefined && !grant.scopes.includes(endpoint.scope))
    exchange.refuseWith(40001, `Scope ${endpoint.scope} is missing.`);
  else {
    exchange.grant = grant;
    return grant.account;
  }
  return undefined;
}

function parseJson(raw: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(raw.toString("utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
