import type { ChannelAccess, Ownership, PlatformHttp } from "@parley/connector-kit";
import { providerErrorOf } from "@parley/connector-kit";
import { idAt, textAt } from "@parley/connector-kit/read";
import { numbersOf } from "./authorization.ts";
import { graphCall } from "./graph-call.ts";
import { tokenOf } from "./token.ts";

/**
 * The platform shows a number only to a token that may use it, and an account's numbers only to one that may manage the
 * account. An account counts only if it contains the channel's number, because a token may have access to several.
 */
export async function checkOwnership(version: string, access: ChannelAccess, http: PlatformHttp): Promise<Ownership> {
  const token = tokenOf(access);
  const path = `/v${version}/${encodeURIComponent(access.externalId)}?fields=id`;
  const number = await unlessRefused(() => graphCall({ method: "GET", path, token }, http));
  const channel = idAt(number, "id", 64) === access.externalId;
  const account = textAt(access.config, "businessAccountId");
  if (!channel || account === undefined) return { channel, account: false };
  try {
    const numbers = await unlessRefused(() => numbersOf(version, account, token, http));
    return { channel, account: numbers?.some(({ id }) => id === access.externalId) === true };
  } catch (error) {
    const failure = providerErrorOf(error);
    if (failure === undefined) throw error;
    return { channel, account: false, failure };
  }
}

/** Undefined: the platform hides it from this token. Errors that say nothing about access are rethrown. */
async function unlessRefused<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (providerErrorOf(error)?.class === "permanent") return undefined;
    throw error;
  }
}
