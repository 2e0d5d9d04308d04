import type { ChannelAccess, PersonProfile, PersonRef, PlatformHttp } from "@parley/connector-kit";
import { textAt } from "@parley/connector-kit/read";
import { ask, endpointOf, tokenOf } from "./graph.ts";
import { baseOf } from "./send.ts";

/**
 * The name of a person (channel-protocols.md 3.6). The platform returns it only for somebody who has written, and not
 * while they block the account; the name may be absent.
 */
export async function fetchProfile(version: string, person: PersonRef, access: ChannelAccess, http: PlatformHttp): Promise<PersonProfile> {
  const place = endpointOf(access);
  const path = `/v${version}/${encodeURIComponent(person.address ?? "")}?${new URLSearchParams({ fields: "name,username" })}`;
  const body = await ask({ method: "GET", path, ...baseOf(place), token: tokenOf(access) }, http);
  const [name, username] = [textAt(body, "name")?.trim(), textAt(body, "username")?.trim()];
  return { ...(name ? { name } : {}), ...(username ? { username } : {}) };
}
