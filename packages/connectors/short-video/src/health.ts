import type { ChannelAccess, HealthFinding, PlatformHttp, ProviderError } from "@parley/connector-kit";
import { type Settings, accountCall, call, tokenOf } from "./api.ts";
import { issuerOf, ownerIn, tokenInfo } from "./ownership.ts";
import { missingScopes } from "./authorization.ts";
import { own, textAt } from "@parley/connector-kit/read";

const RECONNECT = "Reconnect the channel.";

/**
 * Token, account, and whether the callbacks of the provider app (the channel's own, or the shared one) are switched on.
 * Checks that need an app's keys are skipped without them.
 */
export async function checkHealth(settings: Settings, access: ChannelAccess, http: PlatformHttp): Promise<HealthFinding[]> {
  const ownAppId = textAt(access.config, "clientKey");
  const appId = ownAppId ?? settings.sharedApp?.id;
  const secret = ownAppId === undefined ? settings.sharedApp?.secret : textAt(access.config, "clientSecret");
  // Only the app that issued a token can inspect it; another may sign the callbacks.
  const issuer = issuerOf(settings, access);
  const findings = [await account(settings, access, http)];
  if (issuer !== undefined) findings.push(await permissions(settings, access, issuer, http));
  if (appId !== undefined && secret !== undefined) findings.push(await callbacks(settings, appId, secret, http));
  return findings;
}

async function account(settings: Settings, access: ChannelAccess, http: PlatformHttp): Promise<HealthFinding> {
  const reply = await call(settings, http, accountCall(access.externalId, tokenOf(access)));
  if ("error" in reply) return failed("account", "The account cannot be read", reply.error);
  const name = textAt(reply.data, "username") ?? access.externalId;
  return { check: "account", ok: true, message: `The account is ${name}.`, values: { name } };
}

async function permissions(settings: Settings, access: ChannelAccess, appId: string, http: PlatformHttp): Promise<HealthFinding> {
  const reply = await tokenInfo(settings, access, appId, http);
  if ("error" in reply) return failed("permissions", "The token cannot be checked", reply.error);
  const owner = ownerIn(reply.data);
  if (owner !== undefined && owner !== access.externalId) {
    return { check: "permissions", ok: false, message: "The access token belongs to another account.", remedy: RECONNECT };
  }
  const missing = missingScopes(own(reply.data, "scope") ?? own(reply.data, "scopes"));
  return missing.length === 0
    ? { check: "permissions", ok: true, message: "The token has every permission that messaging needs." }
    : {
        check: "permissions",
        ok: false,
        message: `The token lacks: ${missing.join(", ")}.`,
        values: { missing: missing.join(", ") },
        remedy: `${RECONNECT} Leave every permission ticked.`,
      };
}

async function callbacks(settings: Settings, appId: string, secret: string, http: PlatformHttp): Promise<HealthFinding> {
  const reply = await call(settings, http, {
    method: "GET",
    path: "business/webhook/list/",
    query: { app_id: appId, secret, event_type: "DIRECT_MESSAGE" },
    hide: [secret],
  });
  if ("error" in reply) return failed("callbacks", "The provider app's callbacks cannot be read", reply.error);
  const url = textAt(reply.data, "callback_url");
  return url === undefined
    ? {
        check: "callbacks",
        ok: false,
        message: "The provider app sends no callbacks for direct messages.",
        remedy: "Register the channel's callback URL for DIRECT_MESSAGE on the platform (business/webhook/update).",
      }
    : { check: "callbacks", ok: true, message: `Callbacks for direct messages go to ${url}.`, values: { to: url } };
}

function failed(check: string, what: string, error: ProviderError): HealthFinding {
  const remedy = {
    credentials: RECONNECT,
    permanent: "Compare the business ID and the keys with those on the platform.",
    retryable: "Try again in a few minutes.",
    unknown: "Try again in a few minutes.",
  }[error.class];
  const finding = { check, ok: false, message: `${what}: ${error.message} (${error.providerCode})`, remedy };
  return error.class === "credentials" || error.class === "permanent" ? finding : { ...finding, values: { retry: "later" } };
}
