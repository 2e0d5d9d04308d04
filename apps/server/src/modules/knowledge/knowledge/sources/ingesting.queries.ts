import type { Tx } from "#platform/db/database.ts";
import type { PageVersion } from "./fetch-page.ts";
import type { SourceErrorCode } from "./sources.schema.ts";

export interface HeldJob {
  source_id: string;
  attempts: number;
}

export interface SourceToRead {
  kind: "text" | "url" | "file";
  name: string;
  text: string | null;
  url: string | null;
  media_id: string | null;
  language: string | null;
  language_given: boolean;
  version: number;
  content_hash: Buffer | null;
  etag: string | null;
  last_modified: string | null;
}

/** Marks it as being read. null: the source was deleted, or another worker has the claim. */
export async function beginReading(tx: Tx, held: HeldJob): Promise<SourceToRead | null> {
  const [row] = await tx.query<SourceToRead>({
    name: "knowledge_begin_reading",
    text: `update knowledge_sources s set status = 'processing'
            where s.tenant_id = $1 and s.id = $2
              and exists (select 1 from knowledge_jobs j
                           where j.tenant_id = $1 and j.source_id = $2 and j.state = 'leased' and j.attempts = $3)
           returning s.kind, s.name, s.text, s.url, s.media_id, s.language, s.language_given, s.version, s.content_hash, s.etag, s.last_modified`,
    values: [tx.tenantId, held.source_id, held.attempts],
  });
  return row ?? null;
}

export interface LockedSource {
  version: number;
  is_active: boolean;
  refresh_every_hours: number | null;
}

/** The source first, then its job: the same order as in requests. null: it was deleted. */
export async function lockSource(tx: Tx, id: string): Promise<LockedSource | null> {
  const [row] = await tx.query<LockedSource>({
    name: "knowledge_source_settle_lock",
    text: "select version, is_active, refresh_every_hours from knowledge_sources where tenant_id = $1 and id = $2 for no key update",
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

/** Ends a job that this process still holds, or reschedules it. False: another worker has it, or it was deleted. */
export async function endJob(tx: Tx, held: HeldJob, dueAt: Date | null): Promise<boolean> {
  const rows =
    dueAt === null
      ? await tx.query({
          name: "knowledge_job_end",
          text: "delete from knowledge_jobs where tenant_id = $1 and source_id = $2 and state = 'leased' and attempts = $3 returning 1",
          values: [tx.tenantId, held.source_id, held.attempts],
        })
      : await tx.query({
          name: "knowledge_job_repeat",
          text: `update knowledge_jobs set state = 'ready', lease_until = null, run_at = $4, tries = 0, attempts_settled = attempts
                  where tenant_id = $1 and source_id = $2 and state = 'leased' and attempts = $3 returning 1`,
          values: [tx.tenantId, held.source_id, held.attempts, dueAt],
        });
  return rows.length > 0;
}

export async function postponeJob(tx: Tx, held: HeldJob, runAt: Date): Promise<boolean> {
  const rows = await tx.query({
    name: "knowledge_job_postpone",
    text: `update knowledge_jobs set state = 'ready', lease_until = null, run_at = $4, tries = tries + 1
            where tenant_id = $1 and source_id = $2 and state = 'leased' and attempts = $3 returning 1`,
    values: [tx.tenantId, held.source_id, held.attempts, runAt],
  });
  return rows.length > 0;
}

/** Releases a claim that failed through no fault of the source. */
export async function returnJob(tx: Tx, held: HeldJob): Promise<void> {
  await tx.query({
    name: "knowledge_job_give_back",
    text: `update knowledge_jobs set state = 'ready', lease_until = null, attempts_settled = attempts
            where tenant_id = $1 and source_id = $2 and state = 'leased' and attempts = $3`,
    values: [tx.tenantId, held.source_id, held.attempts],
  });
}

/** The content is the same as before. */
export async function markUnchanged(tx: Tx, now: Date, id: string): Promise<void> {
  await tx.query({
    name: "knowledge_source_unchanged",
    text: `update knowledge_sources set status = 'ready', error_code = null, error_message = null, last_fetched_at = $3
            where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, id, now],
  });
}

export async function markReady(
  tx: Tx,
  now: Date,
  id: string,
  found: PageVersion & { language: string; chunkCount: number; charCount: number; contentHash: Buffer },
): Promise<void> {
  await tx.query({
    name: "knowledge_source_ready",
    text: `update knowledge_sources set status = 'ready', error_code = null, error_message = null, last_fetched_at = $3, updated_at = $3,
             language = $4, chunk_count = $5, char_count = $6, content_hash = $7, etag = $8, last_modified = $9
            where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, id, now, found.language, found.chunkCount, found.charCount, found.contentHash, found.etag, found.lastModified],
  });
}

export async function markFailed(
  tx: Tx,
  now: Date,
  id: string,
  status: "failed" | "pending",
  code: SourceErrorCode,
  message: string,
): Promise<void> {
  await tx.query({
    name: "knowledge_source_failed",
    text: `update knowledge_sources set status = $3, error_code = $4, error_message = $5, updated_at = $6 where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, id, status, code, message, now],
  });
}

/** For a statement that writes a large document; the pool's own limit is meant for requests. */
export async function setStatementTimeout(tx: Tx, seconds: number): Promise<void> {
  await tx.query({ text: `set local statement_timeout = ${Math.round(seconds * 1_000)}` });
}
