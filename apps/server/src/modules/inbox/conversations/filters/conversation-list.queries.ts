import { type Viewer, visibleTo } from "#modules/inbox/visibility/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { noFlattening } from "#platform/db/plans.ts";
import { type ConversationRow, columns } from "../conversations.queries.ts";

export const conversationSorts = ["lastMessageAt", "createdAt", "waitingSince"] as const;
export type ConversationSort = (typeof conversationSorts)[number];

/** With stored ids; see conversation-filters.ts. */
export interface ConversationFilter {
  status?: "open" | "pending" | "resolved";
  pendingReason?: "bot" | "snoozed" | "customer";
  channelId?: string;
  contactId?: string;
  /** Not together with `assigned`. */
  assigneeId?: string;
  /** true: has an assignee; false: has none. */
  assigned?: boolean;
  /** Not together with `hasDivision`. */
  divisionId?: string;
  /** true: has a division; false: has none. */
  hasDivision?: boolean;
  /** Has any of them. Empty: matches nothing. */
  labelIds?: string[];
  /** Has every one of them. Empty: matches nothing. */
  allLabelIds?: string[];
  priority?: string;
  unread?: boolean;
  handledBy?: string;
  /** The customer has waited since then or longer. */
  waitingUntil?: Date;
  /** One of these. */
  ids?: string[];
  /** Unresolved, with a note mentioning this member. */
  mentionedId?: string;
  /** Unresolved, with a customer service window that closes in this interval. */
  closing?: { after: Date; until: Date };
  /** Restricts the result to what this viewer may see. */
  viewer?: Viewer;
}

/**
 * Ordered by (last_message_at, id), newest first; for `createdAt` by id alone, which is the order of creation; for `waitingSince` by
 * (waiting_since, id), longest wait first, and only conversations that wait.
 */
export function listConversations(
  tx: Tx,
  filter: ConversationFilter,
  sort: ConversationSort,
  after: string[] | null,
  limit: number,
): Promise<ConversationRow[]> {
  if (isLabelled(filter)) return listLabelled(tx, filter, sort, after, limit);
  const values: unknown[] = [tx.tenantId, limit];
  const value = (parameter: unknown) => `$${values.push(parameter)}`;
  if (matchesNothing(filter)) return Promise.resolve([]);
  const few = selectionOf(filter, value);
  const filtered = conditionsOf(filter, value, few?.name);
  const where = ["c.tenant_id = $1", ...filtered.where];
  const names: string[] = [sort, ...(few === null ? [] : [few.name]), ...filtered.names];
  if (sort === "waitingSince") where.push("c.waiting_since is not null");
  if (after !== null) {
    names.push("after");
    where.push(afterCondition(sort, after, value));
  }
  return tx.query<ConversationRow>({
    name: `conversations_list_${names.join("_")}`,
    text: `select ${columns} from ${few === null ? "conversations c" : `(select * from conversations c where c.tenant_id = $1 and ${few.condition} ${noFlattening}) c`}
            where ${where.join(" and ")} order by ${order[sort]} limit $2`,
    values,
  });
}

/**
 * The condition, if any, that selects few conversations in every tenant. Those are read first, through its index (noFlattening): a generic
 * plan might read the whole list in page order.
 */
export function selectionOf(filter: ConversationFilter, value: (parameter: unknown) => string): { name: string; condition: string } | null {
  if (filter.ids !== undefined) return { name: "ids", condition: `c.id = any(${value(filter.ids)}::uuid[])` };
  if (filter.mentionedId !== undefined) return { name: "mentioned", condition: mentions(value(filter.mentionedId)) };
  if (filter.closing !== undefined) return { name: "closing", condition: closes(value(filter.closing.after), value(filter.closing.until)) };
  return null;
}

const mentions = (member: string) => `c.status <> 'resolved' and c.id = any(array(
  select distinct n.conversation_id from notifications n where n.tenant_id = $1 and n.member_id = ${member} and n.kind = 'mention'))`;
const closes = (after: string, until: string) =>
  `c.status <> 'resolved' and c.window_expires_at > ${after} and c.window_expires_at <= ${until}`;

/**
 * The conditions of a filter on a row `c`, without labels. `names` go into the statement's name, since the text
 * differs.
 */
export function conditionsOf(
  filter: ConversationFilter,
  value: (parameter: unknown) => string,
  selected?: string,
): { where: string[]; names: string[] } {
  const where: string[] = [];
  const names: string[] = [];
  const add = (name: string, condition: string) => {
    names.push(name);
    where.push(condition);
  };
  if (filter.status !== undefined) add("status", `c.status = ${value(filter.status)}`);
  if (filter.pendingReason !== undefined) add("reason", `c.pending_reason = ${value(filter.pendingReason)}`);
  if (filter.channelId !== undefined) add("channel", `c.channel_id = ${value(filter.channelId)}`);
  if (filter.contactId !== undefined) add("contact", `c.contact_id = ${value(filter.contactId)}`);
  if (filter.assigneeId !== undefined) add("assignee", `c.assignee_id = ${value(filter.assigneeId)}`);
  if (filter.assigned !== undefined)
    add(filter.assigned ? "assigned" : "unassigned", `c.assignee_id is ${filter.assigned ? "not " : ""}null`);
  if (filter.divisionId !== undefined) add("division", `c.division_id = ${value(filter.divisionId)}`);
  if (filter.hasDivision !== undefined)
    add(filter.hasDivision ? "divided" : "undivided", `c.division_id is ${filter.hasDivision ? "not " : ""}null`);
  if (filter.viewer !== undefined) {
    const seen = visibleTo(filter.viewer, "c", value);
    add(seen.name, seen.condition);
  }
  if (filter.priority !== undefined) {
    // Stated again, because a partial index is used only for conditions that the statement itself contains.
    add(
      filter.priority === "medium" ? "medium" : "priority",
      `c.priority = ${value(filter.priority)}${filter.priority === "medium" ? "" : " and c.priority <> 'medium'"}`,
    );
  }
  if (filter.unread !== undefined) add(filter.unread ? "unread" : "read", filter.unread ? "c.unread_count > 0" : "c.unread_count = 0");
  if (filter.handledBy === "bot") add("bot", "c.handled_by = 'bot'");
  else if (filter.handledBy !== undefined) add("handled", `c.handled_by = ${value(filter.handledBy)}`);
  if (filter.waitingUntil !== undefined) add("waited", `c.waiting_since <= ${value(filter.waitingUntil)}`);
  if (filter.ids !== undefined && selected !== "ids") add("ids", `c.id = any(${value(filter.ids)}::uuid[])`);
  if (filter.mentionedId !== undefined && selected !== "mentioned") add("mentioned", mentions(value(filter.mentionedId)));
  if (filter.closing !== undefined && selected !== "closing")
    add("closing", closes(value(filter.closing.after), value(filter.closing.until)));
  // Without one of these, list_labelled_conversations() uses the labels' own index.
  if (filter.labelIds !== undefined) add("labels", `c.label_ids && ${value(filter.labelIds)}::uuid[]`);
  if (filter.allLabelIds !== undefined) add("every", `c.label_ids @> ${value(filter.allLabelIds)}::uuid[]`);
  return { where, names };
}

const order: Readonly<Record<ConversationSort, string>> = {
  lastMessageAt: "c.last_message_at desc, c.id desc",
  createdAt: "c.id desc",
  waitingSince: "c.waiting_since, c.id",
};

function afterCondition(sort: ConversationSort, after: string[], value: (parameter: unknown) => string): string {
  if (sort === "createdAt") return `c.id < ${value(after[0])}::uuid`;
  const [column, beyond] = sort === "waitingSince" ? ["waiting_since", ">"] : ["last_message_at", "<"];
  return `(c.${column}, c.id) ${beyond} (${value(after[0])}::timestamptz, ${value(after[1])}::uuid)`;
}

/** Where a page ended, for its cursor. */
export function positionIn(sort: ConversationSort, row: ConversationRow): string[] {
  if (sort === "createdAt") return [row.id];
  return [sort === "waitingSince" ? (row.waiting_position as string) : row.position, row.id];
}

/** Whether the labels are the most selective condition. */
export const isLabelled = ({ labelIds, allLabelIds, ids, mentionedId, closing }: ConversationFilter) =>
  (labelIds !== undefined || allLabelIds !== undefined) && ids === undefined && mentionedId === undefined && closing === undefined;
export const matchesNothing = ({ labelIds, allLabelIds }: ConversationFilter) => labelIds?.length === 0 || allLabelIds?.length === 0;

/** functions/list_labelled_conversations.sql chooses the index for the labels by their frequency. */
async function listLabelled(
  tx: Tx,
  filter: ConversationFilter,
  sort: ConversationSort,
  after: string[] | null,
  limit: number,
): Promise<ConversationRow[]> {
  if (matchesNothing(filter)) return [];
  return tx.query<ConversationRow>({
    name: `conversations_labelled_${sort}`,
    text: `select ${columns} from ${labelled} join conversations c on c.tenant_id = $1 and c.id = found.id order by ${order[sort]}`,
    values: [tx.tenantId, ...labelledValues(filter, sort, after, limit)],
  });
}

/** Only the ids of what listConversations() would return, for counting. */
export async function listLabelledIds(
  tx: Tx,
  filter: ConversationFilter,
  sort: ConversationSort,
  limit: number,
): Promise<{ id: string }[]> {
  if (matchesNothing(filter)) return [];
  return tx.query<{ id: string }>({
    name: "conversations_labelled_ids",
    // The function takes the tenant from the transaction. $1 is repeated so that both statements have their values in
    // the same order.
    text: `select found.id from ${labelled} where $1::uuid is not null -- tenant_id: of the session`,
    values: [tx.tenantId, ...labelledValues(filter, sort, null, limit)],
  });
}

const labelled = `list_labelled_conversations($2::uuid[], $3, $4, $5::uuid, $6::uuid, $7::uuid, $8::boolean, $9, $10::boolean, $11,
                    $12::timestamptz, $13, $14::timestamptz, $15::uuid, $16,
                    $17::uuid, $18::boolean, $19::uuid, $20::uuid[], $21::uuid[]) as found (id)`;

function labelledValues(filter: ConversationFilter, sort: ConversationSort, after: string[] | null, limit: number): unknown[] {
  return [
    filter.labelIds ?? null,
    filter.status ?? null,
    filter.pendingReason ?? null,
    filter.channelId ?? null,
    filter.contactId ?? null,
    filter.assigneeId ?? null,
    filter.assigned ?? null,
    filter.priority ?? null,
    filter.unread ?? null,
    filter.handledBy ?? null,
    filter.waitingUntil ?? null,
    sort,
    sort === "createdAt" ? null : (after?.[0] ?? null),
    (sort === "createdAt" ? after?.[0] : after?.[1]) ?? null,
    limit,
    filter.divisionId ?? null,
    filter.hasDivision ?? null,
    filter.viewer?.userId ?? null,
    filter.viewer?.divisionIds ?? null,
    filter.allLabelIds ?? null,
  ];
}

/** Conversations by id, newest message first. */
export function conversationsById(tx: Tx, ids: string[], viewer: Viewer | null): Promise<ConversationRow[]> {
  const values: unknown[] = [tx.tenantId, ids];
  const seen = viewer === null ? null : visibleTo(viewer, "c", (parameter) => `$${values.push(parameter)}`);
  return tx.query<ConversationRow>({
    name: `conversations_by_ids${seen === null ? "" : `_${seen.name}`}`,
    text: `select ${columns} from conversations c where c.tenant_id = $1 and c.id = any($2::uuid[])
              ${seen === null ? "" : `and ${seen.condition}`} order by ${order.lastMessageAt}`,
    values,
  });
}
