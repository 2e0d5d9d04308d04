import type { Exchange } from "./exchange.ts";
import { type Account, ALL_SCOPES, type PlatformState, REFRESH_TOKEN_LIFE_MS, TOKEN_LIFE_MS } from "./state.ts";

const CODE_LIFE_MS = 10 * 60_000;

export function issueCode(state: PlatformState, account: Account, redirectUri: string, scopes: readonly string[] = ALL_SCOPES): string {
  const code = state.ids.code();
  state.codes.set(code, { account, redirectUri, scopes, expiresAt: state.clock.now() + CODE_LIFE_MS });
  return code;
}

/** `GET /v2/auth/authorize`: a page on which a person chooses an account and allows or denies. */
export function serveAuthorizePage(exchange: Exchange): void {
  const { state, query } = exchange;
  const redirectUri = query.get("redirect_uri") ?? "";
  const problem =
    query.get("client_key") !== state.clientKey
      ? "client_key"
      : query.get("response_type") !== "code"
        ? "response_type"
        : !/^https?:\/\/[^?#]+\/$/.test(redirectUri)
          ? "redirect_uri"
          : undefined;
  if (problem !== undefined) return exchange.page(400, `<h1>Something went wrong</h1><p>${problem}</p>`);
  const decide = (more: Record<string, string>): string =>
    `/v2/auth/decide?${new URLSearchParams({ ...Object.fromEntries(query), ...more })}`.replaceAll("&", "&amp;");
  const links = [...state.accounts.values()].map(
    (account) => `<li><a href="${decide({ business_id: account.businessId })}">Allow ${escapeHtml(account.displayName)}</a></li>`,
  );
  const deny = `<p><a href="${decide({ deny: "1" })}">Deny</a></p>`;
  exchange.page(200, `<!DOCTYPE html><html><body><h1>Connect an account</h1><ul>${links.join("")}</ul>${deny}</body></html>`);
}

/** The target of the page's links: back to the app. `scopes` may omit some, as a person may untick them. */
export function decide(exchange: Exchange): void {
  const { state, query, response, call } = exchange;
  const back = new URL(query.get("redirect_uri") ?? "");
  const account = state.accounts.get(query.get("business_id") ?? "");
  if (query.has("deny") || !account) back.searchParams.set("error", "access_denied");
  else {
    const scopes = (query.get("scopes") ?? query.get("scope") ?? "").split(",").filter(Boolean);
    back.searchParams.set("code", issueCode(state, account, query.get("redirect_uri") ?? "", scopes));
    back.searchParams.set("scopes", scopes.join(","));
  }
  back.searchParams.set("state", query.get("state") ?? "");
  call.status = 302;
  state.record(call);
  response.writeHead(302, { location: back.toString() }).end();
}

export function handleToken(exchange: Exchange): void {
  const { state, body } = exchange;
  if (!isApp(exchange)) return;
  if (body.grant_type !== "authorization_code") return exchange.refuseWith(40002, "grant_type: Not a valid choice.");
  const code = state.codes.get(String(body.auth_code));
  state.codes.delete(String(body.auth_code));
  if (!code || code.expiresAt < state.clock.now()) return exchange.refuseWith(40002, "auth_code: Invalid or used.");
  if (code.redirectUri !== body.redirect_uri) return exchange.refuseWith(40002, "redirect_uri: Does not match.");
  exchange.answer(grantTokens(state, code.account, code.scopes));
}

/** Using the old refresh token revokes it, with every access token of the account. */
export function handleRefresh(exchange: Exchange): void {
  const { state, body } = exchange;
  if (!isApp(exchange)) return;
  if (body.grant_type !== "refresh_token") return exchange.refuseWith(40002, "grant_type: Not a valid choice.");
  const grant = state.refreshTokens.get(String(body.refresh_token));
  if (!grant || grant.expiresAt < state.clock.now()) return exchange.refuseWith(40105, "The refresh token is invalid or has expired.");
  const kept = state.options.keepTokens ? tokensOf(state, grant.account, String(body.refresh_token)) : undefined;
  forgetTokens(state, grant.account);
  exchange.answer(grantTokens(state, grant.account, grant.scopes, kept));
}

export function handleRevoke(exchange: Exchange): void {
  const { state, body } = exchange;
  if (!isApp(exchange)) return;
  const grant = state.tokens.get(String(body.access_token));
  if (!grant) return exchange.refuseWith(40105);
  forgetTokens(state, grant.account);
  exchange.answer({});
}

export function handleTokenInfo(exchange: Exchange): void {
  const { state, body } = exchange;
  if (body.app_id !== state.clientKey) return exchange.refuseWith(40002, "app_id: Unknown.");
  const grant = state.tokens.get(String(body.access_token));
  if (!grant || grant.expiresAt < state.clock.now()) return exchange.refuseWith(40105);
  exchange.answer({ app_id: state.clientKey, creator_id: grant.account.businessId, scope: grant.scopes.join(",") });
}

function forgetTokens(state: PlatformState, account: Account): void {
  for (const tokens of [state.tokens, state.refreshTokens]) {
    for (const [token, grant] of tokens) if (grant.account.businessId === account.businessId) tokens.delete(token);
  }
}

/** The account's newest access token with the given refresh token. */
function tokensOf(state: PlatformState, account: Account, refreshToken: string) {
  const [accessToken] = [...state.tokens].findLast(([, grant]) => grant.account.businessId === account.businessId) ?? [];
  return accessToken === undefined ? undefined : { accessToken, refreshToken };
}

function grantTokens(
  state: PlatformState,
  account: Account,
  scopes: readonly string[],
  { accessToken, refreshToken } = { accessToken: state.ids.secret("act"), refreshToken: state.ids.secret("rft") },
) {
  const now = state.clock.now();
  state.tokens.set(accessToken, { account, scopes, expiresAt: now + TOKEN_LIFE_MS });
  state.refreshTokens.set(refreshToken, { account, scopes, expiresAt: now + REFRESH_TOKEN_LIFE_MS });
  return {
    access_token: accessToken,
    token_type: "Bearer",
    expires_in: TOKEN_LIFE_MS / 1_000,
    refresh_token: refreshToken,
    refresh_token_expires_in: REFRESH_TOKEN_LIFE_MS / 1_000,
    open_id: account.businessId,
    scope: scopes.join(","),
  };
}

function isApp(exchange: Exchange): boolean {
  const { state, body } = exchange;
  const right = body.client_id === state.clientKey && body.client_secret === state.options.clientSecret;
  if (!right) exchange.refuseWith(40001, "The app's key or secret is wrong.");
  return right;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}
