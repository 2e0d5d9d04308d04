import type { Tx } from "#platform/db/database.ts";
import {
  type ConversationFilter,
  type ConversationSort,
  conditionsOf,
  isLabelled,
  listLabelledIds,
  matchesNothing,
  selectionOf,
} from "../filters/conversation-list.queries.ts";

/** How many conversations one count reads: a few milliseconds of work, however many the tenant has. */
export const scannedMax = 5_000;

/** `more`: there are more than were read, so `count` is a lower bound. */
export interface BoundedCount {
  count: number;
  more: boolean;
}

/**
 * Counts the conversations of a filter and a sort among the first 5,000 that meet its most selective condition, in the order of that
 * condition's index; see docs/adr/0136. Those excluded by the other conditions count as read.
 */
export async function countConversations(tx: Tx, filter: ConversationFilter, sort: ConversationSort): Promise<BoundedCount> {
  if (isLabelled(filter)) {
    const found = await listLabelledIds(tx, filter, sort, scannedMax + 1);
    return { count: Math.min(found.length, scannedMax), more: found.length > scannedMax };
  }
  if (matchesNothing(filter)) return { count: 0, more: false };
  const values: unknown[] = [tx.tenantId, scannedMax + 1];
  const value = (parameter: unknown) => `$${values.push(parameter)}`;
  const few = selectionOf(filter, value);
  const by = few === null ? mostSelective(filter, sort, value) : { ...few, order: "" };
  const { where, names } = conditionsOf(filter, value, few?.name);
  if (sort === "waitingSince") {
    where.push("c.waiting_since is not null");
    names.push("waiting");
  }
  const [row] = await tx.query<{ looked_at: number; count: number }>({
    name: `conversations_count_${[by.name, "of", ...names].join("_")}`,
    text: `select count(*)::integer as looked_at, count(*)${where.length === 0 ? "" : ` filter (where ${where.join(" and ")})`}::integer as count
             from (select * from conversations c where c.tenant_id = $1 and ${by.condition} ${by.order} limit $2) c`,
    values,
  });
  const { looked_at, count } = row as { looked_at: number; count: number };
  return { count: Math.min(count, scannedMax), more: looked_at > scannedMax };
}

export interface UnresolvedGroup {
  status: "open" | "pending";
  pending_reason: "bot" | "snoozed" | "customer" | null;
  assignee: "me" | "other" | null;
  closing: boolean;
  unread: boolean;
  count: number;
}

/**
 * The unresolved conversations of a filter without a status, grouped, in one pass; null: there are more than one count reads. `member`: the
 * member that `me` stands for.
 */
export async function countUnresolved(
  tx: Tx,
  filter: ConversationFilter,
  member: string | null,
  closing: { after: Date; until: Date },
): Promise<UnresolvedGroup[] | null> {
  if (matchesNothing(filter)) return [];
  const values: unknown[] = [tx.tenantId, scannedMax + 1];
  const value = (parameter: unknown) => `$${values.push(parameter)}`;
  const me = `(c.assignee_id = ${value(member)}) is true`;
  const closes = `(c.window_expires_at > ${value(closing.after)} and c.window_expires_at <= ${value(closing.until)}) is true`;
  const of = filter.contactId === undefined ? "" : `and c.contact_id = ${value(filter.contactId)}`;
  const { where, names } = conditionsOf(filter, value);
  const groups = await tx.query<UnresolvedGroup & { fits: boolean }>({
    name: `conversations_unresolved_groups_${[...(of === "" ? [] : ["of_contact"]), ...names].join("_")}`,
    text: `select c.status, c.pending_reason, case when c.assignee_id is null then null when ${me} then 'me' else 'other' end as assignee,
                  ${closes} as closing, c.unread_count > 0 as unread, ${where.length === 0 ? "true" : `(${where.join(" and ")}) is true`} as fits,
                  count(*)::integer as count
             from (select * from conversations c where c.tenant_id = $1 and c.status <> 'resolved' ${of} limit $2) c
            group by 1, 2, 3, 4, 5, 6`,
    values,
  });
  const lookedAt = groups.reduce((sum, { count }) => sum + count, 0);
  return lookedAt > scannedMax ? null : groups.filter(({ fits }) => fits);
}

const latest = "order by c.last_message_at desc, c.id desc";

/** The condition whose index the count uses: the one that the fewest conversations meet in a typical tenant. */
function mostSelective(filter: ConversationFilter, sort: ConversationSort, value: (parameter: unknown) => string) {
  const { status, contactId, assigneeId, assigned, divisionId, priority, unread, handledBy, waitingUntil, viewer } = filter;
  const one = (name: string, condition: string, order = latest) => ({ name, condition, order });
  if (contactId !== undefined) return one("contact", `c.contact_id = ${value(contactId)}`, "");
  if (assigneeId !== undefined && status === "open")
    return one("open_of", `c.status = 'open' and c.assignee_id = ${value(assigneeId)}`, "");
  if (unread === true) return one("unread", "c.unread_count > 0");
  if (assigned === false && status === "open" && handledBy === "human")
    return one("unassigned", "c.status = 'open' and c.assignee_id is null and c.handled_by = 'human'", "");
  if (handledBy === "bot") return one("bot", "c.handled_by = 'bot'");
  if (waitingUntil !== undefined) return one("waited", `c.waiting_since <= ${value(waitingUntil)}`, "order by c.waiting_since, c.id");
  if (sort === "waitingSince") return one("waiting", "c.waiting_since is not null", "order by c.waiting_since, c.id");
  if (status === "open" || status === "pending") return one("status", `c.status = ${value(status)}`);
  if (assigneeId !== undefined) return one("assignee", `c.assignee_id = ${value(assigneeId)}`);
  if (viewer?.divisionIds === null) return one("viewer", `c.assignee_id = ${value(viewer.userId)}`);
  if (divisionId !== undefined) return one("division", `c.division_id = ${value(divisionId)}`);
  if (priority !== undefined && priority !== "medium") return one("priority", `c.priority = ${value(priority)} and c.priority <> 'medium'`);
  if (status !== undefined) return one("status", `c.status = ${value(status)}`);
  return one("all", "true");
}
