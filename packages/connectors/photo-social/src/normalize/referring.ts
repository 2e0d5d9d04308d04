import { compact, idAt, integerOf, objectAt, own, textAt } from "@parley/connector-kit/read";
import { emojiOf } from "../reactions.ts";
import { type Reader, customerOf, directionOf, ignored, occurredAt } from "./context.ts";
import { messageOf } from "./message.ts";

/** Only the newest edit counts; an edit of a message that never arrived becomes the message. */
export const editEvents: Reader = (read) => {
  const edit = objectAt(read.item.element, "message_edit");
  const target = idAt(edit, "mid");
  const text = textAt(edit, "text");
  if (target === undefined || text === undefined) return ignored("an edit that names no message, or says nothing");
  return [
    {
      kind: "edited",
      targetExternalId: target,
      text,
      content: null,
      occurredAt: occurredAt(read),
      ...compact({ edition: editionOf(own(edit, "num_edit")) }),
      original: { ...messageOf(read, edit, { type: "text", text, content: null, media: [] }), opensWindow: false },
    },
  ];
};

/** Undefined for anything but a count: then the times decide. */
function editionOf(input: unknown): number | undefined {
  const number = integerOf(input);
  return number !== undefined && number > 0 && number < 1_000_000 ? number : undefined;
}

/** One reaction per person and message: a new one replaces the old. */
export const reactionEvents: Reader = (read) => {
  if (directionOf(read) === "echo") return ignored("a reaction of the business itself");
  const reaction = objectAt(read.item.element, "reaction");
  const target = idAt(reaction, "mid");
  if (target === undefined) return ignored("a reaction that names no message");
  const emoji = textAt(reaction, "emoji") ?? emojiOf(textAt(reaction, "reaction"));
  const removed = own(reaction, "action") === "unreact";
  if (!removed && emoji === undefined) return ignored("a reaction without its emoji");
  return [
    {
      kind: "reaction",
      targetExternalId: target,
      emoji: removed ? null : (emoji as string),
      person: customerOf(read),
      occurredAt: occurredAt(read),
    },
  ];
};

/** The customer has read everything up to a message. The platform reports no delivery. */
export const readEvents: Reader = (read) => {
  if (directionOf(read) === "echo") return ignored("the business itself has read");
  const externalId = idAt(objectAt(read.item.element, "read"), "mid");
  const at = occurredAt(read);
  const bound = externalId === undefined ? { upTo: at } : { externalId };
  return [{ kind: "read_mark", person: customerOf(read), ...bound, occurredAt: at }];
};
