import type { ChannelAccess, ConversationAction, PlatformHttp } from "@parley/connector-kit";
import { providerErrorOf, providerFailure } from "@parley/connector-kit";
import { repeatable } from "@parley/connector-kit/read";
import { ask, endpointOf, tokenOf } from "./graph.ts";
import { baseOf, messagesPath } from "./send.ts";

const actions: Record<ConversationAction["kind"], string> = { typing: "typing_on", read: "mark_seen" };

/** Typing and read marks concern the person, not a message. Repeating either is harmless. */
export async function act(version: string, action: ConversationAction, access: ChannelAccess, http: PlatformHttp): Promise<void> {
  const place = endpointOf(access);
  const json = { recipient: { id: action.person.address ?? "" }, sender_action: actions[action.kind] };
  try {
    await ask({ method: "POST", path: messagesPath(version, place), ...baseOf(place), token: tokenOf(access), json }, http);
  } catch (error) {
    const known = providerErrorOf(error);
    throw known === undefined ? error : providerFailure(repeatable(known));
  }
}
