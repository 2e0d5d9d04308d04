import type { FastifyReply, FastifyRequest } from "fastify";
import type { Branding } from "#modules/organizations/branding/index.ts";
import type { createFormGuard } from "#platform/html/pages.ts";
import type { PublicContext } from "#platform/http/context.ts";
import type { CardForm } from "./account-pages.html.ts";
import type { Membership } from "./membership.ts";

/** What these pages have in common. */
export interface PageTools {
  guard: ReturnType<typeof createFormGuard>;
  contextOf(request: FastifyRequest): PublicContext;
  brandOf(ctx: PublicContext): Promise<Branding>;
  see(reply: FastifyReply, path: string): FastifyReply;
  takeLink(request: FastifyRequest, reply: FastifyReply, path: string, cookie: string): boolean;
  dropLink(reply: FastifyReply, path: string, cookie: string): void;
  again(ctx: PublicContext, request: FastifyRequest, reply: FastifyReply, error: unknown, card: Omit<CardForm, "guard">): Promise<unknown>;
  /** Who is signed in. */
  member(request: FastifyRequest): Promise<Membership | null>;
}
