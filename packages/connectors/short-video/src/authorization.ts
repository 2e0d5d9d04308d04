import { type Authorization, type PlatformHttp, type ProviderApp, providerFailure } from "@parley/connector-kit";
import { type Settings, accountCall, call, callOrThrow } from "./api.ts";
import { notSent } from "./errors.ts";
import { type Json, compact, idAt, integerOf, listOf, own, textAt, textOf } from "@parley/connector-kit/read";

/** Without any one of these the channel cannot work; the person may untick each. */
const NEEDED = ["message.list.read", "message.list.send", "message.list.manage"];
const ASKED = ["user.info.basic", "user.info.username", "user.info.profile", "user.account.type", ...NEEDED];

/**
 * The platform's OAuth (channel-protocols.md 4.2). `redirectUri` must be registered there, be https, end with a slash
 * and have no query. Access tokens live for a day, refresh tokens for a year; a refresh may return a new refresh token,
 * which voids the old one.
 */
export function createAuthorization(settings: Settings): Authorization {
  return {
    authorizeUrl({ app, state, redirectUri }) {
      const url = new URL(settings.authorizeUrl);
      const query = { client_key: app.id, response_type: "code", scope: ASKED.join(","), redirect_uri: redirectUri, state };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.toString();
    },

    async exchange({ app, code, redirectUri }, http) {
      const grant = { grant_type: "authorization_code", auth_code: code, redirect_uri: redirectUri };
      const tokens = await tokensOf(settings, http, app, "tt_user/oauth2/token/", grant);
      const missing = missingScopes(own(tokens.data, "scope"));
      if (missing.length > 0) {
        const words = `These permissions were not granted: ${missing.join(", ")}. Connect again and leave every permission ticked.`;
        throw providerFailure(notSent("provider_error", words, "channel"));
      }
      const externalId = idAt(tokens.data, "open_id", 200);
      if (externalId === undefined || tokens.refreshToken === undefined) {
        throw providerFailure(notSent("provider_error", "the platform's response names no account", "channel"));
      }
      // The name is optional: the code is already used, so an account without a name is connected as well.
      const account = await call(settings, http, accountCall(externalId, tokens.accessToken));
      const data = "data" in account ? account.data : {};
      return [
        {
          externalId,
          name: textAt(data, "display_name") ?? textAt(data, "username") ?? externalId,
          config: { businessId: externalId, accessToken: tokens.accessToken, refreshToken: tokens.refreshToken },
          ...compact({ expiresAt: tokens.expiresAt, renewableUntil: tokens.renewableUntil }),
        },
      ];
    },

    async refresh(access, app, http) {
      const before = textAt(access.config, "refreshToken");
      if (before === undefined) {
        const error = notSent("channel_not_connected", "the channel has no refresh token", "channel");
        throw providerFailure({ ...error, class: "credentials" });
      }
      const grant = { grant_type: "refresh_token", refresh_token: before };
      const tokens = await tokensOf(settings, http, app, "tt_user/oauth2/refresh_token/", grant);
      return {
        config: { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken ?? before },
        ...compact({ expiresAt: tokens.expiresAt, renewableUntil: tokens.renewableUntil }),
      };
    },
  };
}

/** Scopes that messaging needs and the token lacks; empty when the platform does not list the token's scopes. */
export function missingScopes(scope: unknown): string[] {
  const given = listOf(scope).flatMap((part) => textOf(part)?.split(/[\s,]+/) ?? []);
  return given.length === 0 ? [] : NEEDED.filter((needed) => !given.includes(needed));
}

async function tokensOf(settings: Settings, http: PlatformHttp, app: ProviderApp, path: `${string}/`, grant: Json): Promise<Tokens> {
  const data = await callOrThrow(settings, http, {
    method: "POST",
    path,
    body: { client_id: app.id, client_secret: app.secret, ...grant },
    hide: [app.secret, textAt(grant, "refresh_token") ?? "", textAt(grant, "auth_code") ?? ""],
  });
  const accessToken = textAt(data, "access_token");
  if (accessToken === undefined) throw providerFailure(notSent("provider_error", "the platform's response has no token", "channel"));
  const after = (field: string) => {
    const seconds = integerOf(own(data, field));
    return seconds === undefined || seconds <= 0 ? undefined : new Date(settings.now() + seconds * 1_000).toISOString();
  };
  return {
    data,
    accessToken,
    refreshToken: textAt(data, "refresh_token"),
    expiresAt: after("expires_in"),
    renewableUntil: after("refresh_token_expires_in"),
  };
}

interface Tokens {
  data: Json;
  accessToken: string;
  refreshToken: string | undefined;
  expiresAt: string | undefined;
  /** When the refresh token expires. */
  renewableUntil: string | undefined;
}
