import { recordAudit } from "#platform/audit/audit.ts";
import { actorWireId } from "#platform/auth/actor.ts";
import { retryConflicts } from "#platform/db/conflicts.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { AppError, notFound } from "#platform/errors/app-error.ts";
import type { Context, TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { type ProcessingDeps, createSubmissionClient, createSubmissionContact } from "./processing.ts";
import { findForm } from "./signup-forms.queries.ts";
import type { FormSubmission, SubmissionStatus, UpdateSubmission } from "./signup-forms.schema.ts";
import * as queries from "./submissions.queries.ts";

export interface SubmissionsDeps extends ProcessingDeps {
  database: Database;
  ids: IdSource;
  pager: Pager;
  wake: Wake;
}

export function createSubmissionsService(deps: SubmissionsDeps) {
  async function find(tx: Tx, wire: string, lock = false): Promise<queries.SubmissionRow> {
    const id = parseWireId("fsb", wire);
    const row = id === null ? null : await queries.findSubmission(tx, id, lock);
    if (row === null) throw notFound(wire);
    return row;
  }

  return {
    async list(
      ctx: TxContext,
      page: { limit: number; cursor?: string | undefined; status?: SubmissionStatus | undefined; formId?: string | undefined },
    ) {
      const formId = page.formId === undefined ? null : parseWireId("frm", page.formId);
      if (page.formId !== undefined && (formId === null || (await findForm(ctx.tx, formId)) === null)) throw notFound(page.formId);
      const filters = { list: "form submissions", status: page.status ?? null, formId };
      const after = deps.pager.read(ctx.tenantId, filters, page.cursor);
      const rows = await queries.listSubmissions(ctx.tx, { status: page.status ?? null, formId }, after, page.limit + 1);
      return deps.pager.page(ctx.tenantId, filters, rows, page.limit, (row) => [row.position, row.id], render);
    },

    async get(ctx: TxContext, wire: string): Promise<FormSubmission> {
      return render(await find(ctx.tx, wire));
    },

    async exists(ctx: TxContext, wire: string): Promise<void> {
      await find(ctx.tx, wire);
    },

    /**
     * Creates the client of a submission that is about to be processed. In a separate transaction before that of the request, because the
     * application role may not create tenants. Under the submission's lock and together with its status, so that there is one client
     * however often it runs; if the request dies after it, the submission is processed.
     */
    async prepare(ctx: Context, wire: string, input: UpdateSubmission): Promise<void> {
      const id = parseWireId("fsb", wire);
      if (id === null || input.status !== "processed") return;
      const made = await retryConflicts(() =>
        deps.database.workerTransaction(async (query) => {
          const tx: Tx = { tenantId: ctx.tenantId, query };
          const row = await queries.findSubmission(tx, id, true);
          if (row === null || row.status === "processed" || row.target.kind !== "create_client") return false;
          const clientId = await createSubmissionClient(deps, { ...ctx, tx }, row);
          await queries.settleSubmission(tx, ctx.now, id, { status: "processed", clientId, by: actorWireId(ctx.actor) });
          const changes = { status: { from: row.status, to: "processed" }, clientId: wireId("org", clientId) };
          await recordAudit({ ...ctx, tx }, deps.ids, "form_submission.updated", wire, changes);
          return true;
        }),
      );
      if (!made) return;
      deps.wake.hint("mail");
      deps.wake.hint("keys");
    },

    /**
     * 409 invalid_transition for one that was processed: this does not undo what it became. 403 insufficient_scope for
     * a caller who may not create contacts, entitlement_exceeded beyond the contact limit.
     */
    async update(ctx: TxContext, wire: string, input: UpdateSubmission): Promise<FormSubmission> {
      const row = await find(ctx.tx, wire, true);
      if (row.status === input.status) return render(row);
      if (row.status === "processed")
        throw new AppError("invalid_transition", { message: "A processed submission cannot change its status." });
      if (input.status === "processed" && row.target.kind === "create_client") throw new Error("the client must be created first");
      if (input.status === "processed" && !ctx.scopes.has("contacts:write"))
        throw new AppError("insufficient_scope", {
          message: "Creating a contact from it requires the scope contacts:write.",
          details: [{ field: "contacts:write", issue: "missing_scope" }],
        });
      const contactId = input.status === "processed" ? await createSubmissionContact(deps, ctx, row) : null;
      const changed = await queries.settleSubmission(ctx.tx, ctx.now, row.id, {
        status: input.status,
        contactId,
        by: actorWireId(ctx.actor),
      });
      await recordAudit(ctx, deps.ids, "form_submission.updated", wire, { status: { from: row.status, to: input.status } });
      return render(changed);
    },
  };
}

export type SubmissionsService = ReturnType<typeof createSubmissionsService>;

function render(row: queries.SubmissionRow): FormSubmission {
  return {
    id: wireId("fsb", row.id),
    formId: row.form_id === null ? null : wireId("frm", row.form_id),
    formSlug: row.form_slug,
    formTitle: row.form_title,
    answers: row.answers,
    consentText: row.consent_text,
    consentedAt: row.consented_at?.toISOString() ?? null,
    target: row.target,
    status: row.status,
    contactId: row.contact_id === null ? null : wireId("cnt", row.contact_id),
    clientId: row.client_id === null ? null : wireId("org", row.client_id),
    processedAt: row.processed_at?.toISOString() ?? null,
    processedBy: row.processed_by,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
