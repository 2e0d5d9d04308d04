import type { IncomingMessage, ServerResponse } from "node:http";
import { bearerOf, parseBody, readPath } from "../shared/graph-request.ts";
import { readBody } from "../shared/http.ts";
import { handleAccounts, handleMe, handlePage, handleProfile, handleSubscription } from "./account-api.ts";
import { Exchange } from "./exchange.ts";
import { graphError, unknownObject, unknownPath } from "./graph-errors.ts";
import { handleLogin } from "./login-api.ts";
import { handleMessages } from "./send.ts";
import type { Account, PlatformState, Token } from "./state.ts";
import type { RecordedCall } from "./types.ts";

/** Serves one platform call: everything that is not under `/_simulator`. */
export function servePlatform(state: PlatformState, request: IncomingMessage, response: ServerResponse): void {
  const { path, segments, versioned, search } = readPath(request.url as string);
  state.counts.calls++;
  const call: RecordedCall = {
    at: state.clock.now(),
    method: request.method as string,
    path,
    token: bearerOf(request),
    body: undefined,
    status: 0,
  };
  const exchange = new Exchange(state, response, call, segments, search);
  readBody(request, (raw) => {
    try {
      const body = parseBody(raw, request.headers["content-type"]);
      if (!body) return exchange.refuseWith(100, "The body is not valid JSON.");
      call.body = raw.length > 0 ? body : undefined;
      route(exchange, body, versioned);
    } catch (error) {
      // An error of the simulator itself must be distinguishable from a refusal: the caller gets a server error, and
      // the log has the cause.
      state.log("simulator_error", { path, error: error instanceof Error ? error.stack : String(error) });
      if (!response.headersSent) exchange.refuse(graphError(1, { details: `simulator: ${String(error)}` }));
    }
  });
}

function route(exchange: Exchange, body: Record<string, unknown>, versioned: boolean): void {
  const { state, segments, call } = exchange;
  const [first = "", second] = segments;
  // Public: the content network, and the log-in, which has its own proofs.
  if (first === "_media" && second !== undefined) return serveMedia(exchange, second);
  if (handleLogin(exchange, body, versioned)) return;
  const token = tokenOf(exchange);
  if (token === undefined) return;
  const isSend = second === "messages" && call.method === "POST" && segments.length === 2;
  if (!isSend) {
    const fault = state.faults.takeForManagement();
    if (fault && exchange.actBeforeAccept(fault)) return;
  }
  if (first === "me" && second === undefined && call.method === "GET") return handleMe(exchange, token);
  if (first === "me" && second === "accounts" && call.method === "GET") return handleAccounts(exchange, token);
  const place = placeOf(state, token, first);
  if (place === undefined) {
    if (second === undefined && call.method === "GET" && state.people.has(first)) return handleProfile(exchange, token, first);
    return exchange.refuse(/^\d+$/.test(first) ? unknownObject(first) : unknownPath(call.path));
  }
  if (isSend) return handleMessages(exchange, place.account, body, place.throughPage);
  if (second === "subscribed_apps") return handleSubscription(exchange, place.account, place.throughPage);
  if (second === undefined && call.method === "GET" && place.throughPage) return handlePage(exchange, place.account);
  if (second === undefined && call.method === "GET") return handleMe(exchange, token);
  exchange.refuse(unknownPath(call.path));
}

/** An account by its own token, a page by the page's: neither token opens the other's path. */
function placeOf(state: PlatformState, token: Token, id: string): { account: Account; throughPage: boolean } | undefined {
  const throughPage = token.kind === "page";
  const [only = ""] = token.accounts;
  if (id === "me") {
    const account = token.kind === "user" ? undefined : state.accounts.get(only);
    return account && { account, throughPage };
  }
  const account = throughPage ? state.pages.get(id) : token.kind === "account" ? state.accounts.get(id) : undefined;
  return account && token.accounts.has(account.accountId) ? { account, throughPage } : undefined;
}

/** The valid token of a call; otherwise refuses the call. Graph also accepts the token as a query parameter. */
function tokenOf(exchange: Exchange): Token | undefined {
  const { state, call } = exchange;
  call.token ??= exchange.query.get("access_token") ?? undefined;
  const token = state.tokens.get(call.token ?? "");
  if (token === undefined) exchange.refuse(graphError(190, { details: call.token ?? "" }));
  else if (token.dead || (token.expiresAt !== undefined && token.expiresAt <= state.clock.now())) {
    exchange.refuse(graphError(190, { subcode: token.dead ? 460 : 463, status: 401 }));
  } else return token;
  return undefined;
}

function serveMedia(exchange: Exchange, id: string): void {
  const { state, call, response } = exchange;
  const media = state.media.get(id);
  if (!media || call.method !== "GET") return exchange.html(404, "URL signature expired");
  call.status = 200;
  state.record(call);
  response.writeHead(200, { "content-type": media.mimeType, "content-length": media.bytes.length });
  response.end(media.bytes);
}
