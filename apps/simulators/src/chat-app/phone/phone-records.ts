import { logRefusal, type SeenMessage } from "../../shared/phone/index.ts";
import type { Fault } from "../knobs.ts";
import type { InboundContent } from "../inbound.ts";
import { shownOfBody, shownOfInbound } from "./phone-content.ts";
import type { PlatformState, RegisteredNumber } from "../state.ts";
import type { StatusName, StatusPlan } from "../statuses.ts";

type Body = Record<string, unknown>;
const TYPING_MS = 25_000;

/** A send of the business was accepted. */
export function recordSend(state: PlatformState, plan: StatusPlan, body: Body, waId: string | undefined): void {
  const { transcripts } = state;
  if (!transcripts.enabled || waId === undefined) return;
  if (body.type === "reaction") {
    const { message_id: target, emoji } = body.reaction as { message_id: string; emoji: string };
    transcripts.setReaction(target, "business", emoji);
    return;
  }
  const key = { accountId: plan.number.phoneNumberId, customerId: waId };
  const shown = shownOfBody(body, plan.number.account.templates);
  if (shown.media !== undefined) {
    const source = body[body.type as string] as { id?: string; link?: string };
    state.mediaSources.set(plan.messageId, source);
    const stored = source.id === undefined ? undefined : state.media.get(source.id);
    if (stored !== undefined) shown.media.mimeType = stored.mimeType;
  }
  const quoted = (body.context as { message_id?: string } | undefined)?.message_id;
  state.plans.set(plan.messageId, plan);
  transcripts.add(key, { id: plan.messageId, from: "business", replyTo: quoted ?? null, ...shown });
}

/** A status was posted, whether the business accepts it or not. */
export function recordStatus(state: PlatformState, plan: StatusPlan, status: StatusName): void {
  if (!state.transcripts.enabled) return;
  state.transcripts.setStatus(plan.messageId, status === "played" ? "read" : status, status === "failed" ? problemOf(plan) : null);
}

function problemOf(plan: StatusPlan): string {
  if (plan.errors === "") return "It failed.";
  const { errors } = JSON.parse(`{${plan.errors.slice(1)}}`) as { errors: { code: number; error_data: { details: string } }[] };
  const [error] = errors;
  return error === undefined ? "It failed." : `${error.error_data.details} (${error.code})`;
}

/** What a customer's message shows; reactions, edits and deletions change another message instead. */
export function seenOf(
  state: PlatformState,
  id: string,
  content: InboundContent,
  rest: { at: number; replyTo: string | undefined; mediaId: string | undefined },
): SeenMessage | null {
  const { transcripts } = state;
  if (content.kind === "reaction") transcripts.setReaction(content.messageId, "customer", content.emoji ?? null);
  if (content.kind === "edit") transcripts.edit(content.messageId, content.text);
  if (content.kind === "revoke") transcripts.remove(content.messageId);
  const shown = shownOfInbound(content);
  if (shown === null) return null;
  if (rest.mediaId !== undefined) state.mediaSources.set(id, { id: rest.mediaId });
  return { id, from: "customer", at: rest.at, replyTo: rest.replyTo ?? null, ...shown };
}

/** `{"status":"read",…}`, with or without typing. */
export function recordMarkRead(state: PlatformState, messageId: string, typing: boolean): void {
  const thread = state.transcripts.threadOf(messageId);
  if (thread === undefined) return;
  state.transcripts.readUpTo(thread, "customer", (message) => message.id === messageId);
  if (typing) state.transcripts.setTyping(thread, TYPING_MS);
}

export function recordFault(state: PlatformState, number: RegisteredNumber, customerId: string, fault: Fault): void {
  state.phoneFaults.onUsed({ accountId: number.phoneNumberId, customerId }, fault);
}

export function recordRefusal(state: PlatformState, json: string): void {
  if (!state.transcripts.enabled) return;
  const { error } = JSON.parse(json) as { error: { message: string; code: number } };
  logRefusal(state.transcripts, error.code, error.message);
}
