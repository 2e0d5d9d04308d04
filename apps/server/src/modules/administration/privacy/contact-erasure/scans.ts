import type { Tx } from "#platform/db/database.ts";
import { contactErased } from "../privacy.events.ts";
import { listTraces } from "../privacy.queries.ts";
import { createTraces, type Traces, withoutDetails } from "../traces.ts";
import { archiveExports, csvExports } from "./exports.ts";
import type { Progress, Step } from "./step.ts";

/**
 * What no key leads to is read from end to end, in the order of the primary key, a thousand rows at a time: once, in the background, for
 * something that is asked for rarely. An index would be paid for by every message instead.
 */
const rowsAtOnce = 1_000;

async function tracesOf(tx: Tx, requestId: string): Promise<Traces> {
  const rows = await listTraces(tx, requestId, ["id", "value"]);
  const of = (kind: string) => rows.filter((row) => row.kind === kind).map((row) => row.trace);
  return createTraces(of("id"), of("value"));
}

/** From the zero uuid on. */
const start = "00000000-0000-0000-0000-000000000000";

function progress(rows: { key: string }[]): Progress {
  const last = rows.at(-1);
  return last === undefined || rows.length < rowsAtOnce ? { more: false } : { more: true, position: last.key };
}

/** With its deliveries, and what receivers answered to them. As the worker: the log is append-only to the application. */
const events: Step = {
  name: "events",
  as: "worker",
  async run(piece) {
    const { tx, request } = piece;
    const rows = await tx.query<{ key: string; data: string; type: string }>({
      name: "erase_events_read",
      text: `select id as key, type, data::text as data from event_log where tenant_id = $1 and id > $2::uuid order by id limit $3`,
      values: [tx.tenantId, request.position ?? start, rowsAtOnce],
    });
    const traces = await tracesOf(tx, request.id);
    const ids = rows.filter((row) => row.type !== contactErased && traces.mentions(row.data)).map((row) => row.key);
    if (ids.length > 0) {
      const [deliveries] = await tx.query<{ n: number }>({
        name: "erase_deliveries_count",
        text: "select count(*)::integer as n from webhook_deliveries where tenant_id = $1 and event_id = any($2)",
        values: [tx.tenantId, ids],
      });
      await tx.query({
        name: "erase_events",
        text: "delete from event_log where tenant_id = $1 and id = any($2)",
        values: [tx.tenantId, ids],
      });
      piece.count("webhook_deliveries", "deleted", deliveries?.n ?? 0);
      piece.count("event_log", "deleted", ids.length);
    }
    return progress(rows);
  },
};

/** What could not be processed keeps what the platform sent. What still waits to be processed brings somebody new. */
const inbound: Step = {
  name: "inbound_events",
  async run(piece) {
    const { tx, request } = piece;
    const rows = await tx.query<{ key: string; payload: string }>({
      name: "erase_inbound_read",
      text: `select seq as key, payload from inbound_events
              where tenant_id = $1 and state = 'failed' and seq > $2::uuid and payload is not null order by seq limit $3 for update`,
      values: [tx.tenantId, request.position ?? start, rowsAtOnce],
    });
    const traces = await tracesOf(tx, request.id);
    const ids = rows.filter((row) => traces.mentions(row.payload)).map((row) => row.key);
    await tx.query({
      name: "erase_inbound",
      text: `update inbound_events set payload = null, last_error = null, state = 'ignored', processed_at = $3
              where tenant_id = $1 and seq = any($2) and state = 'failed'`,
      values: [tx.tenantId, ids, piece.now],
    });
    piece.count("inbound_events", "blanked", ids.length);
    return progress(rows);
  },
};

/** A late repetition of a request about the person still does nothing, and is told that. */
const idempotency: Step = {
  name: "idempotency_keys",
  async run(piece) {
    const { tx, request } = piece;
    const rows = await tx.query<{ key: string; body: string | null }>({
      name: "erase_idempotency_read",
      text: "select key, body from idempotency_keys where tenant_id = $1 and key > $2 order by key limit $3",
      values: [tx.tenantId, request.position ?? "", rowsAtOnce],
    });
    const traces = await tracesOf(tx, request.id);
    const named = rows.filter((row) => traces.holdsValue(row.key)).map((row) => row.key);
    const told = rows
      .filter((row) => !named.includes(row.key) && row.body !== null && !row.body.includes('"prq_') && traces.mentions(row.body))
      .map((row) => row.key);
    await tx.query({
      name: "erase_idempotency_delete",
      text: "delete from idempotency_keys where tenant_id = $1 and key = any($2)",
      values: [tx.tenantId, named],
    });
    await tx.query({
      name: "erase_idempotency_blank",
      text: `update idempotency_keys set body = '{"erased":true}' where tenant_id = $1 and key = any($2)`,
      values: [tx.tenantId, told],
    });
    piece.count("idempotency_keys", "deleted", named.length);
    piece.count("idempotency_keys", "blanked", told.length);
    return progress(rows);
  },
};

const audit: Step = {
  name: "audit_entries",
  async run(piece) {
    const { tx, request } = piece;
    const rows = await tx.query<{ key: string; target_id: string | null; changes: unknown }>({
      name: "erase_audit_read",
      text: "select id as key, target_id, changes from audit_entries where tenant_id = $1 and id > $2::uuid order by id limit $3",
      values: [tx.tenantId, request.position ?? start, rowsAtOnce],
    });
    const traces = await tracesOf(tx, request.id);
    let blanked = 0;
    for (const row of rows) {
      const before = JSON.stringify(row.changes);
      if (before === "{}" || !traces.mentions(`${row.target_id ?? ""} ${before}`)) continue;
      const after = JSON.stringify(withoutDetails(row.changes));
      if (after === before) continue;
      await tx.query({ name: "erase_audit", text: "select blank_audit_entry($1, $2::jsonb)", values: [row.key, after] });
      blanked += 1;
    }
    piece.count("audit_entries", "blanked", blanked);
    return progress(rows);
  },
};

const reports: Step = {
  name: "import_reports",
  async run(piece) {
    const { tx, request } = piece;
    const people = (await listTraces(tx, request.id, ["id"])).flatMap(({ trace }) => (trace.startsWith("cnt_") ? trace.slice(4) : []));
    const rows = await tx.query({
      name: "erase_import_rows",
      text: `update contact_import_rows r set contact_id = null, message = null
              where r.tenant_id = $1 and r.contact_id = any($2::uuid[]) returning 1`,
      values: [tx.tenantId, people],
    });
    piece.count("contact_import_rows", "blanked", rows.length);
    // Examples of cells are shown beside the columns of a file; of whom they are cannot be seen.
    const imports = await tx.query({
      name: "erase_import_samples",
      text: `update contact_imports i
                set columns = (select coalesce(jsonb_agg(case when jsonb_typeof(x.e) = 'object' then x.e || '{"samples": []}' else x.e end order by x.n), '[]')
                                 from jsonb_array_elements(i.columns) with ordinality x(e, n))
              where i.tenant_id = $1 and i.created_at <= $2 and i.columns @? '$[*].samples[*]' returning 1`,
      values: [tx.tenantId, request.created_at],
    });
    piece.count("contact_imports", "blanked", imports.length);
    return { more: false };
  },
};

const questions: Step = {
  name: "questions",
  async run(piece) {
    const { tx, request } = piece;
    const rows = await tx.query({
      name: "erase_questions",
      text: `delete from knowledge_questions q using privacy_traces p
              where p.tenant_id = $1 and p.request_id = $2 and p.kind = 'question' and q.tenant_id = $1 and q.question_hash = decode(p.trace, 'hex')
             returning 1`,
      values: [tx.tenantId, request.id],
    });
    piece.count("knowledge_questions", "deleted", rows.length);
    return { more: false };
  },
};

/** What somebody sent through a sign-up form: what became the contact, and what names the person. */
const submissions: Step = {
  name: "form_submissions",
  async run(piece) {
    const { tx, request } = piece;
    const rows = await tx.query<{ key: string; answers: string; contact_id: string | null }>({
      name: "erase_submissions_read",
      text: `select id as key, answers::text as answers, contact_id from form_submissions
              where tenant_id = $1 and id > $2::uuid order by id limit $3 for update`,
      values: [tx.tenantId, request.position ?? start, rowsAtOnce],
    });
    const people = new Set(
      (await listTraces(tx, request.id, ["id"])).flatMap(({ trace }) => (trace.startsWith("cnt_") ? trace.slice(4) : [])),
    );
    const traces = await tracesOf(tx, request.id);
    const of = (row: { contact_id: string | null }) => row.contact_id !== null && people.has(row.contact_id.replaceAll("-", ""));
    const ids = rows.filter((row) => of(row) || traces.mentions(row.answers)).map((row) => row.key);
    await tx.query({
      name: "erase_submissions",
      text: "delete from form_submissions where tenant_id = $1 and id = any($2)",
      values: [tx.tenantId, ids],
    });
    piece.count("form_submissions", "deleted", ids.length);
    return progress(rows);
  },
};

export const scanSteps: Step[] = [questions, submissions, csvExports, reports, inbound, idempotency, audit, events, archiveExports];
