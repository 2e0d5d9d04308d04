import type { InboundMessageEvent, NormalizedEvent } from "@parley/connector-kit";
import { directionOf } from "../people.ts";
import { type Json, asObject, compact, idAt, idOf, listAt, objectAt, own, textAt } from "@parley/connector-kit/read";
import { type Body, readBody } from "./body.ts";
import { type ReadItem, type Reader, customerOf, externalIdOf, ignored, readInstant, occurredAt } from "./context.ts";

type Direction = InboundMessageEvent["direction"];

/** `im_receive_msg` and `im_send_msg`: the roles decide who wrote; the event's name only if they are missing. */
export const messageEvents: Reader = (read) => {
  const { item } = read;
  // A message that cannot be read: kept for a person to examine, not dropped.
  if (typeof item.content === "string" && item.content !== "") throw new Error("a message event whose content is not JSON");
  const element = asObject(item.content);
  if (element === undefined || Object.keys(element).length === 0) return ignored("a message event without content");
  const direction = directionOf(element) ?? (item.event === "im_send_msg" ? "echo" : "inbound");
  if (textAt(element, "type")?.toLowerCase() === "reaction") return reactionEvents(read, direction);

  const body = readBody(element) ?? unsupported(element);
  const automatic = textAt(element, "auto_message_type");
  const content = { ...body.content, ...compact({ automatic }) };
  const replyToExternalId = body.replyToExternalId ?? idAt(objectAt(element, "referenced_message_info"), "referenced_message_id");
  // Sent through the API: by us, or by another app that the business connected. The core determines which.
  const ours = direction === "echo" && textAt(objectAt(element, "message_tag"), "source")?.toUpperCase() === "API";
  return [
    {
      kind: "message",
      direction,
      externalId: externalIdOf(read),
      person: customerOf(read, direction),
      occurredAt: occurredAt(read),
      type: body.type,
      text: body.text,
      content: Object.keys(content).length > 0 ? content : null,
      media: body.media,
      ...(replyToExternalId === undefined ? {} : { replyToExternalId }),
      opensWindow: direction === "inbound",
      ...(ours ? { ours } : {}),
      ...(direction === "echo" && automatic !== undefined ? { automatic: true } : {}),
    },
  ];
};

/** Kept whole, so that a later version can show it. */
function unsupported(element: Json): Body {
  const kind = textAt(element, "type");
  return { type: "unsupported", text: null, content: compact({ raw: element, unsupportedType: kind }), media: [] };
}

/** A list: one callback may add and remove several. */
function reactionEvents(read: ReadItem, direction: Direction): NormalizedEvent[] {
  const { item, receivedAt } = read;
  const person = customerOf(read, direction);
  const events = listAt(item.content, "reaction").flatMap((part): NormalizedEvent[] => {
    const target = idAt(part, "original_msg_id");
    const by = idOf(own(part, "unique_identifier"), 200) ?? (direction === "inbound" ? person.providerUserId : item.businessId);
    if (target === undefined || by === item.businessId) return [];
    const removed = textAt(part, "operation")?.toUpperCase() === "REMOVE";
    // An emoji drawn by the platform has a URL instead of a character.
    const emoji = textAt(part, "emoji") ?? textAt(part, "ai_emoji_url") ?? null;
    if (!removed && emoji === null) return [];
    return [
      {
        kind: "reaction",
        targetExternalId: target,
        // Emoji are added and removed individually; a removal without a name removes all.
        ...(removed ? { emoji: null, ...(emoji === null ? {} : { removed: emoji }) } : { emoji, keepsOthers: true as const }),
        person,
        occurredAt: readInstant(own(part, "timestamp") ?? own(item.content, "timestamp"), receivedAt),
      },
    ];
  });
  return events.length > 0 ? events : ignored("a reaction of the business itself, or one that names no message");
}
