import type { ChannelAccess, Ownership, PlatformHttp } from "@parley/connector-kit";
import { idAt, objectAt } from "@parley/connector-kit/read";
import { ask, endpointOf, tokenOf } from "./graph.ts";
import { baseOf } from "./send.ts";

/**
 * `me` is the owner of the token: the account itself, or the page it is linked to. The page's id is never used for this, because other
 * people's tokens may also see what a page is linked to.
 */
export async function checkOwnership(version: string, access: ChannelAccess, http: PlatformHttp): Promise<Ownership> {
  const place = endpointOf(access);
  const throughPage = place.base === "page";
  const fields = throughPage ? "id,instagram_business_account{id}" : "user_id";
  const path = `/v${version}/me?${new URLSearchParams({ fields })}`;
  const me = await ask({ method: "GET", path, ...baseOf(place), token: tokenOf(access) }, http);
  const found = throughPage ? idAt(objectAt(me, "instagram_business_account"), "id") : idAt(me, "user_id");
  return { channel: found === access.externalId && (!throughPage || idAt(me, "id") === place.id), account: false };
}
