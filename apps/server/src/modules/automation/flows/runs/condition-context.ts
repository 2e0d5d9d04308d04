import { Temporal } from "temporal-polyfill";
import { type BusinessHours, isWithin, readSettings, weekdays } from "#modules/people/agent-settings/index.ts";
import type { ContactsService } from "#modules/contacts/contacts/index.ts";
import type { TxContext } from "#platform/http/context.ts";
import { wireId } from "#platform/ids/ids.ts";
import type { ConditionContext } from "../definition/conditions.ts";
import { findTicketsOf } from "../definition/references.queries.ts";
import { channelsOf, type RunContext, survivorsOf } from "./runs.queries.ts";

export interface ConditionContextDeps {
  contacts: Pick<ContactsService, "listByIds">;
  conversationsById(ctx: TxContext, ids: string[]): Promise<NonNullable<ConditionContext["conversation"] & { id: string }>[]>;
}

export interface Subject {
  contactId: string;
  conversationId: string | null;
  context: RunContext;
}

/**
 * What conditions evaluate, for many subjects at once: a handful of queries, regardless of their number. In the order of the subjects; null
 * if the contact or the conversation was deleted. Ids are uuids.
 */
export async function readConditionContext(
  ctx: TxContext,
  subjects: readonly Subject[],
  deps: ConditionContextDeps,
): Promise<(ConditionContext | null)[]> {
  const survivors = await survivorsOf(ctx.tx, [...new Set(subjects.map((subject) => subject.contactId))]);
  const contactIds = [...new Set(survivors.values())];
  const conversationIds = [...new Set(subjects.flatMap((subject) => subject.conversationId ?? []))];
  const contacts = new Map((await deps.contacts.listByIds(ctx.tx, contactIds)).map((contact) => [contact.id, contact]));
  const channels = await channelsOf(ctx.tx, contactIds);
  const conversations = new Map(
    (conversationIds.length === 0 ? [] : await deps.conversationsById(ctx, conversationIds)).map((conversation) => [
      conversation.id,
      conversation,
    ]),
  );
  const ticketIds = [...new Set(subjects.flatMap(({ context }) => context.ticketId ?? []))];
  const tickets = new Map((ticketIds.length === 0 ? [] : await findTicketsOf(ctx.tx, ticketIds)).map(({ id, ...ticket }) => [id, ticket]));
  const time = timeOf((await readSettings(ctx.tx)).business_hours, ctx.now);
  return subjects.map(({ contactId, conversationId, context }) => {
    const survivor = survivors.get(contactId);
    const contact = survivor === undefined ? undefined : contacts.get(wireId("cnt", survivor));
    const conversation = conversationId === null ? null : conversations.get(wireId("conv", conversationId));
    if (survivor === undefined || contact === undefined || conversation === undefined) return null;
    return {
      contact: { ...contact, channelIds: (channels.get(survivor) ?? []).map((id) => wireId("chn", id)) },
      conversation,
      message: context.message ?? null,
      channel: conversation === null ? null : { id: conversation.channelId, kind: conversation.channelKind },
      ticket: tickets.get(context.ticketId ?? "") ?? null,
      time,
      variables: context.variables ?? {},
    };
  });
}

/** By the local clock of the business hours; without any, in UTC and with the team always there. Pure. */
export function timeOf(hours: BusinessHours | null, now: Date): ConditionContext["time"] {
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(hours?.timezone ?? "UTC");
  return { weekday: weekdays[here.dayOfWeek - 1] as string, hour: here.hour, inBusinessHours: hours === null || isWithin(hours, now) };
}
