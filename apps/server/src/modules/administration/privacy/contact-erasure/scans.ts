import type { Tx } from "#platform/db/database.ts";
import { contactErased } from "../privacy.events.ts";
import { listTraces } from "../privacy.queries.ts";
import { createTraces, type Traces, withoutDetails } from "../traces.ts";
import { archiveExports, csvExports } from "./exports.ts";
import { type Progress, type Step, visibleUntil } from "./step.ts";
import { tracedContacts } from "./traced-contacts.ts";
import {
  nextEvents,
  countDeliveries,
  dropEvents,
  lockNextInbound,
  blankInbound,
  nextKeys,
  dropKeys,
  blankKeys,
  nextAuditEntries,
  blankAuditEntry,
  blankImportRows,
  blankImportSamples,
  dropQuestions,
  lockNextSubmissions,
  dropSubmissions,
} from "./scans.queries.ts";

/**
 * Tables that no key leads to are scanned in primary-key order, a thousand rows at a time: once, in the background, for a rare request. An
 * index would cost something on every message instead.
 */
const rowsAtOnce = 1_000;

async function tracesOf(tx: Tx, requestId: string): Promise<Traces> {
  const rows = await listTraces(tx, requestId, ["id", "value"]);
  const of = (kind: string) => rows.filter((row) => row.kind === kind).map((row) => row.trace);
  return createTraces(of("id"), of("value"));
}

/** The scan starts at the zero UUID. */
const start = "00000000-0000-0000-0000-000000000000";

function progress(rows: { key: string }[]): Progress {
  const last = rows.at(-1);
  return last === undefined || rows.length < rowsAtOnce ? { more: false } : { more: true, position: last.key };
}

/** Includes its deliveries and the receivers' responses. Runs as the worker, because the log is append-only for the application. */
const events: Step = {
  name: "events",
  as: "worker",
  async run(piece) {
    const { tx, request } = piece;
    const rows = await nextEvents(tx, request.position ?? start, rowsAtOnce);
    const traces = await tracesOf(tx, request.id);
    const ids = rows.filter((row) => row.type !== contactErased && traces.mentions(row.data)).map((row) => row.key);
    if (ids.length > 0) {
      const [deliveries] = await countDeliveries(tx, ids);
      await dropEvents(tx, ids);
      piece.count("webhook_deliveries", "deleted", deliveries?.n ?? 0);
      piece.count("event_log", "deleted", ids.length);
    }
    return progress(rows);
  },
};

/** Failed callbacks still hold the platform's payload. Unprocessed ones will create a new contact. */
const inbound: Step = {
  name: "inbound_events",
  async run(piece) {
    const { tx, request } = piece;
    const rows = await lockNextInbound(tx, request.position ?? start, rowsAtOnce);
    const traces = await tracesOf(tx, request.id);
    const ids = rows.filter((row) => traces.mentions(row.payload)).map((row) => row.key);
    await blankInbound(tx, ids, piece.now);
    piece.count("inbound_events", "blanked", ids.length);
    return progress(rows);
  },
};

/** Keeps the keys, so that a late repetition of a request about the person still has no effect, and gets a response saying so. */
const idempotency: Step = {
  name: "idempotency_keys",
  async run(piece) {
    const { tx, request } = piece;
    const rows = await nextKeys(tx, request.position ?? "", rowsAtOnce);
    const traces = await tracesOf(tx, request.id);
    const named = rows.filter((row) => traces.holdsValue(row.key)).map((row) => row.key);
    const mentioning = rows
      .filter((row) => !named.includes(row.key) && row.body !== null && !row.body.includes('"prq_') && traces.mentions(row.body))
      .map((row) => row.key);
    await dropKeys(tx, named);
    await blankKeys(tx, mentioning);
    piece.count("idempotency_keys", "deleted", named.length);
    piece.count("idempotency_keys", "blanked", mentioning.length);
    return progress(rows);
  },
};

const audit: Step = {
  name: "audit_entries",
  async run(piece) {
    const { tx, request } = piece;
    const rows = await nextAuditEntries(tx, request.position ?? start, rowsAtOnce);
    const traces = await tracesOf(tx, request.id);
    let blanked = 0;
    for (const row of rows) {
      const before = JSON.stringify(row.changes);
      if (before === "{}" || !traces.mentions(`${row.target_id ?? ""} ${before}`)) continue;
      const after = JSON.stringify(withoutDetails(row.changes));
      if (after === before) continue;
      await blankAuditEntry(tx, row.key, after);
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
    const rows = await blankImportRows(tx, await tracedContacts(tx, request.id));
    piece.count("contact_import_rows", "blanked", rows.length);
    // Imports show sample cells for the columns of a file; whose they are cannot be determined.
    const imports = await blankImportSamples(tx, visibleUntil(request));
    piece.count("contact_imports", "blanked", imports.length);
    return { more: false };
  },
};

const questions: Step = {
  name: "questions",
  async run(piece) {
    const { tx, request } = piece;
    const rows = await dropQuestions(tx, request.id);
    piece.count("knowledge_questions", "deleted", rows.length);
    return { more: false };
  },
};

/** Submissions of a sign-up form: those that became the contact, and those that name the person. */
const submissions: Step = {
  name: "form_submissions",
  async run(piece) {
    const { tx, request } = piece;
    const rows = await lockNextSubmissions(tx, request.position ?? start, rowsAtOnce);
    const people = new Set(await tracedContacts(tx, request.id));
    const traces = await tracesOf(tx, request.id);
    const of = (row: { contact_id: string | null }) => row.contact_id !== null && people.has(row.contact_id.replaceAll("-", ""));
    const ids = rows.filter((row) => of(row) || traces.mentions(row.answers)).map((row) => row.key);
    await dropSubmissions(tx, ids);
    piece.count("form_submissions", "deleted", ids.length);
    return progress(rows);
  },
};

export const scanSteps: Step[] = [questions, submissions, csvExports, reports, inbound, idempotency, audit, events, archiveExports];
