import { type ChannelAccess, type Ownership, type PlatformHttp, providerFailure } from "@parley/connector-kit";
import { type Json, own, textAt } from "@parley/connector-kit/read";
import { type Reply, type Settings, call, tokenOf } from "./api.ts";
import { missingScopes } from "./authorization.ts";

/**
 * The id of the app that issued the token: the one stored with the channel, otherwise the channel's own app, otherwise
 * the shared one.
 */
export function issuerOf(settings: Settings, access: ChannelAccess): string | undefined {
  const known = access.app?.id;
  return known !== undefined && known !== "" ? known : (textAt(access.config, "clientKey") ?? settings.sharedApp?.id);
}

/** The owner and permissions of a token, requested with the id of the app that issued it. */
export function tokenInfo(settings: Settings, access: ChannelAccess, appId: string, http: PlatformHttp): Promise<Reply> {
  const token = tokenOf(access);
  const body = { app_id: appId, access_token: token };
  return call(settings, http, { method: "POST", path: "tt_user/token_info/get/", body, hide: [token] });
}

export function ownerIn(data: Json): string | undefined {
  return textAt(data, "creator_id") ?? textAt(data, "open_id");
}

/**
 * Requires the token's own account, and a token that may read its messages: one granted for another purpose proves
 * nothing here.
 */
export async function checkOwnership(settings: Settings, access: ChannelAccess, http: PlatformHttp): Promise<Ownership> {
  const appId = issuerOf(settings, access);
  if (appId === undefined) return { channel: false, account: false };
  const reply = await tokenInfo(settings, access, appId, http);
  if ("error" in reply) throw providerFailure(reply.error);
  const mayRead = missingScopes(own(reply.data, "scope") ?? own(reply.data, "scopes")).length === 0;
  return { channel: mayRead && ownerIn(reply.data) === access.externalId, account: false };
}
