import type { FastifyInstance, FastifyRequest } from "fastify";
import { toAppError } from "./server.ts";
import { refuseCrossSite } from "./hardening/cross-site.ts";
import { parseJsonBody } from "./reading/body.ts";
import { nameMissing } from "./reading/missing-fields.ts";
import { acceptFiles, acceptForms } from "./reading/upload.ts";
import { createRecording } from "./recording.ts";
import { type AnyRoute, isEphemeralRoute, mayLackBody } from "./route.ts";
import { admit, asStayEnded } from "./serving/admit.ts";
import { handle } from "./serving/handle.ts";
import type { Mounting, RegisterOptions } from "./serving/register-options.ts";
import { beginState, findState, stateOf } from "./serving/state.ts";

/**
 * Both prefixes of every operation: /api/v1 is the stable mirror of /api. This is the only place that declares an
 * alias.
 */
export const apiPrefixes = ["/api/v1", "/api"] as const;

/** A client may read a file slowly, and storing an upload may take long. */
const responseMsMaxDefault = { content: 3_600_000, upload: 120_000 };

/** Mounts the route table under both prefixes. Order of checks: 401, 429, 403, the path's 404, 400, 422. */
export async function registerRoutes(app: FastifyInstance, routes: AnyRoute[], registerOptions: RegisterOptions): Promise<void> {
  const recording = registerOptions.record === undefined ? undefined : createRecording(registerOptions.record);
  const options: Mounting = recording === undefined ? registerOptions : { ...registerOptions, recording };
  for (const prefix of apiPrefixes) {
    await app.register(
      async (scope) => {
        recording?.captureResponses(scope);
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, raw, done) => {
          const state = stateOf(request);
          state.rawBody = raw as Buffer;
          if (state.rawBody.length === 0) return done(null, undefined);
          try {
            done(null, parseJsonBody(state.rawBody));
          } catch (error) {
            // Deferred: the path's 404 comes first.
            state.bodyError = error;
            done(null, undefined);
          }
        });
        for (const route of routes) {
          if (route.kind !== "upload") mount(scope, route, options);
          else {
            await scope.register(async (own) => {
              await acceptForms(own);
              acceptFiles(own, route.files ?? []);
              mount(own, route, options);
            });
          }
        }
      },
      { prefix },
    );
  }
}

function mount(scope: FastifyInstance, route: AnyRoute, options: Mounting): void {
  const schema: Record<string, unknown> = {};
  if (route.params !== undefined) schema["params"] = route.params;
  if (route.query !== undefined) schema["querystring"] = route.query;
  if (route.body !== undefined) schema["body"] = route.body;
  if (route.kind !== "stream" && route.kind !== "content") schema["response"] = { 200: route.response };
  scope.route({
    method: route.kind === "content" ? ["GET", "HEAD"] : route.method,
    url: route.path,
    config: {
      publicRead: route.kind === "public" && route.method === "GET",
      isEphemeral: isEphemeralRoute(route),
      acceptedTypes: ["application/json", ...(route.kind === "upload" ? ["multipart/form-data", ...(route.files ?? [])] : [])],
      ...(route.kind === "content" || route.kind === "upload" ? { responseMsMax: responseMsMaxDefault[route.kind] } : {}),
    },
    schema,
    attachValidation: true,
    onRequest: async (request, reply) => {
      if (route.kind === "public") {
        if (route.method !== "GET") refuseCrossSite(request.headers, options.publicUrl, false);
        beginState(request, null);
        return;
      }
      // No cache on the way to the caller may keep it, nor their browser after signing out. Files override this
      // (sendContent).
      reply.header("cache-control", "no-store");
      beginState(request, await admit(route, request, reply, options));
    },
    ...(mayLackBody(route)
      ? {
          preValidation: async (request: FastifyRequest) => {
            if (request.body === undefined && findState(request)?.bodyError === undefined) request.body = {};
          },
        }
      : {}),
    handler: (request, reply) =>
      handle(route, request, reply, options).catch((error: unknown) => {
        // Already answered, because it took too long: nothing else would report the error.
        if (reply.sent && toAppError(error) === null)
          options.log.error({ err: error, route: route.path }, "a request failed after it had timed out");
        const credential = findState(request)?.credential;
        throw nameMissing(credential?.kind === "key" && credential.personId !== undefined ? asStayEnded(error) : error, request);
      }),
  });
}
