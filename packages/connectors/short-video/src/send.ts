import type { ChannelAccess, OutboundMessage, PlatformHttp, ProviderError, SendOutcome } from "@parley/connector-kit";
import { type Settings, call, tokenOf } from "./api.ts";
import { questionCard } from "./card.ts";
import { notSent, ofOneKind } from "./errors.ts";
import { type Json, compact, idAt, objectAt } from "@parley/connector-kit/read";
import { uploadImage } from "./upload.ts";

type Part = { body: Json } | { error: ProviderError };

/** Sends one message to the platform, without a retry. The caller decides what may be sent again. */
export async function send(settings: Settings, message: OutboundMessage, access: ChannelAccess, http: PlatformHttp): Promise<SendOutcome> {
  const token = tokenOf(access);
  if (token === "") {
    const error = notSent("channel_not_connected", "the channel has no access token", "channel");
    return { kind: "refused", error: { ...error, class: "credentials" } };
  }
  const conversationId = message.to.address;
  if (conversationId === undefined) {
    // The person's id is not an address; the conversation's id comes with the first message (channel-protocols.md 4.6).
    const error = notSent("recipient_invalid", "the platform's conversation with this person is not known", "recipient");
    return { kind: "refused", error };
  }
  const part = await partOf(settings, message, conversationId, access, http);
  if ("error" in part) return { kind: "refused", error: part.error };

  const reply = await call(settings, http, {
    method: "POST",
    path: "business/message/send/",
    token,
    body: compact({
      ...addressed(access, conversationId),
      ...part.body,
      referenced_message_info: message.replyToExternalId === undefined ? undefined : { referenced_message_id: message.replyToExternalId },
    }),
  });
  if ("error" in reply) {
    const error = message.type === "text" ? reply.error : ofOneKind(reply.error);
    return { kind: error.class === "unknown" ? "unknown" : "refused", error };
  }
  const externalId = idAt(objectAt(reply.data, "message"), "message_id");
  if (externalId !== undefined) return { kind: "accepted", externalId };
  const error: ProviderError = {
    ...notSent("provider_error", "the platform accepted the message without naming it"),
    class: "unknown",
    providerCode: "no_message_id",
  };
  return { kind: "unknown", error };
}

export function addressed(access: ChannelAccess, conversationId: string): Json {
  return { business_id: access.externalId, recipient_type: "CONVERSATION", recipient: conversationId };
}

async function partOf(
  settings: Settings,
  message: OutboundMessage,
  conversationId: string,
  access: ChannelAccess,
  http: PlatformHttp,
): Promise<Part> {
  if (message.replyToExternalId !== undefined && message.type !== "text") {
    return { error: notSent("unsupported_by_channel", "only a text can quote a message here") };
  }
  switch (message.type) {
    case "text":
      if ((message.text ?? "") === "") return { error: notSent("validation_error", "a text message without text") };
      return { body: { message_type: "TEXT", text: { body: message.text } } };
    case "image": {
      const uploaded = await uploadImage(settings, message, conversationId, access, http);
      return "error" in uploaded ? uploaded : { body: { message_type: "IMAGE", image: { media_id: uploaded.mediaId } } };
    }
    case "interactive": {
      const card = questionCard(message);
      return "error" in card ? card : { body: { message_type: "TEMPLATE", template: card.template } };
    }
    default:
      return { error: notSent("unsupported_by_channel", `this connector does not send messages of type ${message.type}`) };
  }
}
