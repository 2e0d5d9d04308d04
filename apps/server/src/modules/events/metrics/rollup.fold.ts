import type { LoggedEvent } from "#platform/events/tail.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import { type AuthorKind, authorKinds, sentColumn } from "./definitions.ts";
import type { TallyPoint, Tally } from "./rollup.tally.ts";

/**
 * What one event adds to the rollups. Pure: the conversation's state is passed in and changed, the counts go into the
 * tally. For the definitions see docs/subsystems/events/metrics.md.
 */

export const durationNames = ["first_response", "response", "resolution"] as const;
export type Duration = (typeof durationNames)[number];

/** A row of metric_conversations. Instants are milliseconds. */
export interface ConversationState {
  assigneeId: string | null;
  openedAt: number;
  waitingSince: number | null;
  firstAnswered: boolean;
  resolved: boolean;
  withBot: boolean;
  divisionId: string | null;
  labelIds: string[];
  /** The unanswered survey: its answer counts at the same place. */
  surveyed: SurveyedGroup | null;
}

export type SurveyedGroup = Pick<TallyPoint, "at" | "assigneeId" | "divisionId"> & { labelIds: string[] };

/** The tenant's label of a name; null: it no longer exists. */
export type LabelOf = (tenantId: string, name: string) => string | null;

export const countedTypes = new Set([
  "message.received",
  "message.sent",
  "message.status",
  "conversation.created",
  "conversation.assigned",
  "conversation.updated",
  "contact.created",
]);

/** The types that need or change the conversation's state. */
export const conversationTypes = new Set([
  "message.received",
  "message.sent",
  "conversation.created",
  "conversation.assigned",
  "conversation.updated",
]);

/** The author of surveys: see modules/service/csat/asking.ts. */
const csatAuthor = "csat";
const satisfiedFrom = 4;

const unassignedGroup = { assigneeId: null, divisionId: null, labelIds: [] };

/** Where the conversation is counted now. */
function placeOf(event: LoggedEvent, state: ConversationState, at: number): TallyPoint {
  const { assigneeId, divisionId, labelIds } = state;
  return { tenantId: event.tenant_id, at, channelId: event.channel_id, assigneeId, divisionId, labelIds };
}

/** Author kinds whose messages are the team's replies. For `platform`, only messages typed by a person there. */
const answers: ReadonlySet<AuthorKind> = new Set(["member", "api", "platform"]);

/** The state of a conversation that this event creates. */
export function freshState(atMs: number): ConversationState {
  return {
    assigneeId: null,
    openedAt: atMs,
    waitingSince: null,
    firstAnswered: false,
    resolved: false,
    withBot: false,
    divisionId: null,
    labelIds: [],
    surveyed: null,
  };
}

/**
 * Adds an event. `state` is null only for types outside conversationTypes. Throws EventNotUnderstood if the event lacks what its type
 * requires; state and tally are then unchanged.
 */
export function fold(event: LoggedEvent, state: ConversationState | null, tally: Tally, labelOf: LabelOf): void {
  const at = event.created_at.getTime();
  if (event.type === "contact.created") {
    tally.count({ ...unassignedGroup, tenantId: event.tenant_id, at, channelId: null }, "new_contacts");
    return;
  }
  if (event.type === "message.status") return foldStatus(event, tally);
  if (state === null) throw new EventNotUnderstood(`${event.type} without a conversation`);
  const place = placeOf(event, state, at);
  switch (event.type) {
    case "message.received": {
      const { contactId, message } = event.data as { contactId: string; message: { type: string } };
      const contact = uuidOf("cnt", contactId);
      if (message.type === "system") return;
      tally.count(place, "messages_received");
      tally.contact(place, contact);
      if (!state.resolved) state.waitingSince ??= at;
      return;
    }
    case "message.sent":
      return foldSent(event, state, tally);
    case "conversation.created":
      tally.count({ ...place, assigneeId: null, divisionId: null, labelIds: [] }, "conversations_created");
      state.openedAt = at;
      // Only the chatbot creates a pending one; only a blocked contact a resolved one.
      state.withBot = event.data["status"] === "pending";
      state.resolved = event.data["status"] === "resolved";
      return;
    case "conversation.assigned": {
      const { assigneeId } = event.data as { assigneeId: string | null };
      state.assigneeId = assigneeId === null ? null : uuidOf("agt", assigneeId);
      return;
    }
    case "conversation.updated":
      return foldUpdated(event, state, tally, labelOf);
  }
}

function foldSent(event: LoggedEvent, state: ConversationState, tally: Tally): void {
  const { message } = event.data as unknown as {
    message: { id: string; type: string; content: Record<string, unknown> | null; author?: { kind: string; id?: string | null } };
  };
  if (message.type === "system") return;
  // A message typed in the platform's own app has no author of ours.
  const kind = (message.author?.kind ?? "platform") as AuthorKind;
  if (!authorKinds.includes(kind)) throw new EventNotUnderstood(`author ${kind}`);
  tally.count(placeOf(event, state, acceptedAt(event, message.id)), sentColumn(kind));
  const at = event.created_at.getTime();
  const place = placeOf(event, state, at);
  if (kind === "flow" && message.author?.id === csatAuthor) {
    tally.count(place, "csat_asked");
    const { assigneeId, divisionId, labelIds } = state;
    state.surveyed = { at, assigneeId, divisionId, labelIds: [...labelIds] };
  }
  const isAutomatic = kind === "platform" && message.content?.["automatic"] !== undefined;
  if (!answers.has(kind) || isAutomatic || message.type === "reaction" || state.waitingSince === null) return;
  // Nobody waited if a person takes a conversation from the chatbot.
  if (!state.withBot && at > state.waitingSince) {
    const waited = at - state.waitingSince;
    if (!state.firstAnswered) tally.duration(place, "first_response", waited);
    tally.duration(place, "response", waited);
  }
  state.firstAnswered = true;
  state.waitingSince = null;
}

function foldUpdated(event: LoggedEvent, state: ConversationState, tally: Tally, labelOf: LabelOf): void {
  const { changes } = event.data as { changes: Record<string, { from: unknown; to: unknown }> };
  const at = event.created_at.getTime();
  // A change that resolves and labels counts the resolution under that label.
  foldGrouping(event, changes, state, tally, labelOf);
  const place = placeOf(event, state, at);
  if (changes["csat"] !== undefined) foldRating(event, changes["csat"], state, tally);
  if (changes["pendingReason"] !== undefined) {
    const withBot = changes["pendingReason"].to === "bot";
    if (state.withBot && !withBot && state.waitingSince !== null) state.waitingSince = at;
    state.withBot = withBot;
  }
  const status = changes["status"];
  if (status === undefined || status.from === status.to) return;
  // Opened without a reason: by the customer's message, or by a message typed in the platform's app.
  if (status.to === "open") state.withBot = false;
  if (status.to === "resolved") {
    tally.count(place, "conversations_resolved");
    tally.duration(place, "resolution", Math.max(0, at - state.openedAt));
    state.resolved = true;
    state.waitingSince = null;
  } else if (status.from === "resolved") {
    tally.count(place, "conversations_reopened");
    state.resolved = false;
    state.openedAt = at;
  }
}

/** Division and labels. Everything is parsed before anything is changed. */
function foldGrouping(
  event: LoggedEvent,
  changes: Record<string, { from: unknown; to: unknown }>,
  state: ConversationState,
  tally: Tally,
  labelOf: LabelOf,
): void {
  const { divisionId, labels } = changes;
  const division = divisionId === undefined ? state.divisionId : divisionId.to === null ? null : uuidOf("div", String(divisionId.to));
  if (labels !== undefined && !Array.isArray(labels.to)) throw new EventNotUnderstood("labels are no list");
  state.divisionId = division;
  if (labels === undefined) return;
  const ids = namesOf(labels.to).flatMap((name) => labelOf(event.tenant_id, name) ?? []);
  const before = new Set(state.labelIds);
  state.labelIds = [...new Set(ids)];
  const at = event.created_at.getTime();
  for (const id of state.labelIds.filter((label) => !before.has(label)))
    tally.count({ ...placeOf(event, state, at), labelIds: [id] }, "conversations_labelled");
}

/**
 * A first rating counts at the place of its survey, so that ratings belong to the surveys of a range. Its comment comes
 * later and is not counted.
 */
function foldRating(event: LoggedEvent, { from, to }: { from: unknown; to: unknown }, state: ConversationState, tally: Tally): void {
  const rating = (to as { rating?: unknown } | null)?.rating;
  if (from !== null || typeof rating !== "number") return;
  const place = { ...placeOf(event, state, event.created_at.getTime()), ...state.surveyed };
  state.surveyed = null;
  tally.count(place, "csat_answered");
  tally.count(place, "csat_points", rating);
  if (rating >= satisfiedFrom) tally.count(place, "csat_satisfied");
}

/** Label names in an event's changes; none for any other value. */
export function namesOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
}

/**
 * A status counts at the place of its message, so that rates are about the same messages: at the time in the message's id, which is when it
 * was accepted. Statuses only move forward and may skip steps: read without delivered counts as both.
 */
function foldStatus(event: LoggedEvent, tally: Tally): void {
  const { message, status, previousStatus } = event.data as unknown as { message: { id: string }; status: string; previousStatus: string };
  const at = acceptedAt(event, message.id);
  const place = { ...unassignedGroup, tenantId: event.tenant_id, at, channelId: event.channel_id };
  const count = (column: string) => tally.count(place, column);
  const arrived = (messageStatus: string) => messageStatus === "delivered" || messageStatus === "read";
  if (arrived(status) && !arrived(previousStatus)) count("messages_delivered");
  if (status === "read" && previousStatus !== "read") count("messages_read");
  if (status === "failed" && previousStatus !== "failed") count("messages_failed");
}

/**
 * Ids are UUIDv7: they start with the milliseconds at which the message was accepted. An id with a time after its event, or long before it,
 * is not one of those and has no bucket.
 */
function acceptedAt(event: LoggedEvent, wireMessageId: string): number {
  const ms = Number.parseInt(uuidOf("msg", wireMessageId).replaceAll("-", "").slice(0, 12), 16);
  const ageMs = event.created_at.getTime() - ms;
  if (ageMs < -dayMs || ageMs > ageDaysMax * dayMs) throw new EventNotUnderstood(`${wireMessageId} does not tell when it was accepted`);
  return ms;
}

const dayMs = 86_400_000;
/** Statuses arrive within weeks at most. */
const ageDaysMax = 400;

export class EventNotUnderstood extends Error {}

function uuidOf(prefix: "msg" | "cnt" | "agt" | "div", wire: string): string {
  const id = parseWireId(prefix, wire);
  if (id === null) throw new EventNotUnderstood(`${wire} is no id of ${prefix}`);
  return id;
}
