import type { IncomingMessage, ServerResponse } from "node:http";
import { bearerOf, parseBody, readPath } from "../shared/graph-request.ts";
import { readBody } from "../shared/http.ts";
import { handleAccount, handleDebugToken, handleTokenExchange } from "./account-api.ts";
import { handleCall, handleSettings } from "./calls/call-api.ts";
import { Exchange } from "./exchange.ts";
import { graphError, unknownObject, unknownPath } from "./graph-errors.ts";
import { handleMedia, handleMediaDownload, handleMediaUpload } from "./media-api.ts";
import { handleNumber } from "./number-api.ts";
import { handleMarkRead, handleSend } from "./send.ts";
import type { PlatformState, RegisteredNumber } from "./state.ts";
import { handleTemplate, handleTemplates } from "./templates/template-api.ts";
import { beginUpload, takeUpload } from "./templates/uploads.ts";
import type { RecordedCall } from "./types.ts";

/** Serves one platform call: everything that is not under `/_simulator`. */
export function servePlatform(state: PlatformState, request: IncomingMessage, response: ServerResponse): void {
  const { path, segments, search } = readPath(request.url as string);
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
      route(exchange, raw, request.headers);
    } catch (error) {
      // An error of the simulator itself must be distinguishable from a refusal: the caller gets a server error, and
      // the log has the cause.
      state.log("simulator_error", { path, error: error instanceof Error ? error.stack : String(error) });
      if (!response.headersSent) exchange.refuse(graphError(1, { status: 500, details: `simulator: ${String(error)}` }));
    }
  });
}

function route(exchange: Exchange, raw: Buffer, headers: IncomingMessage["headers"]): void {
  const contentType = headers["content-type"];
  const { state, segments, call } = exchange;
  const [first = "", second] = segments;
  if (first === "oauth" && second === "access_token") return handleTokenExchange(exchange);
  if (first === "debug_token") return handleDebugToken(exchange);
  // Graph also takes the token as a query parameter.
  if (call.token === undefined && exchange.search !== "") call.token = exchange.query.get("access_token") ?? undefined;
  if (!authorized(exchange)) return;
  const number = state.numbers.get(first);
  if (number) {
    if (!mayUse(exchange, number.account.id)) return exchange.refuse(unknownObject(first));
    return routeNumber(exchange, number, second, raw, contentType);
  }
  const fault = state.faults.takeForManagement();
  if (fault && exchange.actBeforeAccept(fault)) return;
  if (first === "_media" && second !== undefined) return handleMediaDownload(exchange, second);
  if (first === state.appId && second === "uploads" && call.method === "POST") return beginUpload(exchange);
  if (first.startsWith("upload:") && call.method === "POST") return takeUpload(exchange, first, raw, one(headers["file_offset"]));
  const body = parseBody(raw, contentType);
  if (!body) return exchange.refuseWith(100, "The body is not valid JSON.");
  call.body = body;
  const account = state.accounts.get(first);
  if (account) {
    if (!mayUse(exchange, first)) return exchange.refuse(unknownObject(first));
    return second === "message_templates" ? handleTemplates(exchange, account, body) : handleAccount(exchange, account, body);
  }
  if (state.media.has(first) && second === undefined) return handleMedia(exchange, first);
  for (const [id, owner] of state.accounts) {
    const template = owner.templates.byId(first);
    if (template && mayUse(exchange, id)) return handleTemplate(exchange, owner, template, body, fault);
  }
  exchange.refuse(/^\d+$/.test(first) ? unknownObject(first) : unknownPath(call.path));
}

const one = (header: string | string[] | undefined) => (typeof header === "string" ? header : undefined);

function routeNumber(
  exchange: Exchange,
  number: RegisteredNumber,
  edge: string | undefined,
  raw: Buffer,
  contentType: string | undefined,
): void {
  const { call, state } = exchange;
  if (edge === "media" && call.method === "POST") {
    const fault = state.faults.takeForManagement();
    if (fault && exchange.actBeforeAccept(fault)) return;
    return handleMediaUpload(exchange, raw, contentType);
  }
  const body = parseBody(raw, contentType);
  if (!body) return exchange.refuseWith(100, "The body is not valid JSON.");
  call.body = body;
  if (edge !== "messages" || call.method !== "POST" || exchange.segments.length !== 2) {
    const fault = state.faults.takeForManagement();
    if (fault && exchange.actBeforeAccept(fault)) return;
    if (edge === "calls" && call.method === "POST") return handleCall(exchange, number, body);
    if (edge === "settings") return handleSettings(exchange, number, body);
    return handleNumber(exchange, number, body);
  }
  if (body.messaging_product !== "whatsapp") {
    return exchange.refuseWith(100, "The parameter messaging_product is required.");
  }
  if (body.status !== undefined) handleMarkRead(exchange, number, body);
  else handleSend(exchange, number, body);
}

function mayUse(exchange: Exchange, accountId: string): boolean {
  return exchange.state.tokens.get(exchange.call.token as string)?.has(accountId) === true;
}

function authorized(exchange: Exchange): boolean {
  const { state, call } = exchange;
  const { token } = call;
  if (token === undefined) {
    exchange.refuse(graphError(190, { status: 401, message: "An access token is required to request this resource." }));
  } else if (!state.tokens.has(token)) {
    exchange.refuse(graphError(190, { status: 401, message: "Invalid OAuth access token - Cannot parse access token" }));
  } else if (state.isRevoked(token)) {
    exchange.refuse(graphError(190, { status: 401, subcode: 463, message: "Error validating access token: Session has expired." }));
  } else return true;
  return false;
}
