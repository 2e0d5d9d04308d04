import type { Authorization, AuthorizedAccount, PlatformHttp } from "@parley/connector-kit";
import { type Json, compact, idAt, integerOf, listAt, own, textAt, textOf } from "@parley/connector-kit/read";
import { type Exchange, refusal, tokenIn } from "./exchange.ts";
import { ask } from "./graph.ts";
import { pageAccounts } from "./page-accounts.ts";
import { subscribe } from "./subscription.ts";

/** How the owner logs in: as the account itself, or as a person who manages the page it is linked to. */
export type Login = "account" | "page";

const scopes: Record<Login, string[]> = {
  account: ["instagram_business_basic", "instagram_business_manage_messages"],
  page: [
    "instagram_basic",
    "instagram_manage_messages",
    "pages_manage_metadata",
    "pages_show_list",
    "pages_read_engagement",
    "business_management",
  ],
};

export interface LoginOptions {
  version: string;
  login: Login;
  /** Where the owner's browser is sent; absent: the platform's own page. */
  authorizeUrl?: string | undefined;
  /** Epoch milliseconds. */
  now: () => number;
}

export function createAuthorization(options: LoginOptions): Authorization {
  const { version, login } = options;
  const page =
    options.authorizeUrl ??
    (login === "account" ? "https://www.instagram.com/oauth/authorize" : `https://www.facebook.com/v${version}/dialog/oauth`);
  return {
    authorizeUrl({ app, state, redirectUri }) {
      const url = new URL(page);
      const query = { client_id: app.id, redirect_uri: redirectUri, response_type: "code", scope: scopes[login].join(","), state };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.toString();
    },
    exchange({ app, code, redirectUri }, http) {
      // The platform appends `#_` to the redirect URI; some browsers include it in the code.
      const given = { app, code: code.replace(/#_$/, ""), redirectUri };
      return login === "account" ? exchangeAccount(options, given, http) : pageAccounts(version, given, http);
    },
    async refresh(access, _app, http) {
      // A page's token does not expire.
      if (textAt(access.config, "pageId") !== undefined) return { config: {} };
      const token = textAt(access.config, "accessToken") ?? "";
      const query = new URLSearchParams({ grant_type: "ig_refresh_token", access_token: token });
      const answer = await ask({ method: "GET", path: `/refresh_access_token?${query}` }, http, token);
      const renewed = tokenIn(answer);
      return { config: { accessToken: renewed }, ...expiry(answer, options.now()) };
    },
  };
}

/** Exchanges the code for a one-hour token and that for a sixty-day token, then reads the account, then subscribes. */
async function exchangeAccount(
  { version, now }: LoginOptions,
  { app, code, redirectUri }: Exchange,
  http: PlatformHttp,
): Promise<AuthorizedAccount[]> {
  const form = new URLSearchParams({
    client_id: app.id,
    client_secret: app.secret,
    grant_type: "authorization_code",
    redirect_uri: redirectUri,
    code,
  });
  const answer = await ask({ method: "POST", path: "/oauth/access_token", base: "login", form }, http, code, app.secret);
  // Documented as a list, in practice a single object (channel-protocols.md 3.2).
  const short = listAt(answer, "data")[0] ?? answer;
  requireScopes(own(short, "permissions"));
  const shortToken = tokenIn(short);
  const query = new URLSearchParams({ grant_type: "ig_exchange_token", client_secret: app.secret, access_token: shortToken });
  const long = await ask({ method: "GET", path: `/access_token?${query}` }, http, shortToken, app.secret);
  const token = tokenIn(long);
  const me = await ask({ method: "GET", path: `/v${version}/me?fields=id,user_id,username,name,account_type`, token }, http);
  const accountId = idAt(me, "user_id", 64);
  if (accountId === undefined) throw refusal("The platform does not return the id of the professional account.");
  await subscribe(version, { id: accountId }, token, http);
  const name = textAt(me, "username") ?? textAt(me, "name") ?? accountId;
  return [{ externalId: accountId, name, config: { accountId, accessToken: token }, ...expiry(long, now()) }];
}

/** A list or comma-separated names; the owner can untick some on the platform's page. */
function requireScopes(input: unknown): void {
  if (input === undefined || input === null) return;
  const granted = new Set((Array.isArray(input) ? input : [input]).flatMap((part) => (textOf(part) ?? "").split(/[\s,]+/)));
  const missing = scopes.account.filter((scope) => !granted.has(scope));
  if (missing.length > 0) throw refusal(`These permissions were not granted: ${missing.join(", ")}.`);
}

function expiry(answer: Json, nowMs: number): { expiresAt?: string } {
  const seconds = integerOf(own(answer, "expires_in"));
  return compact({ expiresAt: seconds === undefined ? undefined : new Date(nowMs + seconds * 1_000).toISOString() });
}
