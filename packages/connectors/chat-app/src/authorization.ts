import { randomInt } from "node:crypto";
import {
  type Authorization,
  type AuthorizedAccount,
  type ChannelAccess,
  type PlatformHttp,
  type ProviderApp,
  providerErrorOf,
} from "@parley/connector-kit";
import { graphCall, refusal } from "./graph-call.ts";
import { asObject, idAt, idOf, integerOf, listAt, listOf, objectAt, own, textAt } from "@parley/connector-kit/read";
import { tokenOf } from "./token.ts";

export interface SignupOptions {
  apiVersion: string;
  /** URL of the platform's login dialog. */
  loginUrl: string;
  /** The "Facebook Login for Business" configuration, which decides what the sign-up requests. */
  configurationId?: string;
  /** Six digits; tests inject theirs. */
  makePin?: () => string;
  /** Epoch milliseconds. */
  now?: () => number;
}

/** Without these the channel can neither send nor manage templates. */
const SCOPES = ["whatsapp_business_management", "whatsapp_business_messaging"];
/** A business account has at most a few dozen numbers. */
const NUMBER_PAGES_MAX = 20;

/**
 * Embedded sign-up (channel-protocols.md 2.2 A). The code comes from the login dialog by redirect or from the platform's pop-up in a page,
 * and is valid for 30 seconds. Ids from the browser are not trusted: the token itself shows which accounts it can access.
 */
export function createAuthorization(options: SignupOptions): Authorization {
  const { apiVersion } = options;
  const now = options.now ?? Date.now;
  const makePin = options.makePin ?? (() => String(randomInt(1_000_000)).padStart(6, "0"));
  return {
    codeFromPage: true,
    authorizeUrl({ app, state, redirectUri }) {
      const query = new URLSearchParams({
        client_id: app.id,
        redirect_uri: redirectUri,
        response_type: "code",
        override_default_response_type: "true",
        state,
      });
      if (options.configurationId === undefined) query.set("scope", SCOPES.join(","));
      else query.set("config_id", options.configurationId);
      return `${options.loginUrl}/v${apiVersion}/dialog/oauth?${query}`;
    },
    async exchange({ app, code, redirectUri }, http) {
      const token = await exchangeCode(apiVersion, app, code, redirectUri, now, http);
      const grant = await inspectToken(apiVersion, app, token.value, http);
      const expiresAt = grant.expiresAt ?? token.expiresAt;
      const accounts: AuthorizedAccount[] = [];
      for (const businessAccountId of grant.accounts) {
        for (const number of await numbersOf(apiVersion, businessAccountId, token.value, http)) {
          accounts.push({
            externalId: number.id,
            name: number.name,
            config: { phoneNumberId: number.id, businessAccountId, accessToken: token.value },
            ...(expiresAt === undefined ? {} : { expiresAt }),
          });
        }
      }
      if (accounts.length === 0) throw refusal("The business account has no phone number yet. Add one, then connect again.");
      return accounts;
    },
    activate: (access, http) => activate(apiVersion, makePin, access, http),
  };
}

async function exchangeCode(version: string, app: ProviderApp, code: string, redirectUri: string, now: () => number, http: PlatformHttp) {
  const query = new URLSearchParams({ client_id: app.id, client_secret: app.secret, code });
  // A code from the dialog is bound to its redirect URI; one from the pop-up has none.
  if (redirectUri !== "") query.set("redirect_uri", redirectUri);
  const askedAt = now();
  const body = await graphCall({ method: "GET", path: `/v${version}/oauth/access_token?${query}`, hide: app.secret }, http);
  const value = textAt(body, "access_token");
  if (value === undefined) throw refusal("The platform's response to the sign-up has no token.");
  const seconds = integerOf(own(body, "expires_in"));
  return { value, expiresAt: seconds === undefined || seconds <= 0 ? undefined : new Date(askedAt + seconds * 1_000).toISOString() };
}

/** The token's permissions, from the platform and not from the browser. */
async function inspectToken(version: string, app: ProviderApp, token: string, http: PlatformHttp) {
  const path = `/v${version}/debug_token?input_token=${encodeURIComponent(token)}`;
  const data = objectAt(await graphCall({ method: "GET", path, token: `${app.id}|${app.secret}`, hide: token }, http), "data");
  if (own(data, "is_valid") !== true) throw refusal("The platform rejects the token that it has just issued. Connect again.");
  if (textAt(data, "app_id") !== app.id) throw refusal("The sign-up was for another provider app.");
  const granted = listAt(data, "scopes").map(String);
  const missing = SCOPES.filter((scope) => !granted.includes(scope));
  if (missing.length > 0) throw refusal(`The permission ${missing.join(" and ")} was not granted. Connect again and leave it ticked.`);
  const accounts = new Set<string>();
  for (const scope of listAt(data, "granular_scopes")) {
    if (textAt(scope, "scope") !== "whatsapp_business_management") continue;
    for (const target of listOf(own(scope, "target_ids"))) {
      const id = idOf(target, 64);
      if (id !== undefined) accounts.add(id);
    }
  }
  const seconds = integerOf(own(data, "expires_at"));
  return {
    accounts: [...accounts],
    // 0: it never expires.
    expiresAt: seconds === undefined || seconds <= 0 ? undefined : new Date(seconds * 1_000).toISOString(),
  };
}

/** The numbers of a business account, across all pages. Throws `providerFailure`. */
export async function numbersOf(
  version: string,
  account: string,
  token: string,
  http: PlatformHttp,
): Promise<{ id: string; name: string }[]> {
  const found: { id: string; name: string }[] = [];
  let after: string | undefined;
  for (let page = 0; page < NUMBER_PAGES_MAX; page += 1) {
    const query = new URLSearchParams({ fields: "id,display_phone_number,verified_name", limit: "100" });
    if (after !== undefined) query.set("after", after);
    const body = await graphCall(
      { method: "GET", path: `/v${version}/${encodeURIComponent(account)}/phone_numbers?${query}`, token },
      http,
    );
    for (const element of listAt(body, "data")) {
      const id = idAt(element, "id", 64);
      if (id === undefined) continue;
      const words = [textAt(element, "verified_name"), textAt(element, "display_phone_number")].filter((word) => word !== undefined);
      found.push({ id, name: words.join(" ") || id });
    }
    const paging = objectAt(body, "paging");
    const next = textAt(objectAt(paging, "cursors"), "after");
    if (textAt(paging, "next") === undefined || next === undefined || next === after) break;
    after = next;
  }
  return found;
}

/** Subscribes our app to the account's callbacks, and registers a number that is not on the Cloud API yet. */
async function activate(version: string, makePin: () => string, access: ChannelAccess, http: PlatformHttp) {
  const token = tokenOf(access);
  const account = textAt(access.config, "businessAccountId") ?? "";
  const number = `/v${version}/${encodeURIComponent(access.externalId)}`;
  await graphCall({ method: "POST", path: `/v${version}/${encodeURIComponent(account)}/subscribed_apps`, token, body: {} }, http);
  const shown = asObject(await graphCall({ method: "GET", path: `${number}?fields=platform_type,is_on_biz_app`, token }, http));
  // A number shared with the phone app is registered there.
  if (textAt(shown, "platform_type") === "CLOUD_API" || own(shown, "is_on_biz_app") === true) return { config: {} };
  const known = textAt(access.config, "twoStepPin");
  const pin = known ?? makePin();
  try {
    await graphCall({ method: "POST", path: `${number}/register`, token, body: { messaging_product: "whatsapp", pin } }, http);
  } catch (error) {
    const code = providerErrorOf(error)?.providerCode;
    if (code !== "133005") throw error;
    throw refusal("The number has a different two-step verification PIN. Set it in config.twoStepPin.");
  }
  return { config: { twoStepPin: pin } };
}
