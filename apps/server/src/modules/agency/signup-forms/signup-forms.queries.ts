import type { WorkerQuery } from "#modules/organizations/tenants/index.ts";
import type { Tx } from "#platform/db/database.ts";
import { notFound } from "#platform/errors/app-error.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import type { FormField, Target } from "./signup-forms.schema.ts";

export interface FormRow {
  tenant_id: string;
  id: string;
  slug: string;
  public_key: string;
  title: string;
  intro: string | null;
  fields: FormField[];
  consent_text: string | null;
  target: Target;
  thank_you: string;
  redirect_url: string | null;
  active: boolean;
  created_at: Date;
  updated_at: Date;
  position: string;
}

export interface FormValues {
  slug: string;
  title: string;
  intro: string | null;
  fields: FormField[];
  consentText: string | null;
  target: Target;
  thankYou: string;
  redirectUrl: string | null;
  active: boolean;
}

const columns = `f.tenant_id, f.id, f.slug, f.public_key, f.title, f.intro, f.fields, f.consent_text, f.target, f.thank_you, f.redirect_url,
  f.active, f.created_at, f.updated_at, f.created_at::text as position`;

export async function findForm(tx: Tx, id: string, lock: "none" | "update" | "share" = "none"): Promise<FormRow | null> {
  const [row] = await tx.query<FormRow>({
    name: `signup_form_by_id_${lock}`,
    text: `select ${columns} from signup_forms f where f.tenant_id = $1 and f.id = $2 ${lock === "none" ? "" : `for ${lock}`}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

export async function findFormBySlug(tx: Tx, slug: string): Promise<FormRow | null> {
  const [row] = await tx.query<FormRow>({
    name: "signup_form_by_slug",
    text: `select ${columns} from signup_forms f where f.tenant_id = $1 and f.slug = $2`,
    values: [tx.tenantId, slug],
  });
  return row ?? null;
}

/**
 * Runs as the worker, because its owner is unknown, and the key is all that is needed to fill it in. A suspended organization's form is not
 * found.
 */
export async function findFormByKey(query: WorkerQuery, publicKey: string): Promise<FormRow | null> {
  const [row] = await query<FormRow>({
    name: "signup_form_by_key",
    text: `select ${columns} from signup_forms f join tenants t on t.tenant_id = f.tenant_id and t.suspended_at is null and t.erased_at is null
            where f.public_key = $1`,
    values: [publicKey],
  });
  return row ?? null;
}

/** Newest first by (created_at, id). */
export function listForms(tx: Tx, after: string[] | null, limit: number): Promise<FormRow[]> {
  return tx.query<FormRow>({
    name: "signup_forms_list",
    text: `select ${columns} from signup_forms f
            where f.tenant_id = $1 and ($2::timestamptz is null or (f.created_at, f.id) < ($2, $3::uuid))
            order by f.created_at desc, f.id desc limit $4`,
    values: [tx.tenantId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

const valuesOf = (form: FormValues) => [
  form.slug,
  form.title,
  form.intro,
  JSON.stringify(form.fields),
  form.consentText,
  JSON.stringify(form.target),
  form.thankYou,
  form.redirectUrl,
  form.active,
];

/** Null if the agency already has a form with this slug. */
export async function insertForm(tx: Tx, now: Date, id: string, publicKey: string, form: FormValues): Promise<FormRow | null> {
  const [row] = await tx.query<FormRow>({
    name: "signup_form_insert",
    text: `insert into signup_forms as f (tenant_id, id, public_key, created_at, updated_at, slug, title, intro, fields, consent_text, target,
             thank_you, redirect_url, active)
           values ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
           on conflict (tenant_id, slug) do nothing returning ${columns}`,
    values: [tx.tenantId, id, publicKey, now, ...valuesOf(form)],
  });
  return row ?? null;
}

/** Rejects with a unique violation if another form has the slug. */
export async function updateForm(tx: Tx, now: Date, id: string, form: FormValues): Promise<FormRow> {
  const [row] = await tx.query<FormRow>({
    name: "signup_form_update",
    text: `update signup_forms f set updated_at = $3, slug = $4, title = $5, intro = $6, fields = $7, consent_text = $8, target = $9,
             thank_you = $10, redirect_url = $11, active = $12
            where f.tenant_id = $1 and f.id = $2 returning ${columns}`,
    values: [tx.tenantId, id, now, ...valuesOf(form)],
  });
  if (row === undefined) throw new Error("the locked form does not exist");
  return row;
}

export async function deleteForm(tx: Tx, id: string): Promise<void> {
  await tx.query({
    name: "signup_form_delete",
    text: "delete from signup_forms where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id],
  });
}

/** The uuid of a form, locked against deletion until the transaction ends. Throws not_found. */
export async function lockForm(tx: Tx, wire: string): Promise<string> {
  const id = parseWireId("frm", wire);
  const row = id === null ? null : await findForm(tx, id, "share");
  if (row === null) throw notFound(wire);
  return row.id;
}

/** What sets up clients with a snapshot (wire id), in words: a form, or a submission waiting to be processed. null: nothing. */
export async function usersOfSnapshot(tx: Tx, snapshot: string): Promise<string | null> {
  const [row] = await tx.query<{ forms: boolean; submissions: boolean }>({
    name: "signup_forms_of_snapshot",
    text: `select exists (select 1 from signup_forms f where f.tenant_id = $1 and f.target->>'snapshotId' = $2) as forms,
                  exists (select 1 from form_submissions s where s.tenant_id = $1 and s.status <> 'processed' and s.target->>'snapshotId' = $2) as submissions`,
    values: [tx.tenantId, snapshot],
  });
  if (row?.forms) return "A sign-up form sets clients up with this snapshot. Change the form first.";
  return row?.submissions ? "A form submission waits to become a client with this snapshot. Process it first." : null;
}
