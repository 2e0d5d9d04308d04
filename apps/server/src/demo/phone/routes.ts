import type { FastifyInstance, FastifyReply } from "fastify";
import { AppError, invalidField, notFound } from "../../platform/errors/app-error.ts";
import type { Log } from "../../platform/log/log.ts";
import type { DemoClock } from "../demo-clock.ts";
import { createForwarder } from "./forward.ts";
import { readPage } from "./page-files.ts";

export interface PhoneDeps {
  /** URL of the simulator by kind, as in paths. */
  simulators: ReadonlyMap<string, string>;
  clock: DemoClock;
  /** The clock was advanced: store it, and notify the simulators. */
  onAdvanced(): Promise<void>;
  log: Log;
}

/** A picture as base64 plus the rest of the body. */
const bodyBytesMax = 12 * 1_048_576;
const advanceMsMax = 31 * 86_400_000;
/** Covers every customer service window; only retention uses longer periods. */
const offsetMsMax = 62 * 86_400_000;
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "media-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  // The dashboard embeds it beside the inbox.
  "frame-ancestors 'self'",
].join("; ");

/**
 * The demo's phone: a page that plays the customer, and its connection to the simulators. It has no accounts: access is
 * checked beforehand (access.ts).
 */
export async function registerPhone(app: FastifyInstance, deps: PhoneDeps): Promise<void> {
  const page = await readPage();
  const forwarder = createForwarder(deps.log);
  app.addHook("preClose", async () => forwarder.close());

  const file = (reply: FastifyReply, name: string) => {
    const found = page.get(name);
    if (found === undefined) throw notFound();
    return reply
      .type(found.type)
      .headers({
        "content-security-policy": pagePolicy,
        "referrer-policy": "no-referrer",
        // Calls use the real microphone.
        "permissions-policy": "microphone=(self), camera=(), geolocation=()",
        "cross-origin-opener-policy": "same-origin",
        "cache-control": "no-cache",
      })
      .send(found.bytes);
  };
  app.get("/phone", (_request, reply) => file(reply, "index.html"));
  app.get<{ Params: { file: string } }>("/phone/:file", (request, reply) => file(reply, request.params.file));

  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      // Another site's page cannot send this type without a preflight request.
      scope.addContentTypeParser("application/json", { parseAs: "buffer", bodyLimit: bodyBytesMax }, (_request, raw, done) =>
        done(null, raw),
      );

      scope.get("/kinds", async (_request, reply) => {
        const kinds = await Promise.all([...deps.simulators].map(async ([kind, url]) => ((await forwarder.has(url)) ? kind : null)));
        return reply.header("cache-control", "no-store").send({ kinds: kinds.filter((kind) => kind !== null), clock: clockOf(deps.clock) });
      });
      scope.post("/clock", async (request) => {
        const advanceMs = advanceOf(request.body);
        if (deps.clock.offsetMs + advanceMs > offsetMsMax) throw invalidField("advanceMs", "out_of_range");
        // The server first: no platform may be ahead of it.
        deps.clock.advance(advanceMs);
        await deps.onAdvanced();
        deps.log.info({ offsetMs: deps.clock.offsetMs }, "the demo's clock was advanced");
        return clockOf(deps.clock);
      });
      const forward = async (kind: string, request: { method: string; url: string; body: unknown }, reply: FastifyReply) => {
        const simulator = deps.simulators.get(kind);
        const path = request.url.slice(request.url.indexOf(`/api/${kind}`) + `/api/${kind}`.length);
        if (simulator === undefined) throw notFound();
        return forwarder.forward(simulator, path, request.method, request.body as Buffer | undefined, reply);
      };
      scope.get<{ Params: { kind: string } }>("/:kind", (request, reply) => forward(request.params.kind, request, reply));
      for (const method of ["GET", "POST"] as const) {
        scope.route<{ Params: { kind: string } }>({
          method,
          url: "/:kind/*",
          bodyLimit: bodyBytesMax,
          handler: (request, reply) => forward(request.params.kind, request, reply),
        });
      }
    },
    { prefix: "/phone/api" },
  );
}

const clockOf = (clock: DemoClock) => ({ now: Date.now() + clock.offsetMs, offsetMs: clock.offsetMs });

function advanceOf(body: unknown): number {
  let advanceMs: unknown;
  try {
    advanceMs = (JSON.parse(String(body)) as { advanceMs?: unknown }).advanceMs;
  } catch {
    throw new AppError("invalid_json");
  }
  if (!Number.isSafeInteger(advanceMs)) throw invalidField("advanceMs", "invalid_type");
  if ((advanceMs as number) < 1 || (advanceMs as number) > advanceMsMax) throw invalidField("advanceMs", "out_of_range");
  return advanceMs as number;
}
