import type { LabelsService } from "#modules/inbox/labels/index.ts";
import { lockDivisions } from "#modules/people/divisions/index.ts";
import { getMember } from "#modules/organizations/tenants/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { invalidField, missingReference, notFound } from "#platform/errors/app-error.ts";
import type { Context } from "#platform/http/context.ts";
import { parseWireId, wireId } from "#platform/ids/ids.ts";
import type { ConversationFilter } from "./conversation-list.queries.ts";
import { channelExists, contactExists } from "../conversations.queries.ts";
import type { ConversationFilters, StoredFilters } from "./conversation-filters.schema.ts";

/** Stands for an id in a filter that cannot exist: matches nothing, exactly like another tenant's id. */
const nilId = "00000000-0000-0000-0000-000000000000";

/** Checks the fields against each other; the schema has checked each one alone. Throws validation_error. */
function checkTogether(filters: ConversationFilters, prefix: string): void {
  if (filters.unassigned !== undefined && filters.assigneeId !== undefined)
    throw invalidField(`${prefix}unassigned`, "not_allowed", "Send either assigneeId or unassigned.");
  if (filters.waitingSince !== undefined && filters.waitingMinutes !== undefined)
    throw invalidField(`${prefix}waitingMinutes`, "not_allowed", "Send either waitingSince or waitingMinutes.");
  if (filters.status === "snoozed" && filters.pendingReason !== undefined)
    throw invalidField(`${prefix}pendingReason`, "not_allowed", "Send either status=snoozed or pendingReason.");
}

/** `me` is the calling member; a key is never an assignee. */
function assigneeOf(ctx: Context, given: string): string {
  if (given === "me") return ctx.actor.kind === "member" ? ctx.actor.id : nilId;
  return parseWireId("agt", given) ?? parseWireId("usr", given) ?? nilId;
}

/** Filters as a list applies them. Ids of deleted labels match nothing. */
function filterOf(
  ctx: Context,
  deps: Omit<ConversationFilters, "labels" | "allLabels">,
  labelled: { labelIds?: string[]; allLabelIds?: string[] },
): ConversationFilter {
  const until = deps.windowExpiresWithinMinutes;
  const waitingUntil =
    deps.waitingSince !== undefined
      ? new Date(deps.waitingSince)
      : deps.waitingMinutes === undefined
        ? undefined
        : new Date(ctx.now.getTime() - deps.waitingMinutes * 60_000);
  return {
    ...(deps.status === undefined ? {} : statusFilter(deps.status)),
    ...(deps.channelId === undefined ? {} : { channelId: parseWireId("chn", deps.channelId) ?? nilId }),
    ...(deps.contactId === undefined ? {} : { contactId: parseWireId("cnt", deps.contactId) ?? nilId }),
    ...(deps.assigneeId === undefined
      ? {}
      : deps.assigneeId === "none"
        ? { assigned: false }
        : { assigneeId: assigneeOf(ctx, deps.assigneeId) }),
    ...(deps.unassigned === undefined ? {} : { assigned: !deps.unassigned }),
    ...(deps.divisionId === undefined
      ? {}
      : deps.divisionId === "none"
        ? { hasDivision: false }
        : { divisionId: parseWireId("div", deps.divisionId) ?? nilId }),
    ...labelled,
    ...(deps.priority === undefined ? {} : { priority: deps.priority }),
    ...(deps.unread === undefined ? {} : { unread: deps.unread }),
    ...(deps.handledBy === undefined ? {} : { handledBy: deps.handledBy }),
    ...(waitingUntil === undefined ? {} : { waitingUntil }),
    // An explicit status lets the status index serve it.
    ...(deps.pendingReason === undefined
      ? {}
      : { pendingReason: deps.pendingReason, ...(deps.status === undefined ? { status: "pending" } : {}) }),
    ...(deps.mentioned === undefined ? {} : { mentionedId: ctx.actor.kind === "member" ? ctx.actor.id : nilId }),
    ...(until === undefined ? {} : { closing: { after: ctx.now, until: new Date(ctx.now.getTime() + until * 60_000) } }),
  };
}

function statusFilter(status: NonNullable<ConversationFilters["status"]>): ConversationFilter {
  if (status === "snoozed") return { status: "pending", pendingReason: "snoozed" };
  return { status: status === "done" ? "resolved" : status };
}

export function createConversationFilters(labels: LabelsService) {
  /** null: one of them does not exist, so no conversation has them all. */
  async function everyLabel(tx: Tx, names: string[], field: string): Promise<string[] | null> {
    const ids = new Set<string>();
    for (const [i, name] of names.entries()) {
      const [label] = await labels.byName(tx, [name], () => `${field}[${i}]`);
      if (label === undefined) return null;
      ids.add(label.id);
    }
    return [...ids];
  }

  async function idsOf(tx: Tx, names: string[], field: string): Promise<string[]> {
    for (const [i, name] of names.entries()) {
      if ((await labels.byName(tx, [name], () => `${field}[${i}]`)).length === 0) throw missingReference(`${field}[${i}]`);
    }
    return (await labels.byName(tx, names, field)).map((label) => label.id);
  }

  return {
    /** From a list's query. Throws validation_error. */
    async fromWire(ctx: Context & { tx: Tx }, input: ConversationFilters): Promise<ConversationFilter> {
      checkTogether(input, "");
      const { labels: any, allLabels: all, ...others } = input;
      return filterOf(ctx, others, {
        ...(any === undefined ? {} : { labelIds: (await labels.byName(ctx.tx, any, "labels")).map((label) => label.id) }),
        ...(all === undefined ? {} : { allLabelIds: (await everyLabel(ctx.tx, all, "label")) ?? [] }),
      });
    },

    /** From a view. */
    async fromStored(ctx: Context & { tx: Tx }, stored: StoredFilters): Promise<ConversationFilter> {
      const { labelIds, allLabelIds, ...filters } = stored;
      const existing = async (ids: string[]) => (await labels.named(ctx.tx, ids)).map((label) => label.id);
      // Dropping a deleted label would make the view show too much; no conversation has all of them.
      const allOrNone = async (ids: string[]) => {
        const found = await existing(ids);
        return found.length < new Set(ids).size ? [] : found;
      };
      return filterOf(ctx, filters, {
        ...(labelIds === undefined ? {} : { labelIds: await existing(labelIds) }),
        ...(allLabelIds === undefined ? {} : { allLabelIds: await allOrNone(allLabelIds) }),
      });
    },

    /** As a view stores them: labels by id, so that they can be renamed. Throws validation_error, and not_found for an unknown id. */
    async toStored(tx: Tx, input: ConversationFilters): Promise<StoredFilters> {
      checkTogether(input, "filters.");
      const { labels: any, allLabels: all, ...others } = input;
      if (input.assigneeId !== undefined && input.assigneeId !== "none" && input.assigneeId !== "me") {
        others.assigneeId = wireId("agt", (await getMember(tx, input.assigneeId)).userId);
      }
      if (input.divisionId !== undefined && input.divisionId !== "none") await lockDivisions(tx, [input.divisionId]);
      const channelId = input.channelId === undefined ? undefined : parseWireId("chn", input.channelId);
      if (channelId === null || (channelId !== undefined && !(await channelExists(tx, channelId)))) throw notFound(input.channelId);
      const contactId = input.contactId === undefined ? undefined : parseWireId("cnt", input.contactId);
      if (contactId === null || (contactId !== undefined && !(await contactExists(tx, contactId)))) throw notFound(input.contactId);
      return {
        ...others,
        ...(any === undefined ? {} : { labelIds: await idsOf(tx, any, "filters.labels") }),
        ...(all === undefined ? {} : { allLabelIds: await idsOf(tx, all, "filters.allLabels") }),
      };
    },

    /** As on the wire; deleted labels are left out. */
    async render(tx: Tx, stored: StoredFilters): Promise<ConversationFilters> {
      const { labelIds, allLabelIds, ...others } = stored;
      const names = async (ids: string[]) => (await labels.named(tx, ids)).map((label) => label.name);
      return {
        ...others,
        ...(labelIds === undefined ? {} : { labels: await names(labelIds) }),
        ...(allLabelIds === undefined ? {} : { allLabels: await names(allLabelIds) }),
      };
    },
  };
}

export type ConversationFiltersService = ReturnType<typeof createConversationFilters>;
