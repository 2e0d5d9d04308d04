import type { NormalizedEvent } from "@parley/connector-kit";
import { readPayload } from "../payload.ts";
import { type Reader, ignored } from "./context.ts";
import { messageEvents } from "./message.ts";
import { authorizationRemovedEvents, automaticMessageEvents, hiddenMessageEvents, readMarkEvents, referralEvents } from "./notices.ts";

const comments: Reader = () => ignored("a comment on a video; comments are not handled");

const readers = new Map<string, Reader>([
  ["im_receive_msg", messageEvents],
  ["im_send_msg", messageEvents],
  ["im_mark_read_msg", readMarkEvents],
  ["im_referral_msg", referralEvents],
  ["im_receive_msg_eu", hiddenMessageEvents],
  ["im_auto_message_audit_update", automaticMessageEvents],
  ["im_auto_message_config_update", automaticMessageEvents],
  ["authorization.removed", authorizationRemovedEvents],
  ["im_receive_high_intent_comment", comments],
  ["comment.update", comments],
]);

/** Turns one item into events, in the order in which to apply them. */
export function normalize(payload: unknown, receivedAt: Date): NormalizedEvent[] {
  const item = readPayload(payload);
  if (item === undefined) return ignored("not an item of this connector");
  const reader = readers.get(item.event);
  return reader === undefined
    ? ignored(`an event this connector does not know: ${item.event.slice(0, 60) || "absent"}`)
    : reader({ item, receivedAt });
}
