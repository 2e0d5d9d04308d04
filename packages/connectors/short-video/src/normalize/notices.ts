import type { ChannelUpdatedEvent, NormalizedEvent } from "@parley/connector-kit";
import { directionOf } from "../people.ts";
import { type Json, asObject, camelKeys, idAt, objectAt, own, textAt } from "@parley/connector-kit/read";
import { type ReadItem, type Reader, customerOf, ignored, readInstant, occurredAt } from "./context.ts";

/**
 * A high-water mark: everything we sent up to that instant has been read. Sent when the customer reads, never when we
 * do.
 */
export const readMarkEvents: Reader = (read) => {
  const { content } = read.item;
  if (asObject(content) === undefined) return ignored("a read mark without content");
  if (directionOf(content) === "echo") return ignored("the business read the conversation itself");
  const part = objectAt(content, "read");
  const externalId = idAt(part, "last_read_message_id");
  const at = occurredAt(read);
  const mark = own(part, "last_read_timestamp");
  const upTo = mark === undefined ? at : readInstant(mark, read.receivedAt);
  const named = externalId === undefined ? {} : { externalId };
  return [{ kind: "read_mark", person: customerOf(read, "inbound"), ...named, upTo, occurredAt: at }];
};

/** Where the chat came from. It may arrive before or after the first message, and is not one itself. */
export const referralEvents: Reader = (read) => {
  const referral = objectAt(read.item.content, "referral");
  if (referral === undefined) return ignored("a referral without content");
  return [{ kind: "referral", person: customerOf(read, "inbound"), referral: camelKeys(referral) as Json, occurredAt: occurredAt(read) }];
};

/** The platform only reports that somebody wrote: there is nobody to create a conversation with. */
export const hiddenMessageEvents: Reader = (read) =>
  notice(read, {
    notice:
      "A customer in the European Economic Area, Switzerland or the United Kingdom wrote. The platform does not forward such messages. Reply in its app.",
  });

export const automaticMessageEvents: Reader = (read) => {
  const { content, event } = read.item;
  const name = textAt(content, "auto_message_type") ?? "unnamed";
  const id = textAt(content, "auto_message_id") ?? "without id";
  const status = textAt(content, "audit_status") ?? textAt(content, "operation_status");
  const what = event === "im_auto_message_audit_update" ? "was reviewed" : "was changed";
  return notice(read, { notice: `The automatic message ${name} (${id}) ${what}${status === undefined ? "" : `: ${status}`}.` });
};

/** Documented for the platform's sister product; the business revoked its permission. */
export const authorizationRemovedEvents: Reader = (read) =>
  notice(read, { status: "NeedsReauth", notice: "The business account withdrew its permission. Connect the channel again." });

function notice(read: ReadItem, word: Pick<ChannelUpdatedEvent, "notice" | "status">): NormalizedEvent[] {
  return [{ kind: "channel", ...word, occurredAt: occurredAt(read) }];
}
