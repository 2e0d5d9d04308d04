import { type AudienceNode, type AudienceRules, evaluateAudience, keepRules, type SegmentsService } from "#modules/segments/index.ts";
import type { Tx } from "#platform/db/database.ts";
import type { ConversationsService } from "#modules/conversations/index.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { parseWireId, wireId } from "#platform/ids/ids.ts";
import type { Surroundings } from "./conditions.ts";
import type { ScheduleAudience, Trigger } from "./definition.ts";
import type { RunContext } from "./runs.queries.ts";
import type { ScheduleAt } from "./schedule-times.ts";
import { conversationsOn } from "./schedules.queries.ts";
import type { Subject } from "./surroundings.ts";

/** A trigger `schedule` of a version that was activated: what is missing is told before. */
export interface ScheduleTrigger extends Trigger {
  type: "schedule";
  at: ScheduleAt;
  timezone: string;
  audience: ScheduleAudience;
  channelId?: string;
}

type Segments = Pick<SegmentsService, "compile" | "get">;
export const audienceAt = "trigger.audience";
const everybody: AudienceNode = { all: [] };

export const isSchedule = (trigger: Trigger): trigger is ScheduleTrigger => trigger.type === "schedule";

/** As it is kept. Throws validation_error for rules that are none; a segment is looked for when the flow is activated. */
export async function keepAudience(tx: Tx, now: Date, segments: Segments, audience: ScheduleAudience): Promise<ScheduleAudience> {
  if (!("rules" in audience)) return audience;
  await segments.compile(tx, now, audience, audienceAt);
  return keepRules(audience);
}

/** A segment by its rules of now; null: everybody. Throws not_found for a segment that is gone. */
export async function rulesOf(tx: Tx, segments: Segments, audience: ScheduleAudience): Promise<AudienceRules | null> {
  if ("segmentId" in audience) return (await segments.get(tx, audience.segmentId)).rules;
  return "all" in audience ? null : audience;
}

/** `now` is what within_last counts back from. Throws validation_error for rules that do not fit the contact fields any more. */
export async function compileRules(tx: Tx, now: Date, segments: Segments, rules: AudienceRules | null): Promise<AudienceNode> {
  return rules === null ? everybody : segments.compile(tx, now, rules, audienceAt);
}

/** Whether a contact would be among those that a schedule starts its flow for. */
export async function isInAudience(
  tx: Tx,
  now: Date,
  segments: Segments,
  { audience }: ScheduleTrigger,
  { contact }: Surroundings,
): Promise<boolean> {
  return evaluateAudience(await compileRules(tx, now, segments, await rulesOf(tx, segments, audience)), contact);
}

/** Stored id; null: its runs are in no conversation, and write nothing. */
export const channelOf = ({ channelId }: ScheduleTrigger): string | null =>
  channelId === undefined ? null : parseWireId("chn", channelId);

/** Where the runs of contacts begin: in their conversations on the trigger's channel, or in none. Stored ids. */
export async function subjectsOf(tx: Tx, trigger: ScheduleTrigger, contactIds: string[]): Promise<Subject[]> {
  const channelId = channelOf(trigger);
  const there = channelId === null ? new Map<string, string>() : await conversationsOn(tx, channelId, contactIds);
  const context: RunContext = channelId === null ? {} : { channelId };
  return contactIds.map((contactId) => ({ contactId, conversationId: there.get(contactId) ?? null, context }));
}

/** Where a run is that no walk begins: as the walk would have it, unless a conversation is named. */
export async function subjectBeside(tx: Tx, trigger: ScheduleTrigger, given: Subject): Promise<Subject> {
  const [found] = await subjectsOf(tx, trigger, [given.contactId]);
  if (found === undefined) throw new Error("a contact without a subject");
  return {
    contactId: given.contactId,
    conversationId: given.conversationId ?? found.conversationId,
    context: { ...given.context, ...found.context },
  };
}

/** What somebody does not see is not there for them. */
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

/** As `subjectBeside`, for somebody: their run is in no conversation that they do not see. */
export async function subjectFor(
  ctx: TxContext,
  conversations: Pick<ConversationsService, "get">,
  trigger: ScheduleTrigger,
  given: Subject,
): Promise<Subject> {
  const subject = await subjectBeside(ctx.tx, trigger, given);
  const seen = given.conversationId !== null || (await isSeen(ctx, conversations, subject.conversationId));
  return seen ? subject : { ...subject, conversationId: null };
}
