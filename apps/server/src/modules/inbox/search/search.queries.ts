import { type Viewer, visibleTo } from "#modules/inbox/visibility/index.ts";
import type { Tx } from "#platform/db/database.ts";
import type { SearchPlan } from "./query.ts";

export interface SearchableRow {
  id: string;
  conversation_id: string;
  channel_id: string;
  /** Instants as the database writes them: with microseconds, and -infinity. */
  occurred_at: string;
  version: string;
  text: string | null;
  content: Record<string, unknown> | null;
  media: Record<string, unknown>[];
}

const searchable = `m.id, m.conversation_id, m.channel_id, m.occurred_at::text as occurred_at,
  case when m.deleted_at is not null then 'infinity' else coalesce(m.edited_at::text, '-infinity') end as version, m.text, m.content, m.media`;

export function searchableById(tx: Tx, ids: string[]): Promise<SearchableRow[]> {
  return tx.query<SearchableRow>({
    name: "searchable_by_ids",
    text: `select ${searchable} from messages m where m.tenant_id = $1 and m.id = any($2::uuid[]) and m.type not in ('reaction', 'system')`,
    values: [tx.tenantId, ids],
  });
}

export function searchableByExternalId(tx: Tx, channelId: string, externalId: string): Promise<SearchableRow[]> {
  return tx.query<SearchableRow>({
    name: "searchable_by_external_id",
    text: `select ${searchable} from messages m where m.tenant_id = $1 and m.channel_id = $2 and m.external_id = $3
              and m.type not in ('reaction', 'system')`,
    values: [tx.tenantId, channelId, externalId],
  });
}

/** Never overwrites a newer version of the text. Sorted, so that two writers do not deadlock. */
export async function upsertSearchRows(
  tx: Tx,
  rows: (Omit<SearchableRow, "text" | "content" | "media"> & { folded: string })[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.query({
    name: "search_put",
    text: `insert into message_search as s (tenant_id, message_id, conversation_id, channel_id, occurred_at, version, folded)
           select $1, r.id, r.conversation_id, r.channel_id, r.occurred_at::timestamptz, r.version::timestamptz, r.folded
             from jsonb_to_recordset($2::jsonb)
               as r (id uuid, conversation_id uuid, channel_id uuid, occurred_at text, version text, folded text)
            order by r.id
           on conflict (tenant_id, message_id) do update set version = excluded.version, folded = excluded.folded
             where excluded.version >= s.version`,
    values: [tx.tenantId, JSON.stringify(rows)],
  });
}

export interface MessageFilter {
  channelId: string | null;
  contactId: string | null;
  since: Date | null;
  until: Date | null;
}

/** Ids, newest first. A contact's messages are those of its conversations, which follow it through merges. */
export async function searchMessages(
  tx: Tx,
  plan: SearchPlan,
  filter: MessageFilter,
  viewer: Viewer | null,
  after: string[] | null,
  limit: number,
): Promise<string[]> {
  const values: unknown[] = [
    tx.tenantId,
    plan.exact,
    plan.similar,
    plan.otherPatterns,
    filter.channelId,
    filter.contactId,
    filter.since,
    filter.until,
    after?.[0] ?? null,
    after?.[1] ?? null,
    limit,
  ];
  // The function's pages must contain only what is visible: dropping rows afterwards would leave gaps.
  const seen = viewer === null ? null : visibleTo(viewer, "c", (parameter) => `$${values.push(parameter)}`);
  const within =
    seen === null
      ? "case when $6::uuid is not null then array(select c.id from conversations c where c.tenant_id = $1 and c.contact_id = $6) end"
      : `array(select c.id from conversations c where c.tenant_id = $1 and ($6::uuid is null or c.contact_id = $6) and ${seen.condition})`;
  const rows = await tx.query<{ id: string }>({
    name: `search_messages${seen === null ? "" : `_${seen.name}`}`,
    text: `select found.id from search_messages($2::text[], $3::text[], $4::text[], $5::uuid,
             ${within}, $7::timestamptz, $8::timestamptz, $9::timestamptz, $10::uuid, $11) with ordinality as found (id, place)
            order by found.place`,
    values,
  });
  return rows.map((row) => row.id);
}

export interface FoundRow {
  id: string;
  /** The sort key, for cursors: the similarity, or the time of the latest message with microseconds. */
  position: string;
}

/** Contacts with something similar to the words, most similar first by (likeness, id), after a position. */
export function searchContacts(tx: Tx, words: string[], after: string[] | null, limit: number): Promise<FoundRow[]> {
  return tx.query<FoundRow>({
    name: "search_contacts",
    text: `select c.id, contact_likeness($2::text[], c.search_text)::text as position
             from search_contacts($2::text[], $3, $4::real, $5::uuid) with ordinality as found (id, place)
             join contacts c on c.tenant_id = $1 and c.id = found.id order by found.place`,
    values: [tx.tenantId, words, limit, after?.[0] ?? null, after?.[1] ?? null],
  });
}

/**
 * Conversations with a matching message, or of these contacts, by (last_message_at, id), latest first, after a
 * position.
 */
export function searchConversations(
  tx: Tx,
  plan: { exact: string[] } | { similar: string[]; otherPatterns: string[] | null },
  contactIds: string[],
  viewer: Viewer | null,
  after: string[] | null,
  limit: number,
): Promise<FoundRow[]> {
  return tx.query<FoundRow>({
    name: "search_conversations",
    text: `select c.id, c.last_message_at::text as position
             from search_conversations($2::text[], $3::text[], $4::text[], $5::uuid[], $6::uuid, $7::uuid[], $8::timestamptz, $9::uuid, $10)
                  with ordinality as found (id, place)
             join conversations c on c.tenant_id = $1 and c.id = found.id order by found.place`,
    values: [
      tx.tenantId,
      "exact" in plan ? plan.exact : null,
      "exact" in plan ? null : plan.similar,
      "exact" in plan ? null : plan.otherPatterns,
      contactIds,
      viewer?.userId ?? null,
      viewer?.divisionIds ?? null,
      after?.[0] ?? null,
      after?.[1] ?? null,
      limit,
    ],
  });
}

export const consumer = "search";

export type Query = <R extends object>(statement: { name?: string; text: string; values?: unknown[] }) => Promise<R[]>;
