import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Branding } from "#modules/organizations/branding/index.ts";
import type { FormRow, Submitting } from "#modules/agency/signup-forms/index.ts";
import { AppError, type ErrorDetail } from "#platform/errors/app-error.ts";
import { type PublicContext, publicContextOf } from "#platform/http/context.ts";
import { formOf, problemsOf, sendPage } from "#platform/html/pages.ts";
import { newReference } from "#platform/log/log.ts";
import type { LandingPagesService } from "./landing-pages.service.ts";
import { answerName, landingPageHtml, type ShownForm, type ShownPage } from "./page-html.ts";

/** `GET|POST /p/{slug}`: public landing pages; `/f/{slug}`: a sign-up form on a separate page. Forms are sent without scripts. */
export function landingPagePages(
  scope: FastifyInstance,
  deps: {
    service: LandingPagesService;
    submitting: Submitting;
    /** The branding of an agency's page, at a host. */
    brandOf(host: string, agencyId: string): Promise<Branding>;
    now(): Date;
    publicUrl(): string;
  },
): void {
  type Request = FastifyRequest<{ Params: { slug: string } }>;
  const contextOf = (request: FastifyRequest) => publicContextOf(request, newReference(), deps.now(), deps.publicUrl());

  interface OpenedPage {
    page: ShownPage;
    branding: Branding;
    form: FormRow | null;
  }

  async function openPage(ctx: PublicContext, slug: string): Promise<OpenedPage> {
    const found = await deps.service.findPublished(ctx.host, slug);
    const form = found.row.form_id === null ? null : await deps.submitting.findOf(found.row.tenant_id, found.row.form_id);
    return { ...found, form };
  }

  async function openForm(ctx: PublicContext, slug: string): Promise<OpenedPage> {
    const form = await deps.submitting.findActive(ctx.host, slug);
    const page: ShownPage = { title: form.title, description: null, blocks: [{ type: "form" }] };
    return { page, branding: await deps.brandOf(ctx.host, form.tenant_id), form };
  }

  const fresh = { values: new Map<string, string>(), details: [] as ErrorDetail[], message: null, thanks: null };

  function mountAt(below: "/p" | "/f", open: (ctx: PublicContext, slug: string) => Promise<OpenedPage>): void {
    scope.get(`${below}/:slug`, { config: { publicRead: true } }, async (request: Request, reply: FastifyReply) => {
      const ctx = contextOf(request);
      const { page, branding, form } = await open(ctx, request.params.slug);
      const sent = (request.query as { sent?: unknown }).sent === "1";
      const shown: ShownForm | null =
        form === null
          ? null
          : { ...fresh, form: deps.submitting.show(form, ctx.now), redirectUrl: form.redirect_url, thanks: sent ? form.thank_you : null };
      return sendPage(reply, landingPageHtml(branding, page, shown));
    });

    scope.post(`${below}/:slug`, async (request: Request, reply: FastifyReply) => {
      const ctx = contextOf(request);
      const { page, branding, form } = await open(ctx, request.params.slug);
      if (form === null) throw new AppError("method_not_allowed");
      const values = formOf(request);
      const answers = Object.fromEntries(
        form.fields.flatMap(({ key, type }) => {
          const value = values.get(answerName(key));
          return value === undefined ? [] : [[key, type === "checkbox" ? value !== "" : value]];
        }),
      );
      const token = values.get("token") ?? "";
      try {
        const done = await deps.submitting.submit(ctx, form, {
          token,
          answers,
          consent: values.has("consent"),
          leaveEmpty: values.get("leave_empty") ?? "",
        });
        // Reloading the page after a form must not offer to send it again.
        const back = `${below}/${encodeURIComponent(request.params.slug)}?sent=1#form`;
        return reply.header("cache-control", "no-store").redirect(done.redirectUrl ?? back, 303);
      } catch (error) {
        const { details, message, status } = problemsOf(error);
        const aboutFields = details.some(({ field }) => field.startsWith("answers.") || field === "consent");
        // A usable token is kept, so that the time taken to fill in the form keeps counting.
        const usable = status !== 409 && !details.some(({ field, issue }) => field === "token" && issue === "unknown");
        const again = deps.submitting.show(form, ctx.now);
        if (status === 429 && error instanceof AppError) reply.header("retry-after", String(error.retryAfterSeconds ?? 60));
        const shown: ShownForm = {
          form: usable ? { ...again, token } : again,
          redirectUrl: form.redirect_url,
          values,
          details,
          message: aboutFields ? "Please check the marked fields below." : message,
          thanks: null,
        };
        return sendPage(reply, landingPageHtml(branding, page, shown), status);
      }
    });
  }

  mountAt("/p", openPage);
  mountAt("/f", openForm);
}
