import type { FastifyReply, FastifyRequest } from "fastify";
import { lockActingGrant } from "../../auth/acting-grant.ts";
import { setOrigin } from "../../events/origin.ts";
import type { Context } from "../context.ts";
import { allowUpload } from "../hardening/slow-bodies.ts";
import { isFile, readFile, readParts } from "../reading/upload.ts";
import type { UploadRoute } from "../route.ts";
import type { RegisterOptions } from "./register-options.ts";
import { idempotencyOf, sendSerialized, serialized, stateOf } from "./state.ts";

/** A file, as a form or as the body, is received before the transaction that stores it. */
export async function handleUpload(
  // biome-ignore lint/suspicious/noExplicitAny: see AnyRoute
  route: UploadRoute<any, any, any>,
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  options: RegisterOptions,
  refuseBadInput: () => void,
): Promise<unknown> {
  const { tenantId } = ctx;
  // Also for a form: an invalid key is refused before anything is read.
  const early = idempotencyOf(request);
  const isForm = request.isMultipart();
  const isStream = isForm || isFile(request);
  if (!isStream) {
    refuseBadInput();
    const known = early === null ? null : await options.idempotency.stored(tenantId, early);
    if (known !== null) return sendSerialized(reply, { body: known, replayed: true });
  }
  if (isStream) allowUpload(request.raw);
  const source = isStream ? { parts: isForm ? readParts(request) : readFile(request) } : { body: request.body };
  const received = await route.receive(ctx, source).catch((error: unknown) => {
    // Otherwise the unread rest would be parsed as the next request.
    if (isStream) reply.header("connection", "close");
    throw error;
  });
  // What was received is gone before the response: nobody who has it finds a temporary file.
  const answer = await store().finally(() => received.done());
  return sendSerialized(reply, answer);

  async function store() {
    if (isStream) stateOf(request).rawBody = Buffer.from(received.fingerprint);
    const stored = await options.idempotency.run(tenantId, idempotencyOf(request), ctx.now, async (tx) => {
      if (ctx.origin !== undefined) await setOrigin(tx, ctx.origin);
      if (ctx.delegation !== undefined) await lockActingGrant(tx, ctx.now, ctx.delegation.grantId);
      return serialized(reply, await route.handle({ ...ctx, tx }, received.value));
    });
    if (!stored.replayed) options.afterWrite([]);
    return stored;
  }
}
