import { metaJson } from "../shared/signing.ts";
import type { Exchange } from "./exchange.ts";
import { graphError, loginError } from "./graph-errors.ts";
import type { Account, IssuedCode } from "./state.ts";
import type { AppRegistration } from "./types.ts";

const HOUR_MS = 3_600_000;
const LONG_LIFE_S = 60 * 24 * 3_600;

type Fields = Record<string, unknown>;

/** The log-in of both families. False: the call does not belong to the log-in. */
export function handleLogin(exchange: Exchange, body: Fields, versioned: boolean): boolean {
  const path = `${exchange.call.method} ${exchange.segments.join("/")}`;
  switch (path) {
    case "GET oauth/authorize":
    case "GET dialog/oauth":
      showPage(exchange);
      return true;
    case "POST oauth/authorize":
    case "POST dialog/oauth":
      decide(exchange, body);
      return true;
    case "POST oauth/access_token":
      accountCode(exchange, body);
      return true;
    case "GET oauth/access_token":
      if (!versioned) return false;
      userToken(exchange);
      return true;
    case "GET access_token":
      longToken(exchange);
      return true;
    case "GET refresh_access_token":
      refreshToken(exchange);
      return true;
    default:
      return false;
  }
}

interface LoginRequest {
  app: AppRegistration;
  redirectUri: string;
  state: string;
  scopes: string[];
  kind: IssuedCode["kind"];
}

/** A browser that cannot be sent back safely sees an error page and is not redirected. */
function askedIn(exchange: Exchange): LoginRequest | undefined {
  const { query, state, segments } = exchange;
  const app = state.apps.get(query.get("client_id") ?? "");
  const redirectUri = query.get("redirect_uri") ?? "";
  if (app === undefined || !app.redirectUris.includes(redirectUri) || query.get("response_type") !== "code") {
    exchange.html(400, "<h1>Invalid platform app</h1><p>Unknown app, redirect address or response type.</p>");
    return undefined;
  }
  return {
    app,
    redirectUri,
    state: query.get("state") ?? "",
    scopes: (query.get("scope") ?? "").split(",").filter((scope) => scope !== ""),
    kind: segments[0] === "dialog" ? "user" : "account",
  };
}

function showPage(exchange: Exchange): void {
  const asked = askedIn(exchange);
  if (asked === undefined) return;
  const candidates = [...exchange.state.accounts.values()].filter((account) => asked.kind === "account" || account.page !== undefined);
  const form = (account: Account) =>
    `<form method="post"><input type="hidden" name="account" value="${escapeHtml(account.accountId)}"><button name="decision" value="allow">Allow as ${escapeHtml(account.username)}</button></form>`;
  const scopes = asked.scopes.map((scope) => `<li>${escapeHtml(scope)}</li>`).join("");
  exchange.html(
    200,
    `<!DOCTYPE html><html><head><title>Simulated log-in</title></head><body><h1>App ${escapeHtml(asked.app.id)} asks for</h1><ul>${scopes}</ul>${candidates
      .map(form)
      .join("")}<form method="post"><button name="decision" value="deny">Deny</button></form></body></html>`,
  );
}

function decide(exchange: Exchange, body: Fields): void {
  const asked = askedIn(exchange);
  if (asked === undefined) return;
  const back = new URL(asked.redirectUri);
  if (body.decision !== "allow") {
    const refused = {
      error: "access_denied",
      error_reason: "user_denied",
      error_description: "The user denied your request.",
      state: asked.state,
    };
    for (const [name, value] of Object.entries(refused)) back.searchParams.set(name, value);
    return exchange.redirect(back.toString());
  }
  const { state } = exchange;
  const accountIds = String(body.account ?? "").split(",");
  if (accountIds.some((id) => !state.accounts.has(id))) return exchange.html(400, "<h1>Unknown account</h1>");
  const code = state.ids.token("AQ");
  // Permissions that the owner unticked.
  const unticked = new Set(String(body.without ?? "").split(","));
  state.codes.set(code, {
    app: asked.app,
    redirectUri: asked.redirectUri,
    accountIds,
    scopes: asked.scopes.filter((scope) => !unticked.has(scope)),
    kind: asked.kind,
    expiresAt: state.clock.now() + HOUR_MS,
  });
  back.searchParams.set("code", code);
  back.searchParams.set("state", asked.state);
  exchange.redirect(`${back}#_`);
}

/** A code is valid for an hour, once. Undefined: refused. */
function takeCode(exchange: Exchange, given: (name: string) => string, kind: IssuedCode["kind"]): IssuedCode | undefined {
  const { state } = exchange;
  const code = given("code");
  const issued = state.codes.get(code);
  state.codes.delete(code);
  const fits =
    issued !== undefined &&
    issued.kind === kind &&
    issued.expiresAt > state.clock.now() &&
    issued.app.id === given("client_id") &&
    issued.app.secret === given("client_secret") &&
    issued.redirectUri === given("redirect_uri");
  return fits ? issued : undefined;
}

/** `POST /oauth/access_token` of the account's family. */
function accountCode(exchange: Exchange, body: Fields): void {
  const { state } = exchange;
  const issued = takeCode(exchange, (name) => String(body[name] ?? ""), "account");
  if (issued === undefined || body.grant_type !== "authorization_code") {
    return exchange.refuse(loginError("Matching code was not found or was already used"));
  }
  const token = state.issue(state.ids.token("IGS"), "account", issued.accountIds, { expiresAt: state.clock.now() + HOUR_MS, short: true });
  const account = state.accounts.get(issued.accountIds[0] as string) as Account;
  // Bare digits beyond what a JSON number can hold exactly, as the platform writes them.
  const json = `{"access_token":${metaJson(token)},"user_id":${account.appScopedId},"permissions":${metaJson(issued.scopes)}}`;
  exchange.answer(json);
}

/** `GET /v…/oauth/access_token` of the page's family: exchanges a code, or a short-lived token for a long-lived one. */
function userToken(exchange: Exchange): void {
  const { query, state } = exchange;
  const given = (name: string): string => query.get(name) ?? "";
  if (given("grant_type") === "fb_exchange_token") {
    const token = state.tokens.get(given("fb_exchange_token"));
    const app = state.apps.get(given("client_id"));
    if (token?.kind !== "user" || token.dead || app?.secret !== given("client_secret")) return exchange.refuse(graphError(190));
    return exchange.answer(longAnswer(exchange, "user", [...token.accounts]));
  }
  const issued = takeCode(exchange, given, "user");
  if (issued === undefined) return exchange.refuseWith(100, "This authorization code has been used.", 36_009);
  const token = state.issue(state.ids.token("EAS"), "user", issued.accountIds, { expiresAt: state.clock.now() + HOUR_MS, short: true });
  exchange.answer(metaJson({ access_token: token, token_type: "bearer", expires_in: 3_600 }));
}

function longAnswer(exchange: Exchange, kind: "account" | "user", accounts: string[], kept?: string): string {
  const { state } = exchange;
  const token = state.issue(kept ?? state.ids.token(kind === "user" ? "EAL" : "IGL"), kind, accounts, {
    expiresAt: state.clock.now() + LONG_LIFE_S * 1_000,
  });
  return metaJson({ access_token: token, token_type: "bearer", expires_in: LONG_LIFE_S });
}

/** `GET /access_token?grant_type=ig_exchange_token`: exchanges the one-hour token for a sixty-day one. */
function longToken(exchange: Exchange): void {
  const { query, state } = exchange;
  const token = state.tokens.get(query.get("access_token") ?? "");
  const knownSecret = [...state.apps.values()].some((app) => app.secret === query.get("client_secret"));
  if (query.get("grant_type") !== "ig_exchange_token" || !knownSecret)
    return exchange.refuseWith(100, "Wrong grant_type or client_secret.");
  if (!token?.short || token.dead || (token.expiresAt ?? 0) <= state.clock.now()) return exchange.refuse(graphError(190, { subcode: 463 }));
  exchange.answer(longAnswer(exchange, "account", [...token.accounts]));
}

/** Possible once the token is a day old, and until it expires. The old one stays valid until its own expiry. */
function refreshToken(exchange: Exchange): void {
  const { query, state } = exchange;
  const token = state.tokens.get(query.get("access_token") ?? "");
  if (query.get("grant_type") !== "ig_refresh_token") return exchange.refuseWith(100, "Wrong grant_type.");
  const now = state.clock.now();
  if (token?.kind !== "account" || token.short || token.dead || (token.expiresAt ?? Number.POSITIVE_INFINITY) <= now) {
    return exchange.refuse(graphError(190, { subcode: 463 }));
  }
  if (now - token.issuedAt < 24 * HOUR_MS)
    return exchange.refuseWith(100, "The access token must be at least 24 hours old to be refreshed.");
  const kept = state.options.keepTokens ? exchange.query.get("access_token") : null;
  exchange.answer(longAnswer(exchange, "account", [...token.accounts], kept ?? undefined));
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
