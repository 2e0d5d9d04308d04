import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { EmailsService, LoginLinks, PasswordsService, SignInService } from "#modules/people/auth/index.ts";
import type { Branding, BrandingService } from "#modules/organizations/branding/index.ts";
import type { Accepting } from "#modules/people/invitations/index.ts";
import { sessionCookieOf } from "#platform/auth/session-token.ts";
import type { Verifier } from "#platform/auth/verifier.ts";
import { AppError, type ErrorDetail } from "#platform/errors/app-error.ts";
import { html } from "#platform/html/html.ts";
import { addCookie, cookieOf, createFormGuard, formOf, problemsOf, sendPage, setCookie } from "#platform/html/pages.ts";
import { type PublicContext, publicContextOf } from "#platform/http/context.ts";
import { newReference } from "#platform/log/log.ts";
import { type CardField, type CardForm, cardPage, messagePage, ownPassword } from "./account-pages.html.ts";
import { emailPages } from "./email-pages.ts";
import { field, missing, type PageTools, doneMessage } from "./page-tools.ts";
import { code, signInPages } from "./sign-in-pages.ts";
import type { Membership } from "./membership.queries.ts";

export interface AccountPagesDeps {
  branding: Pick<BrandingService, "ofHost">;
  accepting: Accepting;
  passwords: Pick<PasswordsService, "confirmReset" | "previewReset" | "requestReset">;
  emails: Pick<EmailsService, "confirm" | "previewLink" | "requestLink">;
  signIn: SignInService;
  loginLinks: Pick<LoginLinks, "preview" | "use">;
  verifier: Pick<Verifier, "verify">;
  membership(tenantId: string, userId: string): Promise<Membership | null>;
  now(): Date;
  publicUrl: string | undefined;
  /**
   * Where people sign in, request a new password and arrive after a mail's link. Without a dashboard, these pages do
   * all of it.
   */
  hasDashboard: boolean;
  guardKey: Buffer;
}

/** How long an opened link stays valid in the browser. */
const linkSeconds = 3_600;
const newPassword: CardField = {
  name: "password",
  label: "Password",
  type: "password",
  autocomplete: "new-password",
  help: "At least 8 characters. 15 or more are safer.",
};

/**
 * The pages behind links in mails: each works without scripts, and each ends with the person signed in. See
 * docs/subsystems/people/pages.md.
 */
export function accountPages(scope: FastifyInstance, deps: AccountPagesDeps): void {
  const guard = createFormGuard({ key: deps.guardKey, publicUrl: deps.publicUrl });
  const contextOf = (request: FastifyRequest) => publicContextOf(request, newReference(), deps.now(), deps.publicUrl);
  const brandOf = async (ctx: PublicContext): Promise<Branding> => (await deps.branding.ofHost(ctx.host)).branding;
  const see = (reply: FastifyReply, path: string) => reply.header("cache-control", "no-store").redirect(path, 303);
  /** Where a person goes after signing in. */
  const signedIn = (what?: string) => (deps.hasDashboard ? "/" : what === undefined ? "/signed-in" : `/signed-in?did=${what}`);

  /**
   * Moves the secret of a mail's link from the URL into a cookie for that page, so that it stays out of the browser
   * history and away from linked sites.
   */
  function takeLink(request: FastifyRequest, reply: FastifyReply, path: string, cookie: string): boolean {
    const { token } = request.query as { token?: unknown };
    if (typeof token !== "string") return false;
    setCookie(reply, cookie, /^[A-Za-z0-9_-]{1,100}$/.test(token) ? token : "", { path, seconds: linkSeconds, publicUrl: deps.publicUrl });
    reply.header("referrer-policy", "no-referrer");
    see(reply, path);
    return true;
  }

  const dropLink = (reply: FastifyReply, path: string, cookie: string) =>
    setCookie(reply, cookie, "", { path, seconds: 0, publicUrl: deps.publicUrl });

  /** Signs in and shows what was done; goes through the sign-in page if more is needed (a code, the right password). */
  async function signInAfter(
    ctx: PublicContext,
    reply: FastifyReply,
    what: string,
    input: { email: string; password: string; code: string; tenantId?: string },
  ) {
    try {
      const { session } = await deps.signIn.signIn(ctx, {
        email: input.email,
        password: input.password,
        ...(input.code === "" ? {} : { code: input.code }),
        ...(input.tenantId === undefined ? {} : { tenantId: input.tenantId }),
      });
      if (session === undefined || session === null) return see(reply, `/sign-in?did=${what}&code=1`);
      addCookie(reply, sessionCookieOf(session, ctx.now, deps.publicUrl));
      return see(reply, signedIn(what));
    } catch (error) {
      // The link has taken effect; only signing in failed.
      problemsOf(error);
      return see(reply, `/sign-in?did=${what}&wrong=1`);
    }
  }

  /** Shows a form again with its errors, next to the field or above all fields. */
  async function showAgain(
    ctx: PublicContext,
    request: FastifyRequest,
    reply: FastifyReply,
    error: unknown,
    card: Omit<CardForm, "guard">,
  ) {
    const { details, message, status } = problemsOf(error);
    if (error instanceof AppError && error.retryAfterSeconds !== undefined) reply.header("retry-after", String(error.retryAfterSeconds));
    const shownAtField = details.some(({ field }) => card.fields.some(({ name }) => name === field));
    const page = cardPage(await brandOf(ctx), {
      ...card,
      guard: guard.value(request, reply),
      details,
      message: shownAtField ? null : { text: message, bad: true },
    });
    return sendPage(reply, page, status);
  }

  const linkExpired = async (ctx: PublicContext, reply: FastifyReply, what: "invitation" | "reset" | "login") => {
    const body =
      what === "invitation"
        ? html`<p>The invitation was used or withdrawn, or has expired. Ask the person who invited you for a new one.</p><p><a href="/sign-in">Sign in</a> if you have already joined.</p>`
        : what === "login"
          ? html`<p>The link was used or has expired. It works for ten minutes, and only the newest link works. Ask the person who gave it to you for a new one.</p><p><a href="/sign-in">Sign in</a> with your password.</p>`
          : html`<p>The link was used or has expired. It works for one hour, and only the newest link works.</p><p><a class="button" href="/forgot-password">Request a new link</a></p>`;
    return sendPage(reply, messagePage(await brandOf(ctx), "This link is no longer valid", body), 400);
  };

  // --- accept an invitation
  const invitation = { path: "/accept-invitation", cookie: "svc_invitation" };
  type Preview = Awaited<ReturnType<Accepting["preview"]>>["body"];
  const invitationCard = (preview: Preview, values: { name?: string } = {}): Omit<CardForm, "guard"> => ({
    title: `Join ${preview.tenantName}`,
    content: html`<p>You are invited as <strong>${preview.role}</strong>, as ${preview.email}.</p>${preview.existingUser ? html`<p class="soft">You already have an account. Sign in to accept.</p>` : null}`,
    action: invitation.path,
    fields: preview.existingUser
      ? [ownPassword, code]
      : [{ name: "name", label: "Your name", type: "text", autocomplete: "name", value: values.name ?? preview.name ?? "" }, newPassword],
    button: preview.existingUser ? "Sign in and join" : "Join",
    ...(preview.existingUser ? { after: html`<p class="hint after"><a href="/forgot-password">Forgot your password?</a></p>` } : {}),
  });
  const previewOf = (ctx: PublicContext, token: string) =>
    deps.accepting.preview(ctx, { token }).then(
      ({ body }) => body,
      (error: unknown) => {
        if (problemsOf(error).details.some((detail) => detail.field === "token")) return null;
        throw error;
      },
    );

  scope.get(invitation.path, async (request, reply) => {
    if (takeLink(request, reply, invitation.path, invitation.cookie)) return reply;
    const ctx = contextOf(request);
    const token = cookieOf(request, invitation.cookie) ?? "";
    const preview = token === "" ? null : await previewOf(ctx, token);
    if (preview === null) return linkExpired(ctx, reply, "invitation");
    return sendPage(reply, cardPage(await brandOf(ctx), { ...invitationCard(preview), guard: guard.value(request, reply) }));
  });

  scope.post(invitation.path, async (request, reply) => {
    guard.check(request);
    const ctx = contextOf(request);
    const token = cookieOf(request, invitation.cookie) ?? "";
    const preview = token === "" ? null : await previewOf(ctx, token);
    if (preview === null) return linkExpired(ctx, reply, "invitation");
    const form = formOf(request);
    const [name, password] = [field(form, "name").trim(), field(form, "password")];
    try {
      // All errors at once, where the verb reports them one by one.
      const details: ErrorDetail[] = [];
      if (!preview.existingUser && name === "") details.push({ field: "name", issue: "required" });
      if (name.length > 200) details.push({ field: "name", issue: "too_long" });
      if (password === "") details.push({ field: "password", issue: "required" });
      else if (!preview.existingUser && [...password].length < 8) details.push({ field: "password", issue: "too_short" });
      if (details.length > 0) throw new AppError("validation_error", { details });
      if (preview.existingUser) await deps.signIn.checkPassword(ctx, { email: preview.email, password });
      const { body } = await deps.accepting.accept(ctx, { token, ...(preview.existingUser ? {} : { name, password }) });
      dropLink(reply, invitation.path, invitation.cookie);
      return signInAfter(ctx, reply, "joined", { email: body.email, password, code: field(form, "code"), tenantId: body.tenantId });
    } catch (error) {
      return showAgain(ctx, request, reply, error, invitationCard(preview, { name }));
    }
  });

  // --- choose a new password
  const reset = { path: "/reset-password", cookie: "svc_reset" };
  const resetCard = (email: string): Omit<CardForm, "guard"> => ({
    title: "Choose a new password",
    content: html`<p>For the account of ${email}. Your other sessions will be signed out.</p>`,
    action: reset.path,
    fields: [{ ...newPassword, label: "New password" }, code],
    button: "Set the password",
  });

  scope.get(reset.path, async (request, reply) => {
    if (takeLink(request, reply, reset.path, reset.cookie)) return reply;
    const ctx = contextOf(request);
    const found = await deps.passwords.previewReset(ctx, cookieOf(request, reset.cookie) ?? "");
    if (found === null) return linkExpired(ctx, reply, "reset");
    return sendPage(reply, cardPage(await brandOf(ctx), { ...resetCard(found.email), guard: guard.value(request, reply) }));
  });

  scope.post(reset.path, async (request, reply) => {
    guard.check(request);
    const ctx = contextOf(request);
    const token = cookieOf(request, reset.cookie) ?? "";
    const found = await deps.passwords.previewReset(ctx, token);
    if (found === null) return linkExpired(ctx, reply, "reset");
    const form = formOf(request);
    const password = field(form, "password");
    try {
      missing(password === "" ? ["password"] : []);
      await deps.passwords.confirmReset(ctx, { token, password });
      dropLink(reply, reset.path, reset.cookie);
      return signInAfter(ctx, reply, "reset", { email: found.email, password, code: field(form, "code") });
    } catch (error) {
      return showAgain(ctx, request, reply, error, resetCard(found.email));
    }
  });

  // --- a login link. A link scanner that opens it does not use it up: only the button does.
  const login = { path: "/login", cookie: "svc_login" };
  const loginCard = (found: { name: string; email: string; tenantName: string }): Omit<CardForm, "guard"> => ({
    title: `Sign in to ${found.tenantName}`,
    content: html`<p>This link signs you in as <strong>${found.name}</strong> (${found.email}), once.</p>`,
    action: login.path,
    fields: [],
    button: `Sign in as ${found.name}`,
    after: html`<p class="hint after"><a href="/sign-in">Sign in as someone else</a></p>`,
  });
  scope.get(login.path, async (request, reply) => {
    if (takeLink(request, reply, login.path, login.cookie)) return reply;
    const ctx = contextOf(request);
    const found = await deps.loginLinks.preview(ctx, cookieOf(request, login.cookie) ?? "");
    if (found === null) return linkExpired(ctx, reply, "login");
    return sendPage(reply, cardPage(await brandOf(ctx), { ...loginCard(found), guard: guard.value(request, reply) }));
  });
  scope.post(login.path, async (request, reply) => {
    guard.check(request);
    const ctx = contextOf(request);
    const token = cookieOf(request, login.cookie) ?? "";
    const found = await deps.loginLinks.preview(ctx, token);
    if (found === null) return linkExpired(ctx, reply, "login");
    try {
      const { session } = await deps.loginLinks.use(ctx, { token });
      if (session === undefined || session === null) throw new Error("a used login link created no session");
      dropLink(reply, login.path, login.cookie);
      addCookie(reply, sessionCookieOf(session, ctx.now, deps.publicUrl));
      return see(reply, signedIn());
    } catch (error) {
      // Used in the meantime.
      if (error instanceof AppError && error.code === "validation_error") return linkExpired(ctx, reply, "login");
      return showAgain(ctx, request, reply, error, loginCard(found));
    }
  });

  // --- signed in, and signing out
  scope.post("/sign-out", async (request, reply) => {
    guard.check(request);
    const ctx = contextOf(request);
    await deps.signIn.signOut(ctx);
    addCookie(reply, sessionCookieOf(null, ctx.now, deps.publicUrl));
    return see(reply, "/sign-in");
  });

  scope.get("/signed-in", async (request, reply) => {
    const ctx = contextOf(request);
    const who = ctx.sessionToken === null ? null : await member(request);
    if (who === null) return see(reply, "/sign-in");
    const { did } = request.query as { did?: unknown };
    const what = doneMessage(did)?.here;
    // Nothing to show: people work in the dashboard.
    if (deps.hasDashboard && what === undefined) return see(reply, "/");
    const title = what === undefined ? "You are signed in" : did === "joined" ? `${what} ${who.tenantName}` : what;
    const unconfirmed = who.emailVerified
      ? null
      : html`<p class="soft">Your address is not confirmed yet: <a href="/resend-confirmation">request a new link</a>.</p>`;
    const body = html`<p>You are signed in as <strong>${who.name}</strong> (${who.email}), ${who.role} of <strong>${who.tenantName}</strong>.</p>${unconfirmed}
${deps.hasDashboard ? html`<p><a class="button" href="/">Continue</a></p>` : null}
<form method="post" action="/sign-out"><input type="hidden" name="guard" value="${guard.value(request, reply)}"><button class="button plain" type="submit">Sign out</button></form>`;
    return sendPage(reply, messagePage(await brandOf(ctx), title, body));
  });

  async function member(request: FastifyRequest): Promise<Membership | null> {
    try {
      // Only the cookie counts: a key in a header does not belong to a person who reads pages.
      const credential = await deps.verifier.verify({ cookie: request.headers.cookie }, request.ip);
      return credential.kind === "session" ? await deps.membership(credential.tenantId, credential.id) : null;
    } catch (error) {
      if (problemsOf(error).status === 401) return null;
      throw error;
    }
  }

  const tools: PageTools = { guard, contextOf, brandOf, see, takeLink, dropLink, showAgain, member };
  emailPages(scope, tools, deps.emails);
  if (!deps.hasDashboard) signInPages(scope, tools, deps);
}
