import type { Tx } from "#platform/db/database.ts";

export function nextEvents(tx: Tx, after: string, limit: number): Promise<{ key: string; data: string; type: string }[]> {
  return tx.query({
    name: "erase_events_read",
    text: `select id as key, type, data::text as data from event_log where tenant_id = $1 and id > $2::uuid order by id limit $3`,
    values: [tx.tenantId, after, limit],
  });
}

export function countDeliveries(tx: Tx, ids: string[]): Promise<{ n: number }[]> {
  return tx.query({
    name: "erase_deliveries_count",
    text: "select count(*)::integer as n from webhook_deliveries where tenant_id = $1 and event_id = any($2)",
    values: [tx.tenantId, ids],
  });
}

export async function dropEvents(tx: Tx, ids: string[]): Promise<void> {
  await tx.query({
    name: "erase_events",
    text: "delete from event_log where tenant_id = $1 and id = any($2)",
    values: [tx.tenantId, ids],
  });
}

export function lockNextInbound(tx: Tx, after: string, limit: number): Promise<{ key: string; payload: string }[]> {
  return tx.query({
    name: "erase_inbound_read",
    text: `select seq as key, payload from inbound_events
            where tenant_id = $1 and state = 'failed' and seq > $2::uuid and payload is not null order by seq limit $3 for update`,
    values: [tx.tenantId, after, limit],
  });
}

export async function blankInbound(tx: Tx, ids: string[], now: Date): Promise<void> {
  await tx.query({
    name: "erase_inbound",
    text: `update inbound_events set payload = null, last_error = null, state = 'ignored', processed_at = $3
            where tenant_id = $1 and seq = any($2) and state = 'failed'`,
    values: [tx.tenantId, ids, now],
  });
}

export function nextKeys(tx: Tx, after: string, limit: number): Promise<{ key: string; body: string | null }[]> {
  return tx.query({
    name: "erase_idempotency_read",
    text: "select key, body from idempotency_keys where tenant_id = $1 and key > $2 order by key limit $3",
    values: [tx.tenantId, after, limit],
  });
}

export async function dropKeys(tx: Tx, keys: string[]): Promise<void> {
  await tx.query({
    name: "erase_idempotency_delete",
    text: "delete from idempotency_keys where tenant_id = $1 and key = any($2)",
    values: [tx.tenantId, keys],
  });
}

export async function blankKeys(tx: Tx, keys: string[]): Promise<void> {
  await tx.query({
    name: "erase_idempotency_blank",
    text: `update idempotency_keys set body = '{"erased":true}' where tenant_id = $1 and key = any($2)`,
    values: [tx.tenantId, keys],
  });
}

export function nextAuditEntries(
  tx: Tx,
  after: string,
  limit: number,
): Promise<{ key: string; target_id: string | null; changes: unknown }[]> {
  return tx.query({
    name: "erase_audit_read",
    text: "select id as key, target_id, changes from audit_entries where tenant_id = $1 and id > $2::uuid order by id limit $3",
    values: [tx.tenantId, after, limit],
  });
}

export async function blankAuditEntry(tx: Tx, id: string, changes: string): Promise<void> {
  await tx.query({ name: "erase_audit", text: "select blank_audit_entry($1, $2::jsonb)", values: [id, changes] });
}

export function blankImportRows(tx: Tx, contactIds: string[]): Promise<object[]> {
  return tx.query({
    name: "erase_import_rows",
    text: `update contact_import_rows r set contact_id = null, message = null
            where r.tenant_id = $1 and r.contact_id = any($2::uuid[]) returning 1`,
    values: [tx.tenantId, contactIds],
  });
}

export function blankImportSamples(tx: Tx, until: Date): Promise<object[]> {
  return tx.query({
    name: "erase_import_samples",
    text: `update contact_imports i
              set columns = (select coalesce(jsonb_agg(case when jsonb_typeof(x.e) = 'object' then x.e || '{"samples": []}' else x.e end order by x.n), '[]')
                               from jsonb_array_elements(i.columns) with ordinality x(e, n))
            where i.tenant_id = $1 and i.created_at <= $2 and i.columns @? '$[*].samples[*]' returning 1`,
    values: [tx.tenantId, until],
  });
}

export function dropQuestions(tx: Tx, requestId: string): Promise<object[]> {
  return tx.query({
    name: "erase_questions",
    text: `delete from knowledge_questions q using privacy_traces p
            where p.tenant_id = $1 and p.request_id = $2 and p.kind = 'question' and q.tenant_id = $1 and q.question_hash = decode(p.trace, 'hex')
           returning 1`,
    values: [tx.tenantId, requestId],
  });
}

export function lockNextSubmissions(
  tx: Tx,
  after: string,
  limit: number,
): Promise<{ key: string; answers: string; contact_id: string | null }[]> {
  return tx.query({
    name: "erase_submissions_read",
    text: `select id as key, answers::text as answers, contact_id from form_submissions
            where tenant_id = $1 and id > $2::uuid order by id limit $3 for update`,
    values: [tx.tenantId, after, limit],
  });
}

export async function dropSubmissions(tx: Tx, ids: string[]): Promise<void> {
  await tx.query({
    name: "erase_submissions",
    text: "delete from form_submissions where tenant_id = $1 and id = any($2)",
    values: [tx.tenantId, ids],
  });
}
