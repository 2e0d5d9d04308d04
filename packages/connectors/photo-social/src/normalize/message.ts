import type { InboundMessageEvent } from "@parley/connector-kit";
import { type Json, asObject, camelKeys, compact, idAt, listAt, objectAt, own, textAt } from "@parley/connector-kit/read";
import { type Body, readBody, storyEnd } from "./body.ts";
import { type ReadItem, type Reader, customerOf, directionOf, externalIdOf, ignored, occurredAt } from "./context.ts";

export const messageEvents: Reader = (read) => {
  const { element } = read.item;
  const message = objectAt(element, "message");
  if (own(message, "is_deleted") === true) return deletedEvents(message, read);
  if (own(message, "is_self") === true) return ignored("a message of the account to itself");
  const body = readBody(message, occurredAt(read)) ?? unsupported(element, message);
  const replyToExternalId = idAt(objectAt(message, "reply_to"), "mid");
  return [
    {
      ...messageOf(read, message, body),
      content: contentOf(read, body.content, compact({ story: storyReply(message, read), referral: referralOf(message, element) })),
      ...(replyToExternalId === undefined ? {} : { replyToExternalId }),
    },
  ];
};

/** A tap on a button, an ice breaker or the menu: the customer's act, so it opens the window. */
export const postbackEvents: Reader = (read) => {
  const postback = objectAt(read.item.element, "postback");
  const title = textAt(postback, "title") ?? textAt(postback, "payload");
  const body: Body =
    title === undefined
      ? unsupported(read.item.element, undefined)
      : { type: "interactive", text: title, content: { reply: { id: textAt(postback, "payload") ?? title, title } }, media: [] };
  const content = contentOf(read, body.content, compact({ referral: referralOf(postback, read.item.element) }));
  return [{ ...messageOf(read, postback, body), content }];
};

/** Platform notices about the conversation: kept in it, but without an author. */
export function noticeReader(event: string): Reader {
  return (read) => {
    const { element } = read.item;
    const about = objectAt(element, event);
    const content = event === "referral" ? { referral: camelKeys(about ?? null) } : { event, raw: element };
    const body: Body = { type: "system", text: null, content, media: [] };
    return [{ ...messageOf(read, undefined, body), direction: "inbound", content: contentOf(read, content, {}), opensWindow: false }];
  };
}

/** Types that no documentation mentions: kept whole, so that a later version can show them. */
export const unknownEvents: Reader = (read) => {
  const { element } = read.item;
  if (Object.keys(asObject(element) ?? {}).length === 0) return ignored("an empty part of a callback");
  return [{ ...messageOf(read, undefined, unsupported(element, undefined)), opensWindow: false }];
};

/** What all messages share. A message that another app handles (standby) is context: it opens no window, and nobody here answers it. */
export function messageOf(read: ReadItem, about: unknown, body: Body): InboundMessageEvent {
  const direction = directionOf(read);
  const standby = read.item.part === "standby";
  return {
    kind: "message",
    direction,
    externalId: externalIdOf(about, read),
    person: customerOf(read),
    occurredAt: occurredAt(read),
    ...body,
    opensWindow: direction === "inbound" && !standby,
    // An echo does not name the app that sent the message; one that matches none of ours was written elsewhere.
    ...(direction === "echo" ? { ours: true } : {}),
    ...(direction === "inbound" && standby ? { context: true } : {}),
  };
}

function contentOf({ item }: ReadItem, content: Json | null, modifiers: Json): Json | null {
  const whole = { ...content, ...modifiers, ...(item.part === "standby" ? { standby: true } : {}) };
  return Object.keys(whole).length > 0 ? whole : null;
}

function unsupported(element: unknown, message: Json | undefined): Body {
  const [attachment] = listAt(message, "attachments");
  const content = compact({ raw: element, unsupportedType: textAt(attachment, "type") });
  return { type: "unsupported", text: textAt(message, "text") ?? null, content, media: [] };
}

function storyReply(message: Json | undefined, read: ReadItem): Json | undefined {
  const story = objectAt(objectAt(message, "reply_to"), "story");
  if (story === undefined) return undefined;
  return { kind: "reply", ...compact({ id: textAt(story, "id"), url: textAt(story, "url") }), expiresAt: storyEnd(occurredAt(read)) };
}

function referralOf(about: unknown, element: unknown): unknown {
  return camelKeys(objectAt(about, "referral") ?? objectAt(element, "referral"));
}

function deletedEvents(message: Json | undefined, read: ReadItem): ReturnType<Reader> {
  const target = idAt(message, "mid");
  if (target === undefined) return ignored("a deletion that names no message");
  return [{ kind: "deleted", targetExternalId: target, occurredAt: occurredAt(read) }];
}
