import { randomBytes } from "node:crypto";
import type { BrandingService } from "#modules/organizations/branding/index.ts";
import type { lockSnapshot } from "#modules/agency/snapshot-library/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { sqlState, type Tx } from "#platform/db/database.ts";
import { AppError, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { checkForm, readFields, readTarget } from "./form-rules.ts";
import * as queries from "./signup-forms.queries.ts";
import type { CreateSignupForm, SignupForm, UpdateSignupForm } from "./signup-forms.schema.ts";

export interface FormsDeps {
  branding: Pick<BrandingService, "addressOf">;
  publicUrl(): string;
  ids: IdSource;
  pager: Pager;
  library: { hold: typeof lockSnapshot };
}

const thankYouDefault = "Thank you. We have received your message.";

/** The agency's side: its forms, and the submissions. */
export function createFormsService(deps: FormsDeps) {
  async function find(tx: Tx, wire: string, lock: "none" | "update" = "none"): Promise<queries.FormRow> {
    const id = parseWireId("frm", wire);
    const row = id === null ? null : await queries.findForm(tx, id, lock);
    if (row === null) throw notFound(wire);
    return row;
  }

  const render = (row: queries.FormRow, address: string | null) => renderForm(row, address, deps.publicUrl());
  const renderOne = async (tx: Tx, row: queries.FormRow) => render(row, await deps.branding.addressOf(tx));

  async function read(tx: Tx, values: queries.FormValues): Promise<queries.FormValues> {
    const title = values.title.trim();
    if (title === "") throw invalidField("title", "too_short");
    if (values.redirectUrl !== null && URL.parse(values.redirectUrl)?.protocol !== "https:")
      throw invalidField("redirectUrl", "invalid_format");
    checkForm(values);
    if (values.target.snapshotId != null) await deps.library.hold(tx, values.target.snapshotId, "target.snapshotId");
    return { ...values, title, fields: readFields(values.fields), target: readTarget(values.target) };
  }

  return {
    async list(ctx: TxContext, page: { limit: number; cursor?: string | undefined }) {
      const filters = { list: "sign-up forms" };
      const after = deps.pager.read(ctx.tenantId, filters, page.cursor);
      const rows = await queries.listForms(ctx.tx, after, page.limit + 1);
      const address = await deps.branding.addressOf(ctx.tx);
      return deps.pager.page(
        ctx.tenantId,
        filters,
        rows,
        page.limit,
        (row) => [row.position, row.id],
        (row) => render(row, address),
      );
    },

    async get(ctx: TxContext, wire: string): Promise<SignupForm> {
      return renderOne(ctx.tx, await find(ctx.tx, wire));
    },

    async exists(ctx: TxContext, wire: string): Promise<void> {
      await find(ctx.tx, wire);
    },

    /** 409 already_exists, naming the form that has the slug; 422 for a form that could not serve its purpose. */
    async create(ctx: TxContext, input: CreateSignupForm): Promise<SignupForm> {
      const values = await read(ctx.tx, {
        slug: input.slug,
        title: input.title,
        intro: input.intro ?? null,
        fields: input.fields,
        consentText: input.consentText ?? null,
        target: input.target,
        thankYou: input.thankYouText ?? thankYouDefault,
        redirectUrl: input.redirectUrl ?? null,
        active: input.active ?? true,
      });
      const row = await queries.insertForm(ctx.tx, ctx.now, deps.ids.uuid(), randomBytes(18).toString("base64url"), values);
      if (row === null) throw slugTaken((await queries.findFormBySlug(ctx.tx, values.slug))?.id ?? null);
      await recordAudit(ctx, deps.ids, "signup_form.created", wireId("frm", row.id));
      return renderOne(ctx.tx, row);
    },

    /** Throws what `create` throws. Earlier submissions stay as they were. */
    async update(ctx: TxContext, wire: string, input: UpdateSignupForm): Promise<SignupForm> {
      const row = await find(ctx.tx, wire, "update");
      const values = await read(ctx.tx, {
        slug: input.slug ?? row.slug,
        title: input.title ?? row.title,
        intro: input.intro === undefined ? row.intro : input.intro,
        fields: input.fields ?? row.fields,
        consentText: input.consentText === undefined ? row.consent_text : input.consentText,
        target: input.target ?? row.target,
        thankYou: input.thankYouText ?? row.thank_you,
        redirectUrl: input.redirectUrl === undefined ? row.redirect_url : input.redirectUrl,
        active: input.active ?? row.active,
      });
      const other = values.slug === row.slug ? null : await queries.findFormBySlug(ctx.tx, values.slug);
      if (other !== null) throw slugTaken(other.id);
      const changed = await queries.updateForm(ctx.tx, ctx.now, row.id, values).catch((error: unknown) => {
        throw sqlState(error) === "23505" ? slugTaken(null) : error;
      });
      await recordAudit(ctx, deps.ids, "signup_form.updated", wire, { fields: Object.keys(input) });
      return renderOne(ctx.tx, changed);
    },

    /** Submissions stay. */
    async delete(ctx: TxContext, wire: string): Promise<{ id: string; deleted: true }> {
      const row = await find(ctx.tx, wire, "update");
      await queries.deleteForm(ctx.tx, row.id).catch((error: unknown) => {
        throw sqlState(error) === "23503"
          ? new AppError("conflict", { message: "A landing page uses this form. Remove it from the page first." })
          : error;
      });
      await recordAudit(ctx, deps.ids, "signup_form.deleted", wire);
      return { id: wire, deleted: true };
    },
  };
}

export type FormsService = ReturnType<typeof createFormsService>;

function slugTaken(id: string | null): AppError {
  return new AppError("already_exists", {
    message: "The agency already has a form with this slug.",
    details: [{ field: "slug", issue: "exists", ...(id === null ? {} : { id: wireId("frm", id) }) }],
  });
}

function renderForm(row: queries.FormRow, address: string | null, publicUrl: string): SignupForm {
  return {
    id: wireId("frm", row.id),
    slug: row.slug,
    title: row.title,
    intro: row.intro,
    fields: row.fields,
    consentText: row.consent_text,
    target: row.target,
    thankYouText: row.thank_you,
    redirectUrl: row.redirect_url,
    active: row.active,
    url: address === null ? `${publicUrl}/f/${row.public_key}` : `${address}/f/${row.slug}`,
    publicKey: row.public_key,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
