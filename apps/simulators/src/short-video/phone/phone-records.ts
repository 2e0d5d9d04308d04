import { type Fields, fieldsOf, type SeenMessage, textOf, type ThreadKey } from "../../shared/phone/index.ts";
import type { Conversation } from "../conversations.ts";
import type { InboundContent, InboundModifiers } from "../inbound.ts";
import { shownOfBody, shownOfInbound } from "./phone-content.ts";
import type { PlatformState } from "../state.ts";

/** As the platform documents it. */
const TYPING_MS = 5_000;

export const keyOf = ({ businessId, userId }: Pick<Conversation, "businessId" | "userId">): ThreadKey => ({
  accountId: businessId,
  customerId: userId,
});

/** What a customer's message shows; a reaction changes another message instead. */
export function seenOf(
  state: PlatformState,
  id: string,
  content: InboundContent,
  { replyTo }: InboundModifiers,
  at: number,
  mediaId: string | undefined,
): SeenMessage | null {
  if (content.kind === "reaction") state.transcripts.setReaction(content.messageId, "customer", content.remove ? null : content.emoji);
  const shown = state.transcripts.enabled ? shownOfInbound(content) : null;
  if (shown === null) return null;
  if (mediaId !== undefined) state.mediaSources.set(id, { id: mediaId });
  return { id, from: "customer", at, replyTo: replyTo ?? null, ...shown };
}

/** The platform accepted a message of the business: the phone shows it. */
export function recordSend(state: PlatformState, conversation: Conversation, id: string, at: number, body: Fields): void {
  if (!state.transcripts.enabled) return;
  const shown = shownOfBody(body);
  const mediaId = textOf(fieldsOf(body.image).media_id);
  if (shown.media !== undefined && mediaId !== null) {
    state.mediaSources.set(id, { id: mediaId });
    shown.media.mimeType = state.media.get(mediaId)?.mimeType ?? shown.media.mimeType;
  }
  const replyTo = textOf(fieldsOf(body.referenced_message_info).referenced_message_id);
  state.transcripts.add(keyOf(conversation), { id, from: "business", at, status: "delivered", replyTo, ...shown });
}

/** Typing lasts five seconds; reading applies to the whole conversation. */
export function recordAction(state: PlatformState, conversation: Conversation, action: unknown): void {
  if (action === "TYPING") state.transcripts.setTyping(keyOf(conversation), TYPING_MS);
  else state.transcripts.readUpTo(keyOf(conversation), "customer");
}
