import type { Fault } from "./knobs.ts";
import { PHONE_FAULTS } from "./phone-faults.ts";
import type { CallbackAnswer } from "../shared/types.ts";
import type { InboundContent } from "./inbound.ts";
import { shownOfBody, shownOfInbound } from "./phone-content.ts";
import type { PlatformState, RegisteredNumber } from "./state.ts";
import type { StatusName, StatusPlan } from "./statuses.ts";

type Body = Record<string, unknown>;
const TYPING_MS = 25_000;

/** A send of the business was accepted. */
export function sawSend(state: PlatformState, plan: StatusPlan, body: Body, waId: string | undefined): void {
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

/** A status was posted, whatever the business makes of it. */
export function sawStatus(state: PlatformState, plan: StatusPlan, status: StatusName): void {
  if (!state.transcripts.enabled) return;
  state.transcripts.setStatus(plan.messageId, status === "played" ? "read" : status, status === "failed" ? problemOf(plan) : null);
}

function problemOf(plan: StatusPlan): string {
  if (plan.errors === "") return "It failed.";
  const { errors } = JSON.parse(`{${plan.errors.slice(1)}}`) as { errors: { code: number; error_data: { details: string } }[] };
  const [error] = errors;
  return error === undefined ? "It failed." : `${error.error_data.details} (${error.code})`;
}

/** A customer wrote. The answer of the business to its callback is heard by what is returned. */
export function sawInbound(
  state: PlatformState,
  number: RegisteredNumber,
  waId: string,
  id: string,
  content: InboundContent,
  rest: { at: number; replyTo: string | undefined; mediaId: string | undefined },
): (answer: CallbackAnswer) => void {
  const { transcripts } = state;
  const key = { accountId: number.phoneNumberId, customerId: waId };
  if (content.kind === "reaction") transcripts.setReaction(content.messageId, "customer", content.emoji ?? null);
  if (content.kind === "edit") transcripts.edit(content.messageId, content.text);
  if (content.kind === "revoke") transcripts.remove(content.messageId);
  const shown = shownOfInbound(content);
  if (shown === null) return () => undefined;
  if (rest.mediaId !== undefined) state.mediaSources.set(id, { id: rest.mediaId });
  transcripts.add(key, { id, from: "customer", at: rest.at, replyTo: rest.replyTo ?? null, status: "sent", ...shown });
  return (answer) => {
    if (answer.status === 200) return transcripts.setStatus(id, "delivered");
    const said = answer.status === 0 ? "did not answer" : `answered ${answer.status}`;
    transcripts.setProblem(id, `The business ${said}; it will be told again.`);
    transcripts.note("problem", `A callback was not taken: the business ${said}.`);
  };
}

/** `{"status":"read",…}`, with or without typing. */
export function sawMarkRead(state: PlatformState, messageId: string, typing: boolean): void {
  const thread = state.transcripts.threadOf(messageId);
  if (thread === undefined) return;
  state.transcripts.businessRead(messageId);
  if (typing) state.transcripts.setTyping(thread, TYPING_MS);
}

/** A fault that was set from the phone has struck: it is off again, and where the caller hears nothing it is told here. */
export function sawFault(state: PlatformState, number: RegisteredNumber, customerId: string, fault: Fault): void {
  if (!state.transcripts.enabled) return;
  const known = PHONE_FAULTS.find((entry) => entry.fault === fault);
  if (known !== undefined) state.transcripts.note("problem", `Fault struck: ${known.label}.`);
  state.transcripts.threadChanged({ accountId: number.phoneNumberId, customerId });
}

/** The business tried to send and was refused. */
export function sawRefusal(state: PlatformState, json: string): void {
  if (!state.transcripts.enabled) return;
  const { error } = JSON.parse(json) as { error: { message: string; code: number } };
  const code = error.message.includes(`#${error.code}`) ? "" : ` (${error.code})`;
  state.transcripts.note("problem", `A message of the business was refused: ${error.message}${code}.`);
}
