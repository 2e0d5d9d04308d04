import type { InboundMessageEvent, NormalizedEvent } from "@parley/connector-kit";
import { type Json, asObject, camelKeys, compact, idAt, listAt, objectAt, own, textAt } from "@parley/connector-kit/read";
import { type Body, readBody } from "./body.ts";
import { type ReadItem, type Reader, customerOf, externalIdOf, ignored, occurredAt } from "./context.ts";
import { systemEvents } from "./system.ts";

type Direction = InboundMessageEvent["direction"];

/** Types other than a new message of the customer. */
const otherTypes = new Map<string, (read: ReadItem, direction: Direction) => NormalizedEvent[]>([
  ["reaction", reactionEvents],
  ["revoke", deletedEvents],
  ["edit", editedEvents],
  ["system", systemEvents],
  ["request_welcome", systemEvents],
]);

export const messageEvents: Reader = (read) => readMessage(read, "inbound");

/** What the business typed in the platform's own app: it opens no window and must not trigger a bot. */
export const echoEvents: Reader = (read) => readMessage(read, "echo");

function readMessage(read: ReadItem, direction: Direction): NormalizedEvent[] {
  const { item, receivedAt } = read;
  const element = asObject(item.element);
  if (element === undefined || Object.keys(element).length === 0) return ignored("an empty part of a callback");
  const special = otherTypes.get(textAt(element, "type") ?? "");
  if (special !== undefined) return special(read, direction);

  const body = readBody(element) ?? unsupported(element);
  const content = { ...body.content, ...modifiers(element) };
  const replyToExternalId = idAt(objectAt(element, "context"), "id");
  return [
    {
      kind: "message",
      direction,
      externalId: externalIdOf(read),
      person: customerOf(read, direction),
      occurredAt: occurredAt(own(element, "timestamp"), receivedAt),
      type: body.type,
      text: body.text,
      content: Object.keys(content).length > 0 ? content : null,
      media: body.media,
      ...(replyToExternalId === undefined ? {} : { replyToExternalId }),
      // A group message is not addressed to the business alone; no documentation says that it opens a window.
      opensWindow: direction === "inbound" && body.automatic !== true && own(element, "group_id") === undefined,
    },
  ];
}

/** Kept whole, with what the platform says about it, so that a later version can show it. */
function unsupported(element: Json): Body {
  const kind = textAt(objectAt(element, "unsupported"), "type") ?? textAt(element, "type");
  const errors = listAt(element, "errors")
    .filter((error) => asObject(error) !== undefined)
    .map((error) =>
      compact({
        code: textAt(error, "code"),
        message: textAt(objectAt(error, "error_data"), "details") ?? textAt(error, "message") ?? textAt(error, "title"),
      }),
    );
  const caption = kind === undefined ? undefined : textAt(objectAt(element, kind), "caption");
  return {
    type: "unsupported",
    text: caption ?? null,
    content: compact({ raw: element, unsupportedType: kind, errors: errors.length > 0 ? errors : undefined }),
    media: [],
  };
}

function modifiers(element: Json): Json {
  const context = objectAt(element, "context");
  const flag = (key: string) => (own(context, key) === true ? true : undefined);
  const groupId = textAt(element, "group_id");
  return compact({
    forwarded: flag("forwarded") ?? flag("frequently_forwarded"),
    frequentlyForwarded: flag("frequently_forwarded"),
    product: camelKeys(objectAt(context, "referred_product")),
    referral: camelKeys(objectAt(element, "referral")),
    group: groupId === undefined ? undefined : { id: groupId },
  });
}

/** A removal has `emoji` empty or absent. */
function reactionEvents(read: ReadItem, direction: Direction): NormalizedEvent[] {
  const { item, receivedAt } = read;
  if (direction === "echo") return ignored("a reaction of the business itself");
  const part = objectAt(item.element, "reaction");
  const target = idAt(part, "message_id");
  if (target === undefined) return ignored("a reaction that names no message");
  return [
    {
      kind: "reaction",
      targetExternalId: target,
      emoji: textAt(part, "emoji") ?? null,
      person: customerOf(read, direction),
      occurredAt: occurredAt(own(item.element, "timestamp"), receivedAt),
    },
  ];
}

function deletedEvents({ item, receivedAt }: ReadItem): NormalizedEvent[] {
  const target = idAt(objectAt(item.element, "revoke"), "original_message_id");
  if (target === undefined) return ignored("a deletion that names no message");
  return [
    {
      kind: "deleted",
      targetExternalId: target,
      occurredAt: occurredAt(own(item.element, "timestamp"), receivedAt),
    },
  ];
}

/** The context inside an edit can be a dummy (`M0`), so the original's quote is kept. */
function editedEvents({ item, receivedAt }: ReadItem): NormalizedEvent[] {
  const part = objectAt(item.element, "edit");
  const target = idAt(part, "original_message_id");
  if (target === undefined) return ignored("an edit that names no message");
  const message = objectAt(part, "message") ?? {};
  const body = readBody(message) ?? unsupported(message);
  return [
    {
      kind: "edited",
      targetExternalId: target,
      text: body.text,
      content: body.content,
      occurredAt: occurredAt(own(item.element, "timestamp"), receivedAt),
    },
  ];
}
