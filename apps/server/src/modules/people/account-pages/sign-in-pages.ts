import type { FastifyInstance } from "fastify";
import type { PasswordsService, SignInService } from "#modules/people/auth/index.ts";
import { sessionCookieOf } from "#platform/auth/session-token.ts";
import { html } from "#platform/html/html.ts";
import { addCookie, formOf, sendPage } from "#platform/html/pages.ts";
import { type CardField, type CardForm, cardPage, messagePage, ownPassword } from "./account-pages.html.ts";
import { field, missing, type PageTools, doneMessage } from "./page-tools.ts";

export const code: CardField = {
  name: "code",
  label: "Code",
  type: "text",
  autocomplete: "one-time-code",
  help: "Only if you use an authenticator app: its six-digit code, or a backup code.",
  optional: true,
  numeric: true,
};

/** Signing in and requesting a new password, for installations without a dashboard. */
export function signInPages(
  scope: FastifyInstance,
  tools: PageTools,
  deps: { passwords: Pick<PasswordsService, "requestReset">; signIn: SignInService; publicUrl: string | undefined },
): void {
  const { guard, contextOf, brandOf, see, showAgain } = tools;
  // --- request a reset mail
  const forgotCard = (email: string): Omit<CardForm, "guard"> => ({
    title: "Forgot your password?",
    content: html`<p>We will send you a link to choose a new one.</p>`,
    action: "/forgot-password",
    fields: [{ name: "email", label: "E-mail", type: "email", autocomplete: "username", value: email }],
    button: "Send the link",
    after: html`<p class="hint after"><a href="/sign-in">Back to sign-in</a></p>`,
  });
  scope.get("/forgot-password", async (request, reply) =>
    sendPage(reply, cardPage(await brandOf(contextOf(request)), { ...forgotCard(""), guard: guard.value(request, reply) })),
  );
  scope.post("/forgot-password", async (request, reply) => {
    guard.check(request);
    const ctx = contextOf(request);
    const email = field(formOf(request), "email").trim();
    try {
      missing(email === "" ? ["email"] : []);
      await deps.passwords.requestReset(ctx, { email });
    } catch (error) {
      return showAgain(ctx, request, reply, error, forgotCard(email));
    }
    const message = html`<p>If there is an account for <strong>${email}</strong>, an e-mail with a link is on its way. The link works for one hour.</p><p class="soft">Nothing arrived? Check your spam folder, or try again later.</p>`;
    return sendPage(reply, messagePage(await brandOf(ctx), "Check your e-mail", message));
  });

  // --- sign in
  const signInCard = (email: string): Omit<CardForm, "guard"> => ({
    title: "Sign in",
    content: null,
    action: "/sign-in",
    fields: [{ name: "email", label: "E-mail", type: "email", autocomplete: "username", value: email }, ownPassword, code],
    button: "Sign in",
    after: html`<p class="hint after"><a href="/forgot-password">Forgot your password?</a></p>`,
  });
  scope.get("/sign-in", async (request, reply) => {
    const query = request.query as Record<string, unknown>;
    const did = doneMessage(query["did"])?.signIn;
    const why =
      query["code"] === "1"
        ? " Enter the code of your authenticator app."
        : query["wrong"] === "1"
          ? " The password or code was wrong."
          : "";
    const message = did === undefined ? null : { text: did + why, bad: query["wrong"] === "1" };
    return sendPage(reply, cardPage(await brandOf(contextOf(request)), { ...signInCard(""), guard: guard.value(request, reply), message }));
  });
  scope.post("/sign-in", async (request, reply) => {
    guard.check(request);
    const ctx = contextOf(request);
    const form = formOf(request);
    const [email, password, typed] = [field(form, "email").trim(), field(form, "password"), field(form, "code").trim()];
    try {
      missing([...(email === "" ? ["email"] : []), ...(password === "" ? ["password"] : [])]);
      const { body, session } = await deps.signIn.signIn(ctx, { email, password, ...(typed === "" ? {} : { code: typed }) });
      if (body.secondFactorRequired || session === undefined || session === null) missing(["code"]);
      else addCookie(reply, sessionCookieOf(session, ctx.now, deps.publicUrl));
      return see(reply, "/signed-in");
    } catch (error) {
      return showAgain(ctx, request, reply, error, signInCard(email));
    }
  });
}
