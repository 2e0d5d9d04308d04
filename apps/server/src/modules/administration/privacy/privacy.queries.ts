import type { Tx } from "#platform/db/database.ts";
import type { ClaimSource } from "#platform/jobs/claim.ts";
import type { KeptFiles } from "#platform/jobs/kept-files.queries.ts";
import type { SetAsideState } from "#platform/jobs/set-aside.ts";
import type { requestKinds } from "./privacy.schema.ts";

export type Counts = Record<string, { deleted?: number; blanked?: number }>;

export interface RequestRow {
  id: string;
  kind: (typeof requestKinds)[number];
  contact_id: string;
  state: "ready" | "leased" | "completed" | "failed" | "expired" | SetAsideState;
  attempts: number;
  tries: number;
  step: string;
  position: string | null;
  counts: Counts;
  next_chunk: number;
  size_bytes: number;
  error: string | null;
  created_by: string;
  created_at: Date;
  finished_at: Date | null;
  expires_at: Date | null;
  sealed: number | null;
  previous_seal: Buffer | null;
  seal: Buffer | null;
  /** created_at with microseconds, for cursors. */
  at: string;
}

const columns = `r.id, r.kind, r.contact_id, r.state, r.attempts, r.tries, r.step, r.position, r.counts, r.next_chunk, r.size_bytes, r.error,
  r.created_by, r.created_at, r.finished_at, r.expires_at, r.sealed, r.previous_seal, r.seal, r.created_at::text as at`;

/** One lane per tenant, so that one tenant's large requests do not delay others. */
export const requestSource: ClaimSource = {
  table: "privacy_requests",
  lane: "tenant_id",
  order: "t.run_at, t.id",
  key: ["id"],
  columns: [],
};

export async function insertRequest(
  tx: Tx,
  now: Date,
  r: { id: string; kind: RequestRow["kind"]; contactId: string; step: string; by: string },
): Promise<RequestRow> {
  const [row] = await tx.query<RequestRow>({
    name: "privacy_request_insert",
    text: `insert into privacy_requests as r (tenant_id, id, kind, contact_id, state, run_at, step, created_by, created_at)
           values ($1, $2, $3, $4, 'ready', $5, $6, $7, $5) returning ${columns}`,
    values: [tx.tenantId, r.id, r.kind, r.contactId, now, r.step, r.by],
  });
  return row as RequestRow;
}

export async function insertTraces(
  tx: Tx,
  requestId: string,
  kind: "id" | "value" | "content" | "question",
  traces: string[],
): Promise<void> {
  if (traces.length === 0) return;
  await tx.query({
    name: "privacy_traces_insert",
    text: `insert into privacy_traces (tenant_id, request_id, kind, trace) select $1, $2, $3, t from unnest($4::text[]) t
           on conflict do nothing`,
    values: [tx.tenantId, requestId, kind, traces],
  });
}

/**
 * All traces of some kinds: a few per message with a file or a question, and one per conversation, deal, order and
 * ticket.
 */
export function listTraces(tx: Tx, requestId: string, kinds: string[]): Promise<{ kind: string; trace: string }[]> {
  return tx.query({
    name: "privacy_traces",
    text: "select kind, trace from privacy_traces where tenant_id = $1 and request_id = $2 and kind = any($3)",
    values: [tx.tenantId, requestId, kinds],
  });
}

/** The next traces of a kind after a given one, in order. */
export async function nextTraces(tx: Tx, requestId: string, kind: string, after: string | null, limit: number): Promise<string[]> {
  const rows = await tx.query<{ trace: string }>({
    name: "privacy_traces_next",
    text: `select trace from privacy_traces
            where tenant_id = $1 and request_id = $2 and kind = $3 and trace > $4 order by trace limit $5`,
    values: [tx.tenantId, requestId, kind, after ?? "", limit],
  });
  return rows.map((row) => row.trace);
}

export async function deleteTraces(tx: Tx, requestId: string): Promise<void> {
  await tx.query({
    name: "privacy_traces_delete",
    text: "delete from privacy_traces where tenant_id = $1 and request_id = $2",
    values: [tx.tenantId, requestId],
  });
}

export async function findRequest(tx: Tx, id: string, lock = false): Promise<RequestRow | null> {
  const [row] = await tx.query<RequestRow>({
    name: `privacy_request${lock ? "_locked" : ""}`,
    text: `select ${columns} from privacy_requests r where r.tenant_id = $1 and r.id = $2 ${lock ? "for no key update" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

export function listRequests(
  tx: Tx,
  filter: { kind: string | null; contactId: string | null },
  after: string[] | null,
  limit: number,
): Promise<RequestRow[]> {
  return tx.query<RequestRow>({
    name: filter.contactId === null ? "privacy_requests_list" : "privacy_requests_of_contact",
    text: `select ${columns} from privacy_requests r
            where r.tenant_id = $1 and ($2::timestamptz is null or (r.created_at, r.id) < ($2::timestamptz, $3::uuid))
              and ($5::text is null or r.kind = $5) and ${filter.contactId === null ? "$6::uuid is null" : "r.contact_id = $6"}
            order by r.created_at desc, r.id desc limit $4`,
    values: [tx.tenantId, after?.[0] ?? null, after?.[1] ?? null, limit, filter.kind, filter.contactId],
  });
}

/** Stores the position after a piece of work. The request stays leased. */
export async function advance(
  tx: Tx,
  id: string,
  to: { step: string; position: string | null; counts: Counts; leaseUntil: Date },
): Promise<void> {
  await tx.query({
    name: "privacy_request_advance",
    text: `update privacy_requests r set step = $3, position = $4, counts = $5, lease_until = $6, tries = 0, error = null
            where r.tenant_id = $1 and r.id = $2`,
    values: [tx.tenantId, id, to.step, to.position, JSON.stringify(to.counts), to.leaseUntil],
  });
}

/** Returns it to the queue. `failed`: the reason, in which case it counts as a try. */
export async function putBack(tx: Tx, id: string, runAt: Date, failed: string | null): Promise<void> {
  await tx.query({
    name: "privacy_request_put_back",
    text: `update privacy_requests r
              set state = 'ready', lease_until = null, run_at = $3, tries = r.tries + case when $4::text is null then 0 else 1 end,
                  error = coalesce($4, r.error)
            where r.tenant_id = $1 and r.id = $2`,
    values: [tx.tenantId, id, runAt, failed],
  });
}

/** The tenant's last seal. Call it under the advisory lock, so that the chain has no fork. */
export async function lastSeal(tx: Tx): Promise<{ sealed: number; seal: Buffer } | null> {
  await tx.query({
    name: "privacy_seals_lock",
    text: "select pg_advisory_xact_lock(hashtextextended('privacy seals ' || $1::text, 0))",
    values: [tx.tenantId],
  });
  const [row] = await tx.query<{ sealed: number; seal: Buffer }>({
    name: "privacy_last_seal",
    text: "select sealed, seal from privacy_requests where tenant_id = $1 and sealed is not null order by sealed desc limit 1",
    values: [tx.tenantId],
  });
  return row ?? null;
}

export async function completeErasure(
  tx: Tx,
  now: Date,
  id: string,
  seal: { number: number; previous: Buffer | null; sha256: Buffer },
): Promise<void> {
  await tx.query({
    name: "privacy_erasure_complete",
    text: `update privacy_requests r
              set state = 'completed', step = 'done', position = null, lease_until = null, error = null, finished_at = $3,
                  sealed = $4, previous_seal = $5, seal = $6
            where r.tenant_id = $1 and r.id = $2`,
    values: [tx.tenantId, id, now, seal.number, seal.previous, seal.sha256],
  });
}

/** Appends a piece to the export's file. */
export async function appendChunk(tx: Tx, row: RequestRow, bytes: Buffer): Promise<void> {
  await tx.query({
    name: "privacy_chunk_insert",
    text: "insert into privacy_export_chunks (tenant_id, request_id, n, start_bytes, bytes) values ($1, $2, $3, $4, $5)",
    values: [tx.tenantId, row.id, row.next_chunk, row.size_bytes, bytes],
  });
  await tx.query({
    name: "privacy_chunk_count",
    text: "update privacy_requests r set next_chunk = r.next_chunk + 1, size_bytes = r.size_bytes + $3 where r.tenant_id = $1 and r.id = $2",
    values: [tx.tenantId, row.id, bytes.length],
  });
}

export async function completeExport(tx: Tx, now: Date, id: string, expiresAt: Date): Promise<void> {
  await tx.query({
    name: "privacy_export_complete",
    text: `update privacy_requests r set state = 'completed', step = 'done', position = null, lease_until = null, finished_at = $3, expires_at = $4
            where r.tenant_id = $1 and r.id = $2`,
    values: [tx.tenantId, id, now, expiresAt],
  });
}

/** Ends an export without a file: failed, or expired. */
export async function dropFile(tx: Tx, now: Date, id: string, state: "failed" | "expired", error: string | null): Promise<void> {
  await tx.query({
    name: "privacy_export_drop",
    text: `update privacy_requests r set state = $4, error = $5, finished_at = coalesce(r.finished_at, $3), lease_until = null
            where r.tenant_id = $1 and r.id = $2`,
    values: [tx.tenantId, id, now, state, error],
  });
  await tx.query({
    name: "privacy_chunks_delete",
    text: "delete from privacy_export_chunks where tenant_id = $1 and request_id = $2",
    values: [tx.tenantId, id],
  });
}

/** The piece of a file that contains a byte offset. */
export async function readPiece(tx: Tx, requestId: string, at: number): Promise<{ start: number; bytes: Buffer } | null> {
  const [row] = await tx.query<{ start: number; bytes: Buffer }>({
    name: "privacy_piece",
    text: `select c.start_bytes as start, c.bytes from privacy_export_chunks c
            where c.tenant_id = $1 and c.request_id = $2 and c.start_bytes <= $3 order by c.n desc limit 1`,
    values: [tx.tenantId, requestId, at],
  });
  return row ?? null;
}

export const keptFiles: KeptFiles = { name: "privacy_exports_expired", table: "privacy_requests", onlySql: "kind = 'contact_export'" };

/** The contact and those merged into it, as far as they still exist. */
export async function peopleOf(tx: Tx, contactId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>({
    name: "privacy_people",
    text: "select id from contacts where tenant_id = $1 and (id = $2 or merged_into_id = $2) order by id",
    values: [tx.tenantId, contactId],
  });
  return rows.map((row) => row.id);
}
