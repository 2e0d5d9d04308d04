import type {
  ContactContent,
  InteractiveContent,
  LocationContent,
  MessageType,
  OutboundMessage,
  ProviderError,
} from "@parley/connector-kit";
import { contactMessage } from "./contact-message.ts";
import { interactiveMessage } from "./interactive-message.ts";
import { type Json, compact, textAt } from "@parley/connector-kit/read";
import { templateMessage } from "./template-message.ts";

/** The platform's message body, or the reason why there is none. */
export type Built = { body: Json } | { error: ProviderError };

/** @param mediaId the platform's id of the upload, for messages with media */
export function messageBody(message: OutboundMessage, mediaId?: string): Built {
  const { address, providerUserId } = message.to;
  if (address === undefined && providerUserId === undefined) {
    return problem("recipient_invalid", "the recipient has neither a number nor a user id", "recipient");
  }
  const build = mediaId === undefined ? builders.get(message.type) : (given: OutboundMessage) => mediaPart(given, mediaId);
  if (build === undefined) return problem("unsupported_by_channel", `this connector does not send messages of type ${message.type}`);
  const kind = build(message);
  if ("error" in kind) return kind;
  return {
    body: compact({
      messaging_product: "whatsapp",
      recipient_type: "individual",
      // With a plus: a number without it and without its country code would get the business's.
      to: address === undefined ? undefined : `+${address.replace(/^\+/, "")}`,
      recipient: address === undefined ? providerUserId : undefined,
      ...kind.body,
      context: message.replyToExternalId === undefined ? undefined : { message_id: message.replyToExternalId },
      biz_opaque_callback_data: message.id,
    }),
  };
}

/** The type-specific part of the body. */
const builders = new Map<MessageType, (message: OutboundMessage) => Built>([
  ["text", textPart],
  ["template", templatePart],
  ["location", locationPart],
  ["contact", contactPart],
  ["interactive", interactivePart],
  ["reaction", reactionPart],
]);

function textPart(message: OutboundMessage): Built {
  const body = message.text ?? "";
  if (body === "") return problem("validation_error", "a text message without text");
  return { body: { type: "text", text: /https?:\/\//i.test(body) ? { body, preview_url: true } : { body } } };
}

function templatePart(message: OutboundMessage): Built {
  const built = templateMessage(message);
  return "problem" in built
    ? problem("template_variables_mismatch", built.problem)
    : { body: { type: "template", template: built.template } };
}

function locationPart({ content }: OutboundMessage): Built {
  if (content === null) return problem("validation_error", "a location without content");
  const { latitude, longitude, name, address } = content as unknown as LocationContent;
  return { body: { type: "location", location: compact({ latitude, longitude, name, address }) } };
}

function contactPart({ content }: OutboundMessage): Built {
  if (content === null) return problem("validation_error", "a contact message without contacts");
  return { body: { type: "contacts", contacts: contactMessage(content as unknown as ContactContent) } };
}

function interactivePart({ text, content }: OutboundMessage): Built {
  if (content === null || text === null) return problem("validation_error", "an interactive message without text or content");
  return { body: { type: "interactive", interactive: interactiveMessage(text, content as unknown as InteractiveContent) } };
}

/** An empty emoji removes the reaction. */
function reactionPart({ content, reactionToExternalId }: OutboundMessage): Built {
  if (reactionToExternalId === undefined) return problem("validation_error", "a reaction to no message");
  return { body: { type: "reaction", reaction: { message_id: reactionToExternalId, emoji: textAt(content, "emoji") ?? "" } } };
}

/** By the upload's id. Audio and stickers have no caption; only documents have a file name. */
function mediaPart({ type, text, media }: OutboundMessage, id: string): Built {
  const caption = type === "audio" || type === "sticker" ? undefined : (text ?? undefined);
  const filename = type === "document" ? (media?.filename ?? undefined) : undefined;
  return { body: { type, [type]: compact({ id, caption, filename }) } };
}

function problem(code: string, text: string, scope: ProviderError["scope"] = "message"): { error: ProviderError } {
  return { error: { class: "permanent", providerCode: "not_sent", code, message: text, scope } };
}
