import { type ChannelAccess, type ConversationAction, type PlatformHttp, providerFailure } from "@parley/connector-kit";
import { type Settings, callOrThrow, tokenOf } from "./api.ts";
import { notSent } from "./errors.ts";
import { addressed } from "./send.ts";

const ACTIONS = { typing: "TYPING", read: "MARK_READ" } as const;

/** Typing is shown for five seconds; reading marks the whole conversation. */
export async function act(settings: Settings, action: ConversationAction, access: ChannelAccess, http: PlatformHttp): Promise<void> {
  const conversationId = action.person.address;
  if (conversationId === undefined) {
    throw providerFailure(notSent("recipient_invalid", "the platform's conversation with this person is not known", "recipient"));
  }
  await callOrThrow(settings, http, {
    method: "POST",
    path: "business/message/send/",
    token: tokenOf(access),
    body: { ...addressed(access, conversationId), message_type: "SENDER_ACTION", sender_action: ACTIONS[action.kind] },
  });
}
