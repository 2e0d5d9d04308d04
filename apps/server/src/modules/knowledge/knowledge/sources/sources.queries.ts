import type { Tx } from "#platform/db/database.ts";
import type { SourceErrorCode } from "./sources.schema.ts";

export interface SourceRow {
  id: string;
  kind: "text" | "url" | "file";
  name: string;
  category_id: string | null;
  url: string | null;
  media_id: string | null;
  language: string | null;
  language_given: boolean;
  status: "pending" | "processing" | "ready" | "failed";
  error_code: SourceErrorCode | null;
  error_message: string | null;
  char_count: number;
  chunk_count: number;
  refresh_every_hours: number | null;
  is_active: boolean;
  version: number;
  last_fetched_at: Date | null;
  created_at: Date;
  updated_at: Date;
  /** created_at with microseconds, for cursors. */
  position: string;
}

const columns = `s.id, s.kind, s.name, s.category_id, s.url, s.media_id, s.language, s.language_given, s.status, s.error_code, s.error_message,
  s.char_count, s.chunk_count, s.refresh_every_hours, s.is_active, s.version, s.last_fetched_at, s.created_at, s.updated_at,
  s.created_at::text as position`;

export type SourceWithText = SourceRow & { text: string | null };

/** A lock for a change does not wait for passages that are being written for the source; one for a deletion does. */
export type SourceLock = "none" | "change" | "delete";

export async function findSource(tx: Tx, id: string, lock: SourceLock): Promise<SourceWithText | null> {
  const [row] = await tx.query<SourceWithText>({
    name: `knowledge_source_by_id_${lock}`,
    text: `select ${columns}, s.text from knowledge_sources s where s.tenant_id = $1 and s.id = $2
           ${{ none: "", change: "for no key update", delete: "for update" }[lock]}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

export async function sourceExists(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query({
    name: "knowledge_source_exists",
    text: "select 1 from knowledge_sources where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id],
  });
  return rows.length > 0;
}

export interface SourceFilter {
  kind: string | undefined;
  status: string | undefined;
  categoryId: string | null;
  language: string | undefined;
}

const narrowed = (filter: SourceFilter) => [filter.kind ?? null, filter.status ?? null, filter.categoryId, filter.language ?? null];

/** Newest first by (created_at, id), without their texts. */
export function listSources(tx: Tx, filter: SourceFilter, after: string[] | null, limit: number): Promise<SourceRow[]> {
  return tx.query<SourceRow>({
    name: "knowledge_sources_list",
    text: `select ${columns} from knowledge_sources s
            where s.tenant_id = $1 and ($2::text is null or s.kind = $2) and ($3::text is null or s.status = $3)
              and ($4::uuid is null or s.category_id = $4) and ($5::text is null or s.language = $5)
              and ($6::timestamptz is null or (s.created_at, s.id) < ($6, $7::uuid))
            order by s.created_at desc, s.id desc limit $8`,
    values: [tx.tenantId, ...narrowed(filter), after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/** Which of the ids match the filter. */
export function filterSources(tx: Tx, ids: string[], filter: SourceFilter): Promise<SourceRow[]> {
  return tx.query<SourceRow>({
    name: "knowledge_sources_of",
    text: `select ${columns} from knowledge_sources s
            where s.tenant_id = $1 and ($2::text is null or s.kind = $2) and ($3::text is null or s.status = $3)
              and ($4::uuid is null or s.category_id = $4) and ($5::text is null or s.language = $5) and s.id = any($6::uuid[])`,
    values: [tx.tenantId, ...narrowed(filter), ids],
  });
}

export interface PassageRow {
  position: number;
  heading: string | null;
  text: string;
}

/** In their order, after a position. A source and its document share an id. */
export function listPassages(tx: Tx, sourceId: string, after: number, limit: number): Promise<PassageRow[]> {
  return tx.query<PassageRow>({
    name: "knowledge_source_passages",
    text: `select c.ordinal as position, c.heading, c.body as text from knowledge_chunks c
            where c.tenant_id = $1 and c.document_id = $2 and c.ordinal > $3 order by c.ordinal limit $4`,
    values: [tx.tenantId, sourceId, after, limit],
  });
}

/** Serializes creations in a tenant, so that the count includes concurrent ones. */
export async function countSources(tx: Tx): Promise<number> {
  await tx.query({
    name: "knowledge_sources_serialize",
    text: "select pg_advisory_xact_lock(hashtextextended('knowledge sources ' || $1::text, 0))",
    values: [tx.tenantId],
  });
  const [row] = await tx.query<{ count: number }>({
    name: "knowledge_sources_count",
    text: "select count(*)::integer as count from knowledge_sources where tenant_id = $1",
    values: [tx.tenantId],
  });
  return row?.count ?? 0;
}

export interface SourceValues {
  name: string;
  categoryId: string | null;
  text: string | null;
  url: string | null;
  mediaId: string | null;
  language: string | null;
  languageGiven: boolean;
  refreshEveryHours: number | null;
  isActive: boolean;
}

const stored = (v: SourceValues) => [
  v.name,
  v.categoryId,
  v.text,
  v.url,
  v.mediaId,
  v.language,
  v.languageGiven,
  v.refreshEveryHours,
  v.isActive,
];

export async function insertSource(tx: Tx, now: Date, id: string, kind: SourceRow["kind"], values: SourceValues): Promise<void> {
  await tx.query({
    name: "knowledge_source_insert",
    text: `insert into knowledge_sources (tenant_id, id, kind, status, created_at, updated_at, name, category_id, text, url, media_id,
             language, language_given, refresh_every_hours, is_active)
           values ($1, $2, $3, 'pending', $4, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    values: [tx.tenantId, id, kind, now, ...stored(values)],
  });
}

/** `contentChanged`: its content changed, so it is read again, whatever the outcome of the last run. */
export async function updateSource(tx: Tx, now: Date, id: string, values: SourceValues, contentChanged: boolean): Promise<void> {
  await tx.query({
    name: "knowledge_source_update",
    text: `update knowledge_sources set updated_at = $3, name = $4, category_id = $5, text = $6, url = $7, media_id = $8, language = $9,
             language_given = $10, refresh_every_hours = $11, is_active = $12,
             status = case when $13 then 'pending' else status end, version = version + $13::integer,
             content_hash = case when $13 then null else content_hash end, etag = case when $13 then null else etag end,
             last_modified = case when $13 then null else last_modified end,
             error_code = case when $13 then null else error_code end, error_message = case when $13 then null else error_message end
            where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, id, now, ...stored(values), contentChanged],
  });
}

export async function markPending(tx: Tx, now: Date, id: string): Promise<void> {
  await tx.query({
    name: "knowledge_source_pending",
    text: `update knowledge_sources set status = 'pending', error_code = null, error_message = null, version = version + 1, updated_at = $3
            where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, id, now],
  });
}

export async function deleteSource(tx: Tx, id: string): Promise<void> {
  await tx.query({
    name: "knowledge_source_delete",
    text: "delete from knowledge_sources where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id],
  });
}

/** Due now; a run in progress loses its claim, so its outcome is discarded. */
export async function enqueue(tx: Tx, now: Date, sourceId: string): Promise<void> {
  await tx.query({
    name: "knowledge_job_enqueue",
    text: `insert into knowledge_jobs as j (tenant_id, source_id, state, run_at) values ($1, $2, 'ready', $3)
           on conflict (tenant_id, source_id) do update
             set state = 'ready', run_at = $3, lease_until = null, tries = 0, attempts = j.attempts + 1, attempts_settled = j.attempts + 1`,
    values: [tx.tenantId, sourceId, now],
  });
}

/** When a source that is not waiting for anything else is due again; null: not automatically. A run in progress continues. */
export async function reschedule(tx: Tx, sourceId: string, runAt: Date | null): Promise<void> {
  if (runAt === null) {
    await tx.query({
      name: "knowledge_job_unschedule",
      text: `delete from knowledge_jobs j using knowledge_sources s
              where j.tenant_id = $1 and j.source_id = $2 and j.state = 'ready' and s.tenant_id = $1 and s.id = $2
                and s.status in ('ready', 'failed')`,
      values: [tx.tenantId, sourceId],
    });
    return;
  }
  await tx.query({
    name: "knowledge_job_schedule",
    text: `insert into knowledge_jobs as j (tenant_id, source_id, state, run_at)
           select $1, s.id, 'ready', $3 from knowledge_sources s
            where s.tenant_id = $1 and s.id = $2 and s.status in ('ready', 'failed')
           on conflict (tenant_id, source_id) do update set run_at = $3 where j.state = 'ready'`,
    values: [tx.tenantId, sourceId, runAt],
  });
}

export function stopRefreshOfGrant(tx: Tx, grantId: string, now: Date): Promise<{ id: string }[]> {
  return tx.query({
    name: "knowledge_sources_of_grant_stop",
    text: `update knowledge_sources set refresh_every_hours = null, updated_at = $3
            where tenant_id = $1 and grant_id = $2 and kind = 'url' and refresh_every_hours is not null returning id`,
    values: [tx.tenantId, grantId, now],
  });
}

export function retryFailedSources(tx: Tx, limit: number, id: string | null = null): Promise<{ id: string }[]> {
  return tx.query({
    name: "knowledge_queue_retry",
    text: `update knowledge_sources set status = 'pending', error_code = null, error_message = null
            where tenant_id = $1 and id in (
              select id from knowledge_sources where tenant_id = $1 and status = 'failed' and ($3::uuid is null or id = $3) order by id limit $2 for update skip locked)
           returning id`,
    values: [tx.tenantId, limit, id],
  });
}
