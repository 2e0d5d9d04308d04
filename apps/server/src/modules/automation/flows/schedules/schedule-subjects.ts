/**
 * The contact and conversation of a schedule's runs, whatever starts them: an occurrence, a start by hand, another
 * flow, a dry run.
 */
import type { ConversationsService } from "#modules/inbox/conversations/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { wireId } from "#platform/ids/ids.ts";
import { conversationsOn } from "../runs/contact-channels.queries.ts";
import type { RunContext } from "../runs/runs.queries.ts";
import { channelOf, type ScheduleTrigger } from "./schedule-audience.ts";
import type { Subject } from "../runs/condition-context.ts";

/** Where the runs of contacts start: in their conversations on the trigger's channel, or in none. Stored ids. */
export async function subjectsOf(tx: Tx, trigger: ScheduleTrigger, contactIds: string[]): Promise<Subject[]> {
  const channelId = channelOf(trigger);
  const there = channelId === null ? new Map<string, string>() : await conversationsOn(tx, channelId, contactIds);
  const context: RunContext = channelId === null ? {} : { channelId };
  return contactIds.map((contactId) => ({ contactId, conversationId: there.get(contactId) ?? null, context }));
}

/** The subject of a run that no occurrence starts: the one an occurrence would use, unless a conversation is given. */
export async function subjectOutsideSchedule(tx: Tx, trigger: ScheduleTrigger, given: Subject): Promise<Subject> {
  const [found] = await subjectsOf(tx, trigger, [given.contactId]);
  if (found === undefined) throw new Error("a contact without a subject");
  return {
    contactId: given.contactId,
    conversationId: given.conversationId ?? found.conversationId,
    context: { ...given.context, ...found.context },
  };
}

/** A conversation that the caller may not see is not found. */
export async function isSeen(
  ctx: TxContext,
  conversations: Pick<ConversationsService, "get">,
  conversationId: string | null,
): Promise<boolean> {
  if (conversationId === null) return true;
  try {
    await conversations.get(ctx, wireId("conv", conversationId));
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return false;
    throw error;
  }
}

/** Like `subjectOutsideSchedule`, for a caller: their run is never in a conversation that they may not see. */
export async function subjectFor(
  ctx: TxContext,
  conversations: Pick<ConversationsService, "get">,
  trigger: ScheduleTrigger,
  given: Subject,
): Promise<Subject> {
  const subject = await subjectOutsideSchedule(ctx.tx, trigger, given);
  const seen = given.conversationId !== null || (await isSeen(ctx, conversations, subject.conversationId));
  return seen ? subject : { ...subject, conversationId: null };
}
