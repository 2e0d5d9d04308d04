import { metaJson } from "../shared/signing.ts";
import type { Exchange } from "./exchange.ts";
import { type GraphError, graphError, unknownPath } from "./graph-errors.ts";
import { numberFields, overrideCallback, pickFields } from "./number-api.ts";
import { SCOPES } from "./signup.ts";
import type { Account } from "./state.ts";

/** `/{waba}/phone_numbers` and `/{waba}/subscribed_apps`. */
export function handleAccount(exchange: Exchange, account: Account, body: Record<string, unknown>): void {
  const { state, call } = exchange;
  const edge = exchange.segments[1];
  const numbers = [...state.numbers.values()].filter((number) => number.account === account);
  if (edge === "phone_numbers" && call.method === "GET") {
    const asked = exchange.query.get("fields");
    const data = numbers.map((number) => pickFields(numberFields(number), asked));
    const wrong = data.find((fields) => typeof fields === "string");
    if (wrong !== undefined) return exchange.refuseWith(100, `Tried accessing nonexisting field (${String(wrong)})`);
    return exchange.answer(metaJson({ data, paging: { cursors: { before: "QVFI", after: "QVFI" } } }));
  }
  if (edge === "subscribed_apps") {
    const routeAll = (): void => {
      for (const number of numbers) state.route(number);
    };
    if (call.method === "POST") {
      return overrideCallback(exchange, body, (url) => {
        account.subscribed = true;
        account.overrideUrl = url;
        routeAll();
      });
    }
    if (call.method === "DELETE") {
      account.subscribed = false;
      routeAll();
      return exchange.answer('{"success":true}');
    }
    const app = { whatsapp_business_api_data: { id: state.appId, name: "Parley" } };
    return exchange.answer(metaJson({ data: account.subscribed ? [app] : [] }));
  }
  exchange.refuse(unknownPath(call.path));
}

/** `GET /debug_token?input_token=…`: what a token may do. Authorized by an app token (`id|secret`) or any known token. */
export function handleDebugToken(exchange: Exchange): void {
  const { state, call } = exchange;
  const asking = call.token ?? exchange.query.get("access_token");
  call.token = asking ?? undefined;
  const known = asking?.includes("|") ? asking === `${state.appId}|${state.options.appSecret}` : asking != null && state.tokens.has(asking);
  if (!known) return exchange.refuse(graphError(190, { status: 401, message: "Invalid OAuth access token." }));
  const token = exchange.query.get("input_token");
  if (!token) return exchange.refuseWith(100, "The parameter input_token is required.");
  const accounts = [...(state.tokens.get(token) ?? [])];
  const valid = accounts.length > 0 && !state.isRevoked(token);
  const grant = state.grants.get(token);
  const scopes = grant?.scopes ?? SCOPES;
  const data = valid
    ? {
        app_id: state.appId,
        type: "SYSTEM_USER",
        application: "Parley",
        data_access_expires_at: 0,
        expires_at: grant?.expiresAt == null ? 0 : Math.floor(grant.expiresAt / 1000),
        is_valid: true,
        scopes,
        granular_scopes: scopes.map((scope) => ({ scope, target_ids: accounts })),
        user_id: "122100000000001",
      }
    : { is_valid: false, scopes: [], error: { code: 190, message: "Invalid OAuth access token." } };
  exchange.answer(metaJson({ data }));
}

/**
 * `GET /oauth/access_token?code=…`: exchanges a code from the dialog or `issueCode` for its token; within 30 s, once, for its own app, and
 * with its own redirect URI (none for a code from the pop-up).
 */
export function handleTokenExchange(exchange: Exchange): void {
  const { state, query } = exchange;
  const code = query.get("code") ?? "";
  const issued = state.codes.get(code);
  state.codes.delete(code);
  if (query.get("client_id") !== state.appId) {
    return exchange.refuse(graphError(101, { status: 400, message: "Error validating application. Cannot get application info." }));
  }
  if (query.get("client_secret") !== state.options.appSecret) {
    return exchange.refuse(graphError(1, { status: 400, message: "Error validating client secret." }));
  }
  if (!issued || issued.expiresAt < state.clock.now()) {
    return exchange.refuse(refusedCode(36007, "This authorization code has expired or been used."));
  }
  if (query.get("redirect_uri") !== issued.redirectUri) {
    const message =
      "Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request";
    return exchange.refuse(refusedCode(36008, message));
  }
  const end = state.grants.get(issued.token)?.expiresAt;
  const life = end == null ? {} : { expires_in: Math.floor((end - state.clock.now()) / 1000) };
  exchange.answer(metaJson({ access_token: issued.token, token_type: "bearer", ...life }));
}

function refusedCode(subcode: number, message: string): GraphError {
  return graphError(100, { subcode, message, details: message });
}
