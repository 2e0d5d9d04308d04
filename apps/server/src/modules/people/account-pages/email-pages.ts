import type { FastifyInstance, FastifyReply } from "fastify";
import type { EmailsService } from "#modules/people/auth/index.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { html } from "#platform/html/html.ts";
import { cookieOf, formOf, problemsOf, sendPage } from "#platform/html/pages.ts";
import type { PublicContext } from "#platform/http/context.ts";
import { type CardForm, cardPage, messagePage, ownPassword } from "./account-pages.html.ts";
import type { PageTools } from "./page-tools.ts";

const link = { path: "/confirm-email", cookie: "svc_email" };
const resendPath = "/resend-confirmation";

/**
 * Confirms an e-mail address, the first or a new one. Only the button confirms: a scanner that opens the link has no
 * effect. A new address also needs the person's session or password: the mail may have gone to a stranger, who learns
 * nothing about the account here.
 */
export function emailPages(
  scope: FastifyInstance,
  tools: PageTools,
  emails: Pick<EmailsService, "confirm" | "previewLink" | "requestLink">,
): void {
  const { guard, contextOf, brandOf } = tools;
  type Preview = NonNullable<Awaited<ReturnType<EmailsService["previewLink"]>>>;

  const over = async (ctx: PublicContext, reply: FastifyReply) => {
    const body = html`<p>The link was used or has expired. It works for one day, and only the newest link works.</p><p><a class="button" href="${resendPath}">Request a new link</a></p>`;
    return sendPage(reply, messagePage(await brandOf(ctx), "This link is no longer valid", body), 400);
  };
  const already = async (ctx: PublicContext, reply: FastifyReply, email: string) => {
    const body = html`<p><strong>${email}</strong> is the address of your account. There is nothing left to do.</p><p><a class="button" href="/signed-in">Continue</a></p>`;
    return sendPage(reply, messagePage(await brandOf(ctx), "This address is already confirmed", body));
  };
  const asksPassword = (preview: Preview) => preview.change && preview.present === null;
  const card = (preview: Preview): Omit<CardForm, "guard"> => ({
    title: preview.change ? "Confirm your new e-mail address" : "Confirm your address",
    content: !preview.change
      ? html`<p>Is <strong>${preview.email}</strong> the address of your account?</p>`
      : preview.present === null
        ? html`<p>You asked to sign in with <strong>${preview.email}</strong> from now on. Enter the password of your account to confirm that it is you.</p><p class="soft">If you did not ask for this, close this page. Nothing changes.</p>`
        : html`<p><strong>${preview.email}</strong> replaces ${preview.present}. You sign in with it, and our e-mails go there. You stay signed in on your devices.</p>`,
    action: link.path,
    fields: asksPassword(preview) ? [ownPassword] : [],
    button: preview.change ? "Use the new address" : "Confirm the address",
  });

  scope.get(link.path, async (request, reply) => {
    if (tools.takeLink(request, reply, link.path, link.cookie)) return reply;
    const ctx = contextOf(request);
    const preview = await emails.previewLink(ctx, cookieOf(request, link.cookie) ?? "");
    if (preview === null) return over(ctx, reply);
    if (preview.already) return already(ctx, reply, preview.email);
    return sendPage(reply, cardPage(await brandOf(ctx), { ...card(preview), guard: guard.value(request, reply) }));
  });

  scope.post(link.path, async (request, reply) => {
    guard.check(request);
    const ctx = contextOf(request);
    const token = cookieOf(request, link.cookie) ?? "";
    const preview = await emails.previewLink(ctx, token);
    if (preview === null) return over(ctx, reply);
    const password = formOf(request).get("password") ?? "";
    try {
      if (asksPassword(preview) && !preview.already && password === "")
        throw new AppError("validation_error", { details: [{ field: "password", issue: "required" }] });
      const { body } = await emails.confirm(ctx, { token, ...(password === "" ? {} : { password }) });
      if (body.already) return already(ctx, reply, body.email);
      tools.dropLink(reply, link.path, link.cookie);
      const did = body.changed ? "moved" : "confirmed";
      // Another person's session does not count.
      const who = await tools.member(request);
      return tools.see(reply, who?.userId === preview.userId ? `/signed-in?did=${did}` : `/sign-in?did=${did}`);
    } catch (error) {
      if (problemsOf(error).details.some(({ field }) => field === "token")) return over(ctx, reply);
      if (error instanceof AppError && error.code === "already_exists") {
        const message = html`<p>${problemsOf(error).message}</p><p>You still sign in ${preview.present === null ? "as before" : html`with ${preview.present}`}.</p><p><a class="button" href="/signed-in">Continue</a></p>`;
        return sendPage(reply, messagePage(await brandOf(ctx), "This address is already in use", message), 409);
      }
      return tools.showAgain(ctx, request, reply, error, card(preview));
    }
  });

  const resendCard = (email: string): Omit<CardForm, "guard"> => ({
    title: "Confirm your address",
    content: html`<p>We will send a link to the address of your account, or to the new address that you asked for. If you are signed in somewhere, you can also request the change again there.</p>`,
    action: resendPath,
    fields: [{ name: "email", label: "E-mail", type: "email", autocomplete: "email", value: email }],
    button: "Send the link",
    after: html`<p class="hint after"><a href="/sign-in">Back to sign-in</a></p>`,
  });
  scope.get(resendPath, async (request, reply) => {
    const email = (await tools.member(request))?.email ?? "";
    return sendPage(reply, cardPage(await brandOf(contextOf(request)), { ...resendCard(email), guard: guard.value(request, reply) }));
  });
  scope.post(resendPath, async (request, reply) => {
    guard.check(request);
    const ctx = contextOf(request);
    const email = (formOf(request).get("email") ?? "").trim();
    try {
      if (email === "") throw new AppError("validation_error", { details: [{ field: "email", issue: "required" }] });
      await emails.requestLink(ctx, { email });
    } catch (error) {
      return tools.showAgain(ctx, request, reply, error, resendCard(email));
    }
    const message = html`<p>If an account is waiting for <strong>${email}</strong> to be confirmed, an e-mail with a link is on its way. The link works for one day.</p><p class="soft">Nothing arrived? Check your spam folder, or try again later.</p>`;
    return sendPage(reply, messagePage(await brandOf(ctx), "Check your e-mail", message));
  });
}
