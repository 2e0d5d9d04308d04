import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sessionCookieOf } from "../../auth/session-token.ts";
import { publicContextOf } from "../context.ts";
import { sendTagged } from "../reading/content.ts";
import type { PublicResponse, PublicRoute } from "../route.ts";
import type { RegisterOptions } from "./register-options.ts";

/** Handles routes without a credential. */
export async function handlePublic(
  // biome-ignore lint/suspicious/noExplicitAny: see AnyRoute
  route: PublicRoute<any, any, any, any>,
  requestId: string,
  request: FastifyRequest,
  reply: FastifyReply,
  options: RegisterOptions,
): Promise<unknown> {
  const ctx = publicContextOf(request, requestId, options.clock.now(), options.publicUrl);
  const { session, body, cacheSeconds }: PublicResponse<unknown> = await route.handle(ctx, request.body, request.params, request.query);
  if (cacheSeconds !== undefined) {
    const text = reply.serialize(body) as string;
    const tag = createHash("sha256").update(text).digest("base64url").slice(0, 22);
    return sendTagged(request, reply, text, { tag, type: "application/json; charset=utf-8", cacheSeconds });
  }
  // No cache on the way to the browser may keep a user's identity.
  reply.header("cache-control", "no-store");
  if (session !== undefined) reply.header("set-cookie", sessionCookieOf(session, ctx.now, options.publicUrl));
  return reply.send(body);
}
