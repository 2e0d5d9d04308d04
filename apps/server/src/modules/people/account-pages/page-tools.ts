import type { FastifyReply, FastifyRequest } from "fastify";
import type { Branding } from "#modules/organizations/branding/index.ts";
import type { createFormGuard } from "#platform/html/pages.ts";
import { AppError, type ErrorDetail } from "#platform/errors/app-error.ts";
import type { PublicContext } from "#platform/http/context.ts";
import type { CardForm } from "./account-pages.html.ts";
import type { Membership } from "./membership.queries.ts";

/** What these pages have in common. */
export interface PageTools {
  guard: ReturnType<typeof createFormGuard>;
  contextOf(request: FastifyRequest): PublicContext;
  brandOf(ctx: PublicContext): Promise<Branding>;
  see(reply: FastifyReply, path: string): FastifyReply;
  takeLink(request: FastifyRequest, reply: FastifyReply, path: string, cookie: string): boolean;
  dropLink(reply: FastifyReply, path: string, cookie: string): void;
  showAgain(
    ctx: PublicContext,
    request: FastifyRequest,
    reply: FastifyReply,
    error: unknown,
    card: Omit<CardForm, "guard">,
  ): Promise<unknown>;
  /** The signed-in member. */
  member(request: FastifyRequest): Promise<Membership | null>;
}

/** What was done, as the signed-in page and the sign-in page show it. */
const done: Record<string, { here: string; signIn: string }> = {
  joined: { here: "You have joined", signIn: "You have joined. Sign in to continue." },
  reset: { here: "Your new password is set", signIn: "Your new password is set. Sign in to continue." },
  confirmed: { here: "Your e-mail address is confirmed", signIn: "Your e-mail address is confirmed. Sign in to continue." },
  moved: { here: "Your new e-mail address is active", signIn: "Your new e-mail address is active. Sign in with it to continue." },
};

/** Any other value in the URL shows nothing. */
export function doneMessage(did: unknown): { here: string; signIn: string } | undefined {
  return typeof did === "string" && Object.hasOwn(done, did) ? done[did] : undefined;
}

export const field = (form: Map<string, string>, name: string): string => form.get(name) ?? "";

export function missing(names: string[]): void {
  if (names.length > 0)
    throw new AppError("validation_error", { details: names.map((name): ErrorDetail => ({ field: name, issue: "required" })) });
}
