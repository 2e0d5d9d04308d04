import { type Fields, fieldsOf, logRefusal, type SeenMessage, type ThreadKey } from "../shared/phone/index.ts";
import type { InboundContent, InboundModifiers } from "./inbound.ts";
import { shownOfInbound, shownOfMessage } from "./phone-content.ts";
import { emojiOf } from "./reactions.ts";
import type { Account, PlatformState } from "./state.ts";

const TYPING_MS = 20_000;

export const keyOf = (account: Account, person: string): ThreadKey => ({ accountId: account.accountId, customerId: person });

/** What a customer's message shows; `url` is the URL of its media. */
export function seenOf(
  state: PlatformState,
  mid: string,
  content: InboundContent,
  { replyTo }: InboundModifiers,
  at: number,
  url: string | undefined,
): SeenMessage | null {
  const shown = state.transcripts.enabled ? shownOfInbound(content) : null;
  if (shown === null) return null;
  if (url !== undefined) state.mediaSources.set(mid, state.sourceOf(url));
  return { id: mid, from: "customer", at, replyTo: replyTo ?? null, ...shown };
}

/** The platform accepted a message of the business: the phone shows it. */
export function recordMessage(state: PlatformState, account: Account, person: string, mid: string, message: Fields): void {
  if (!state.transcripts.enabled) return;
  const attachment = fieldsOf(message.attachment ?? (message.attachments as unknown[] | undefined)?.[0]);
  const { url } = fieldsOf(attachment.payload);
  const shown = shownOfMessage(message);
  if (shown.media !== undefined && typeof url === "string") {
    const source = state.sourceOf(url);
    state.mediaSources.set(mid, source);
    shown.media.mimeType = state.media.get(source.id ?? "")?.mimeType ?? shown.media.mimeType;
  }
  state.transcripts.add(keyOf(account, person), { id: mid, from: "business", status: "delivered", ...shown });
}

/** `sender_action`: typing, reading, reacting. */
export function recordAction(state: PlatformState, account: Account, person: string, body: Fields): void {
  const { transcripts } = state;
  const key = keyOf(account, person);
  const { message_id: target, reaction } = fieldsOf(body.payload);
  switch (body.sender_action) {
    case "typing_on":
      return transcripts.setTyping(key, TYPING_MS);
    case "typing_off":
      return transcripts.setTyping(key, 0);
    case "mark_seen":
      return transcripts.readUpTo(key, "customer");
    case "react":
      return transcripts.setReaction(String(target), "business", emojiOf(String(reaction)));
    case "unreact":
      return transcripts.setReaction(String(target), "business", null);
  }
}

export function recordRefusal(state: PlatformState, json: string): void {
  if (!state.transcripts.enabled) return;
  const { error } = JSON.parse(json) as { error: { message: string; code: number } };
  logRefusal(state.transcripts, error.code, error.message);
}
