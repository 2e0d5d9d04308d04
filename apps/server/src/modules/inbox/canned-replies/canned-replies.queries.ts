import { type Viewer, visibleTo } from "#modules/inbox/visibility/index.ts";
import type { Tx } from "#platform/db/database.ts";

export interface CannedReplyRow {
  id: string;
  shortcut: string;
  title: string;
  content: string;
  media_ids: string[];
  usage_count: number;
  last_used_at: Date | null;
  created_at: Date;
  updated_at: Date;
  /** created_at with microseconds, for cursors. */
  position: string;
}

export type CannedReplyValues = Pick<CannedReplyRow, "shortcut" | "title" | "content" | "media_ids">;

/** An inbound file goes with its message: erased with the customer, deleted by them, or after its retention period. */
const mediaIds = `array(select m.id from unnest(r.media_ids) with ordinality x(id, n)
                          join media m on m.tenant_id = r.tenant_id and m.id = x.id order by x.n)`;
const columns = `r.id, r.shortcut, r.title, r.content, ${mediaIds} as media_ids, r.usage_count, r.last_used_at, r.created_at, r.updated_at,
  r.created_at::text as position`;

export async function findCannedReply(tx: Tx, id: string, lock = false): Promise<CannedReplyRow | null> {
  const [row] = await tx.query<CannedReplyRow>({
    name: lock ? "canned_reply_lock" : "canned_reply_by_id",
    text: `select ${columns} from canned_replies r where r.tenant_id = $1 and r.id = $2 ${lock ? "for no key update" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

export async function cannedReplyByShortcut(tx: Tx, shortcut: string): Promise<{ id: string } | null> {
  const [row] = await tx.query<{ id: string }>({
    name: "canned_reply_by_shortcut",
    text: "select id from canned_replies where tenant_id = $1 and shortcut_key = lower($2)",
    values: [tx.tenantId, shortcut],
  });
  return row ?? null;
}

/** Newest first. A team has a few hundred at most, so a search reads them all. */
export function listCannedReplies(tx: Tx, q: string | null, after: string[] | null, limit: number): Promise<CannedReplyRow[]> {
  return tx.query<CannedReplyRow>({
    name: "canned_replies_list",
    text: `select ${columns} from canned_replies r
            where r.tenant_id = $1
              and ($2::text is null or strpos(label_key(r.shortcut || ' ' || r.title || ' ' || r.content), label_key($2)) > 0)
              and ($3::timestamptz is null or (r.created_at, r.id) < ($3, $4::uuid))
            order by r.created_at desc, r.id desc limit $5`,
    values: [tx.tenantId, q, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/** Null when another reply has the shortcut. Waits for a concurrent insert of it. */
export async function insertCannedReply(tx: Tx, now: Date, id: string, values: CannedReplyValues): Promise<CannedReplyRow | null> {
  const [row] = await tx.query<CannedReplyRow>({
    name: "canned_reply_insert",
    text: `insert into canned_replies as r (tenant_id, id, shortcut, title, content, media_ids, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict (tenant_id, shortcut_key) do nothing returning ${columns}`,
    values: [tx.tenantId, id, values.shortcut, values.title, values.content, values.media_ids, now],
  });
  return row ?? null;
}

/** Rejects with a unique violation when another reply has the shortcut. */
export async function updateCannedReply(tx: Tx, now: Date, id: string, values: CannedReplyValues): Promise<CannedReplyRow> {
  const [row] = await tx.query<CannedReplyRow>({
    name: "canned_reply_update",
    text: `update canned_replies r set shortcut = $3, title = $4, content = $5, media_ids = $6, updated_at = $7
            where r.tenant_id = $1 and r.id = $2 returning ${columns}`,
    values: [tx.tenantId, id, values.shortcut, values.title, values.content, values.media_ids, now],
  });
  if (row === undefined) throw new Error("the locked canned reply does not exist");
  return row;
}

export async function countUse(tx: Tx, now: Date, id: string): Promise<void> {
  await tx.query({
    name: "canned_reply_used",
    text: "update canned_replies set usage_count = usage_count + 1, last_used_at = $3 where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id, now],
  });
}

export async function deleteCannedReply(tx: Tx, id: string): Promise<void> {
  await tx.query({
    name: "canned_reply_delete",
    text: "delete from canned_replies where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id],
  });
}

export interface ReplyContext {
  contact_name: string | null;
  contact_phone: string | null;
  contact_email: string | null;
  agent_name: string | null;
  channel_name: string;
  organization_name: string;
}

/** The values that a reply may use in a conversation. The agent is the acting member, otherwise the assignee. */
export async function readReplyContext(
  tx: Tx,
  conversationId: string,
  actingUserId: string | null,
  viewer: Viewer | null,
): Promise<ReplyContext | null> {
  const values: unknown[] = [tx.tenantId, conversationId, actingUserId];
  const seen = viewer === null ? null : visibleTo(viewer, "c", (parameter) => `$${values.push(parameter)}`);
  const [row] = await tx.query<ReplyContext>({
    name: `canned_reply_context${seen === null ? "" : `_${seen.name}`}`,
    text: `select k.name as contact_name, k.phone as contact_phone, k.email as contact_email, m.name as agent_name, h.name as channel_name,
                  t.name as organization_name
             from conversations c
             join contacts k on k.tenant_id = $1 and k.id = c.contact_id
             join channels h on h.tenant_id = $1 and h.id = c.channel_id
             join tenants t on t.tenant_id = $1
             left join members m on m.tenant_id = $1 and m.user_id = coalesce($3::uuid, c.assignee_id)
            where c.tenant_id = $1 and c.id = $2 ${seen === null ? "" : `and ${seen.condition}`}`,
    values,
  });
  return row ?? null;
}

/** All replies of a tenant, for a snapshot. */
export function allCannedReplies(tx: Tx, limit: number): Promise<CannedReplyRow[]> {
  return tx.query<CannedReplyRow>({
    name: "canned_replies_all",
    text: `select ${columns} from canned_replies r where r.tenant_id = $1 order by r.created_at desc, r.id desc limit $2`,
    values: [tx.tenantId, limit],
  });
}

/** The shortcuts of those ids that exist. */
export function shortcutsOf(tx: Tx, ids: string[]): Promise<{ id: string; shortcut: string }[]> {
  return tx.query({
    name: "canned_reply_shortcuts",
    text: "select id, shortcut from canned_replies where tenant_id = $1 and id = any($2::uuid[])",
    values: [tx.tenantId, ids],
  });
}
