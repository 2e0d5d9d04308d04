import type { FastifyReply, FastifyRequest } from "fastify";
import { originHeader } from "../../events/origin.ts";
import { AppError } from "../../errors/app-error.ts";
import type { Context, Credential, Granted, SessionInfo } from "../context.ts";
import { sendContent } from "../reading/content.ts";
import { explainValidation } from "../reading/explain.ts";
import { ignoredFieldsOf, recordParameters } from "../reading/ignored-fields.ts";
import { describeValidation } from "../reading/validation.ts";
import type { AnyRoute } from "../route.ts";
import { openSse } from "../sse.ts";
import { handlePerson } from "./handle-person.ts";
import { handlePublic } from "./handle-public.ts";
import { handleUpload } from "./handle-upload.ts";
import { handleWrite } from "./handle-write.ts";
import type { RegisterOptions } from "./register-options.ts";
import { idempotencyOf, requestIdOf, sendSerialized, stateOf } from "./state.ts";

/** Handles an admitted request according to its route's kind. Refuses with the path's 404, then 400, then 422. */
export async function handle(route: AnyRoute, request: FastifyRequest, reply: FastifyReply, options: RegisterOptions): Promise<unknown> {
  const requestId = requestIdOf(request);
  const input = { params: request.params, query: request.query, body: request.body } as never;
  const refuseBadInput = () => refuseInput(route, request, reply);
  if (route.kind === "public") {
    refuseBadInput();
    return handlePublic(route, requestId, request, reply, options);
  }
  const { credential } = stateOf(request);
  if (credential === null) throw new Error("a route that needs a credential was reached without one");
  const origin = route.method === "GET" ? null : options.origins.read(credential.tenantId, request.headers[originHeader]);
  const ctx: Context = {
    tenantId: credential.tenantId,
    actor: credential.actor,
    scopes: credential.scopes,
    session: credential.kind === "session" ? credential : null,
    requestId,
    now: options.clock.now(),
    platform: credential.platform,
    reaches: reachesOf(credential, route, options.clock.now()),
    ...(origin === null ? {} : { origin }),
    ...(credential.kind === "key" && credential.delegation !== undefined ? { delegation: credential.delegation } : {}),
    ...(credential.kind === "key" && credential.personId !== undefined ? { actingPersonId: credential.personId } : {}),
    // The organization's budget applies to every key anyway.
    ...(credential.kind === "key" ? { budgets: credential.budgets.filter(({ id }) => id !== credential.tenantId) } : {}),
  };
  switch (route.kind) {
    case "person":
      refuseBadInput();
      return handlePerson(route, { ...ctx, session: credential as SessionInfo }, input, request, reply, options);
    case "read": {
      refuseBadInput();
      const prepared = await route.prepare?.(ctx, input);
      return options.database.withTenant(credential.tenantId, (tx) => route.handle({ ...ctx, tx }, input, prepared as never));
    }
    case "stream": {
      refuseBadInput();
      const lastEventId = request.headers["last-event-id"];
      const leave = await route.admit(ctx, credential, request.query as never);
      // The client disconnected while it was waiting: the close event was already emitted.
      if (reply.raw.destroyed || reply.sent) {
        leave();
        return reply.hijack();
      }
      // Also if nothing is opened, as for HEAD.
      reply.raw.once("close", leave);
      return openSse(request, reply, (sink) =>
        route.open(
          ctx,
          { query: request.query as never, lastEventId: typeof lastEventId === "string" ? lastEventId : undefined },
          sink,
          credential,
        ),
      );
    }
    case "content": {
      refuseBadInput();
      const content = await route.open(ctx, request.params, request.query);
      return sendContent(request, reply, content, route.changing === true ? "no-store" : "private, no-cache");
    }
    case "upload":
      return handleUpload(route, ctx, request, reply, options, refuseBadInput);
    case "batched": {
      const idempotency = idempotencyOf(request);
      refuseBadInput();
      const answer = await route.handle(ctx, input, idempotency);
      return sendSerialized(reply, answer);
    }
    case "write":
      return handleWrite(route, ctx, input, request, reply, options, refuseBadInput);
  }
}

const noParameters: ReadonlySet<string> = new Set();

/** Not before the path's 404: a resource that does not exist reveals nothing about the body. */
function refuseInput(route: AnyRoute, request: FastifyRequest, reply: FastifyReply): void {
  const { bodyError } = stateOf(request);
  // Without a schema nothing has looked at the query.
  if (route.query === undefined) recordParameters(request.query as object, noParameters);
  const ignored = ignoredFieldsOf(request.query, request.body);
  if (ignored !== undefined) reply.header("ignored-fields", ignored);
  if (bodyError !== undefined) throw bodyError;
  if (request.validationError?.validation !== undefined) {
    const { validation } = request.validationError;
    throw new AppError("validation_error", { message: explainValidation(validation), details: describeValidation(validation) });
  }
  if (request.validationError !== undefined) throw request.validationError;
  if (route.body !== undefined && request.body === undefined)
    throw new AppError("validation_error", { message: "A JSON body is required.", details: [{ field: "", issue: "required" }] });
}

function reachesOf(credential: Credential, route: AnyRoute, now: Date): Granted[] {
  const { scope } = route;
  if (credential.granted === undefined || scope === null) return [];
  return credential.granted.filter((grant) => grant.scopes.has(scope) && (grant.expiresAt === null || grant.expiresAt > now));
}
