import { hash } from "node:crypto";
import type { Attempts } from "#modules/people/auth/index.ts";
import { networkOf } from "#platform/http/hardening/network.ts";
import type { BrandingService } from "#modules/organizations/branding/index.ts";
import type { WorkerQuery } from "#modules/organizations/tenants/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { isConflict } from "#platform/db/conflicts.ts";
import type { Database } from "#platform/db/database.ts";
import { appendEvents } from "#platform/events/log.ts";
import { AppError, brokenRule, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { PublicContext, TxContext } from "#platform/http/context.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import { type Answer, readAnswers } from "./answers.ts";
import { type ProcessingDeps, createSubmissionContact } from "./processing.ts";
import type { FormTokens } from "./form-token.ts";
import * as forms from "./signup-forms.queries.ts";
import type { PublicForm, SubmitForm, Submitted } from "./signup-forms.schema.ts";
import * as queries from "./submissions.queries.ts";

export interface SubmittingDeps extends ProcessingDeps {
  database: Database;
  ids: IdSource;
  wake: Wake;
  attempts: Attempts;
  branding: Pick<BrandingService, "ofHost">;
  tokens: FormTokens;
}

/** Nobody reads and fills in a form faster. */
const fillMsMin = 3_000;
const triesMax = 4;

/** The side of people who fill in a form: they have no credential, only the form's name. */
export function createSubmitting(deps: SubmittingDeps) {
  const worker: WorkerQuery = (statement) => deps.database.worker(statement);

  /**
   * By slug on the agency's hosts, by public key anywhere except on another agency's host. Throws not_found, also for one that is not
   * active.
   */
  async function findActive(host: string, name: string): Promise<forms.FormRow> {
    const { agencyId } = await deps.branding.ofHost(host);
    const bySlug = agencyId === null ? null : await deps.database.withTenant(agencyId, (tx) => forms.findFormBySlug(tx, name));
    const row = bySlug ?? (await forms.findFormByKey(worker, name));
    if (row === null || !row.active || (agencyId !== null && row.tenant_id !== agencyId)) throw notFound();
    return row;
  }

  /** A form on an agency's own page; null: it is not active. */
  async function findActiveForm(tenantId: string, formId: string): Promise<forms.FormRow | null> {
    const row = await deps.database.withTenant(tenantId, (tx) => forms.findForm(tx, formId));
    return row?.active === true ? row : null;
  }

  function show(form: forms.FormRow, now: Date): PublicForm {
    const { title, intro, fields, consent_text: consentText } = form;
    return { title, intro, fields, consentText, token: deps.tokens.mint(form, now) };
  }

  /**
   * Stores a submission, once per token, in a transaction of the agency's tenant; a contact is created in the same one. A submission that
   * fills the hidden field is stored as spam, and one beyond the contact limit waits as new; both get the same response. Throws
   * validation_error naming the fields, 422 for one sent faster than a person could, conflict for a token with other answers, rate_limited.
   */
  async function submit(ctx: PublicContext, form: forms.FormRow, input: SubmitForm): Promise<Submitted> {
    const done: Submitted = { submitted: true, thankYouText: form.thank_you, redirectUrl: form.redirect_url };
    const token = deps.tokens.read(input.token, form, ctx.now);
    if (token === null) throw invalidField("token", "unknown", "This form has expired. Reload the page.");
    const answers = readAnswers({ fields: form.fields, consentText: form.consent_text }, input);
    const fingerprint = hash("sha256", JSON.stringify(answers.map(({ key, value }) => [key, value])), "buffer");
    const before = await deps.database.withTenant(form.tenant_id, (tx) => queries.findSubmissionByNonce(tx, token.nonce));
    if (before !== null) return repeatedSubmission(before, fingerprint, done);
    if (token.ageMs < fillMsMin)
      throw brokenRule("token", "out_of_range", "That was very quick. Please wait a moment, then send it again.");
    await deps.attempts.attempt({ formAtAddress: `${form.id}\0${networkOf(ctx.address)}`, form: form.id });
    const spam = input.leaveEmpty !== undefined && input.leaveEmpty !== "";
    const given = { answers, status: spam ? ("spam" as const) : ("new" as const), nonce: token.nonce, fingerprint };
    for (let tries = 1; ; tries++) {
      try {
        const other = await deps.database.withTenant(form.tenant_id, (tx) =>
          store({ ...systemContext(ctx, form.tenant_id), tx }, form, given),
        );
        if (other !== null) return repeatedSubmission(other, fingerprint, done);
        deps.wake.hint("events");
        return done;
      } catch (error) {
        // Somebody has created the same contact meanwhile, so it can be found now.
        const again = isConflict(error) || (error instanceof AppError && error.code === "already_exists");
        if (!again || tries >= triesMax) throw error;
      }
    }
  }

  /** The submission that has used this token meanwhile; null: this one is stored. */
  async function store(
    ctx: TxContext,
    form: forms.FormRow,
    input: { answers: Answer[]; status: "new" | "spam"; nonce: Buffer; fingerprint: Buffer },
  ): Promise<queries.SubmissionRow | null> {
    const current = await forms.findForm(ctx.tx, form.id, "share");
    if (current === null || !current.active) throw notFound();
    // The form was changed after it was read above: consent is to the text that was shown, or to nothing.
    if (current.consent_text !== form.consent_text) throw new AppError("conflict", { message: "The form has changed. Reload the page." });
    const row = await queries.insertSubmission(ctx.tx, ctx.now, { id: deps.ids.uuid(), form, ...input });
    if (row === null) return queries.findSubmissionByNonce(ctx.tx, input.nonce);
    let contactId: string | null = null;
    if (row.status === "new" && row.target.kind === "create_contact") {
      contactId = await createSubmissionContact(deps, ctx, row).catch(nullBeyondLimit);
      if (contactId !== null) await queries.settleSubmission(ctx.tx, ctx.now, row.id, { status: "processed", contactId, by: null });
    }
    await recordAudit(ctx, deps.ids, "form_submission.created", wireId("fsb", row.id), { formId: wireId("frm", form.id) });
    if (row.status === "new") {
      // Without the answers, because events may be read more widely than submissions.
      const data = {
        formId: wireId("frm", form.id),
        submissionId: wireId("fsb", row.id),
        contactId: contactId === null ? null : wireId("cnt", contactId),
      };
      await appendEvents(ctx.tx, ctx.now, [{ id: deps.ids.uuid(), type: "form.submitted", data }]);
    }
    return null;
  }

  return { findActive, findOf: findActiveForm, show, submit };
}

export type Submitting = ReturnType<typeof createSubmitting>;

function repeatedSubmission(before: queries.SubmissionRow, fingerprint: Buffer, done: Submitted): Submitted {
  if (before.fingerprint.equals(fingerprint)) return done;
  throw new AppError("conflict", { message: "This form was already sent with different answers. Reload the page." });
}

/** A stranger cannot make room for a contact: what they sent is kept for the agency, which can. The limit refuses before anything is written. */
function nullBeyondLimit(error: unknown): null {
  if (error instanceof AppError && error.code === "entitlement_exceeded") return null;
  throw error;
}

/** The system acts in the agency's name for strangers. */
function systemContext(ctx: PublicContext, tenantId: string): Omit<TxContext, "tx"> {
  return {
    tenantId,
    actor: { kind: "system", id: "signup-form" },
    scopes: new Set(),
    session: null,
    requestId: ctx.requestId,
    now: ctx.now,
  };
}
