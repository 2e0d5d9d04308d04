import type { NormalizedEvent } from "@parley/connector-kit";
import { textAt } from "@parley/connector-kit/read";
import { type Subject, readPayload, subjectOf } from "../payload.ts";
import { type Reader, ignored } from "./context.ts";
import { messageEvents, noticeReader, postbackEvents, unknownEvents } from "./message.ts";
import { editEvents, reactionEvents, readEvents } from "./referring.ts";

const readers: Record<Subject, Reader> = {
  message: messageEvents,
  message_edit: editEvents,
  reaction: reactionEvents,
  read: readEvents,
  postback: postbackEvents,
  referral: noticeReader("referral"),
  optin: noticeReader("optin"),
  pass_thread_control: noticeReader("pass_thread_control"),
  take_thread_control: noticeReader("take_thread_control"),
  request_thread_control: noticeReader("request_thread_control"),
  app_roles: noticeReader("app_roles"),
  delivery: () => ignored("the platform tells of no deliveries on this channel"),
};

/** Turns one item into events, in the order in which to apply them. */
export function normalize(payload: unknown, receivedAt: Date): NormalizedEvent[] {
  const item = readPayload(payload);
  if (item === undefined) return ignored("not an item of this connector");
  if (item.part === "messaging" || item.part === "standby") {
    const subject = subjectOf(item.element);
    return (subject === undefined ? unknownEvents : readers[subject])({ item, receivedAt });
  }
  if (item.part === "change") return ignored(`no part of the inbox: ${(textAt(item.element, "field") ?? "a change").slice(0, 60)}`);
  return ignored("a part this connector does not know");
}
