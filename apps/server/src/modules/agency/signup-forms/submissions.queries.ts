import type { Tx } from "#platform/db/database.ts";
import type { Answer } from "./answers.ts";
import type { FormRow } from "./signup-forms.queries.ts";
import type { SubmissionStatus, Target } from "./signup-forms.schema.ts";

export interface SubmissionRow {
  id: string;
  form_id: string | null;
  form_slug: string;
  form_title: string;
  answers: Answer[];
  consent_text: string | null;
  consented_at: Date | null;
  target: Target;
  status: SubmissionStatus;
  fingerprint: Buffer;
  contact_id: string | null;
  client_id: string | null;
  processed_at: Date | null;
  processed_by: string | null;
  created_at: Date;
  updated_at: Date;
  position: string;
}

const columns = `s.id, s.form_id, s.form_slug, s.form_title, s.answers, s.consent_text, s.consented_at, s.target, s.status, s.fingerprint,
  s.contact_id, s.client_id, s.processed_at, s.processed_by, s.created_at, s.updated_at, s.created_at::text as position`;

/** In the tenant's transaction, or the worker's. */
export async function findSubmission(tx: Tx, id: string, lock = false): Promise<SubmissionRow | null> {
  const [row] = await tx.query<SubmissionRow>({
    name: lock ? "form_submission_lock" : "form_submission_by_id",
    text: `select ${columns} from form_submissions s where s.tenant_id = $1 and s.id = $2 ${lock ? "for update" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

export async function findSubmissionByNonce(tx: Tx, nonce: Buffer): Promise<SubmissionRow | null> {
  const [row] = await tx.query<SubmissionRow>({
    name: "form_submission_by_nonce",
    text: `select ${columns} from form_submissions s where s.tenant_id = $1 and s.nonce = $2`,
    values: [tx.tenantId, nonce],
  });
  return row ?? null;
}

/** The answers by submission (uuid). */
export async function answersOfSubmissions(tx: Tx, ids: string[]): Promise<Map<string, Answer[]>> {
  const rows = await tx.query<{ id: string; answers: Answer[] }>({
    name: "form_submission_answers",
    text: "select id, answers from form_submissions where tenant_id = $1 and id = any($2::uuid[])",
    values: [tx.tenantId, ids],
  });
  return new Map(rows.map(({ id, answers }) => [id, answers]));
}

/** Null if there already is a submission with this nonce. */
export async function insertSubmission(
  tx: Tx,
  now: Date,
  input: { id: string; form: FormRow; answers: Answer[]; status: "new" | "spam"; nonce: Buffer; fingerprint: Buffer },
): Promise<SubmissionRow | null> {
  const { form } = input;
  const [row] = await tx.query<SubmissionRow>({
    name: "form_submission_insert",
    text: `insert into form_submissions as s (tenant_id, id, form_id, form_slug, form_title, answers, consent_text, consented_at, target, status,
             nonce, fingerprint, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)
           on conflict (tenant_id, nonce) do nothing returning ${columns}`,
    values: [
      tx.tenantId,
      input.id,
      form.id,
      form.slug,
      form.title,
      JSON.stringify(input.answers),
      form.consent_text,
      form.consent_text === null ? null : now,
      JSON.stringify(form.target),
      input.status,
      input.nonce,
      input.fingerprint,
      now,
    ],
  });
  return row ?? null;
}

/** Newest first by (created_at, id). */
export function listSubmissions(
  tx: Tx,
  filter: { status: SubmissionStatus | null; formId: string | null },
  after: string[] | null,
  limit: number,
): Promise<SubmissionRow[]> {
  return tx.query<SubmissionRow>({
    // One statement per filter: each has an index in the order of the list.
    name: `form_submissions_list_${filter.status === null ? "" : "s"}${filter.formId === null ? "" : "f"}`,
    text: `select ${columns} from form_submissions s
            where s.tenant_id = $1 and ${filter.status === null ? "$2::text is null" : "s.status = $2"}
              and ${filter.formId === null ? "$3::uuid is null" : "s.form_id = $3"}
              and ($4::timestamptz is null or (s.created_at, s.id) < ($4, $5::uuid))
            order by s.created_at desc, s.id desc limit $6`,
    values: [tx.tenantId, filter.status, filter.formId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/** The submission must be locked. */
export async function settleSubmission(
  tx: Tx,
  now: Date,
  id: string,
  to: { status: SubmissionStatus; contactId?: string | null; clientId?: string | null; by: string | null },
): Promise<SubmissionRow> {
  const [row] = await tx.query<SubmissionRow>({
    name: "form_submission_settle",
    text: `update form_submissions s set status = $3, contact_id = $4, client_id = $5, updated_at = $6,
             processed_at = case when $3 = 'processed' then $6::timestamptz end, processed_by = case when $3 = 'processed' then $7 end
            where s.tenant_id = $1 and s.id = $2 returning ${columns}`,
    values: [tx.tenantId, id, to.status, to.contactId ?? null, to.clientId ?? null, now, to.by],
  });
  if (row === undefined) throw new Error("the locked submission does not exist");
  return row;
}
