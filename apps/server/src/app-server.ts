import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "./config.ts";
import type { DashboardFiles } from "./dashboard/files.ts";
import { createHostBrands } from "./dashboard/host-brands.ts";
import { addVary, serveDashboard } from "./dashboard/serve.ts";
import { type BrandingService, errorPage, namedBranding, ownBranding } from "#modules/organizations/branding/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import { registerPages } from "#platform/html/pages.ts";
import { publicContextOf } from "#platform/http/context.ts";
import { registerDocs } from "#platform/http/docs.ts";
import { openApiNamed } from "#platform/http/openapi.ts";
import { registerProbes } from "#platform/http/probes.ts";
import { limitPublicReads } from "#platform/http/public-reads.ts";
import { prefersHtml } from "#platform/http/reading/accept.ts";
import { registerRoutes } from "#platform/http/register.ts";
import type { RegisterOptions } from "#platform/http/serving/register-options.ts";
import type { AnyRoute } from "#platform/http/route.ts";
import { createHttpServer } from "#platform/http/server.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import type { Metrics } from "#platform/metrics/metrics.ts";

export interface AppServerParts
  extends Pick<RegisterOptions, "verifier" | "delegations" | "limiter" | "idempotency" | "origins" | "record"> {
  config: Config;
  log: Log;
  metrics: Metrics;
  database: Database;
  clock: Clock;
  wake: Wake;
  /** The process accepts no more requests. */
  stopping(): boolean;
  /** Called before metrics are read, for values that are computed only then. */
  measure(): Promise<unknown>;
  /** Null in a worker, which serves only probes and public files. */
  routes: AnyRoute[] | null;
  openapi: () => object;
  /** Further links in the response of `GET /`. */
  links: Record<string, string>;
  branding: BrandingService;
  /** null: no dashboard is served. "missing": it could not be built. */
  dashboard: DashboardFiles | "missing" | null;
  /** Files that anybody with the URL may read. */
  registerPublic(server: FastifyInstance): void;
  /** Requests without one of our credentials, at their own paths: callbacks of platforms and payment gateways. */
  registerUnauthenticated(server: FastifyInstance): Promise<void>;
  /** HTML pages. */
  registerPages(scope: FastifyInstance): void;
}

const readingMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** This process's HTTP server with all its routes, not listening yet. */
export async function buildServer(parts: AppServerParts): Promise<FastifyInstance> {
  const { config, log, metrics, database, clock, wake } = parts;
  const server = await createHttpServer({
    log,
    metrics: metrics.http,
    overloadEventLoopDelayMs: config.overloadEventLoopDelayMs,
    slowRequestMs: config.slowRequestMs,
    waiting: () => database.waiting(),
    atRest: wake.atRest,
    trustProxy: config.trustProxy
      .split(",")
      .map((s) => s.trim())
      .filter(Boolean),
  });
  registerProbes(server, {
    ready: async () => (await database.worker({ name: "ready", text: "select 1" })).length === 1,
    stopping: parts.stopping,
    metrics,
    metricsToken: config.metricsToken,
    async beforeMetrics() {
      await parts.measure();
    },
  });
  // A write may have created work without a wake-up of its own.
  server.addHook("onResponse", (request, _reply, done) => {
    if (!readingMethods.has(request.method) && request.routeOptions.config?.isEphemeral !== true) wake.reportActivity();
    done();
  });
  const countPublicRead = limitPublicReads(server, { perMinute: config.publicReadsPerMinute });
  parts.registerPublic(server);
  if (parts.routes === null) return server;

  const isOwnHost = (hostname: string) => config.publicUrl === undefined || hostname === new URL(config.publicUrl).hostname;
  /**
   * The branding of the requested host. While the database is unreachable its owner is unknown: a host other than ours
   * then has its name as its brand.
   */
  const brandingOf = async (request: FastifyRequest) => {
    const { host } = publicContextOf(request, "", clock.now(), config.publicUrl);
    const at = await parts.branding.ofHost(host).catch(() => null);
    return at?.branding ?? (isOwnHost(host) ? ownBranding : namedBranding(host));
  };
  const dashboard =
    parts.dashboard === null
      ? null
      : serveDashboard(server, {
          dashboard: parts.dashboard,
          brandOf: createHostBrands({ brandingOf, count: countPublicRead }),
          allowFrames: parts.links["phone"] !== undefined,
        });
  server.get("/", async (request, reply) => {
    addVary(reply, "Accept");
    if (dashboard !== null && prefersHtml(request.headers.accept)) return dashboard.sendPage(request, reply);
    countPublicRead(request);
    return {
      name: (await brandingOf(request)).name,
      version: "1.0.0",
      api: "/api/v1",
      openapi: "/openapi.json",
      docs: "/docs",
      ...parts.links,
    };
  });
  await registerDocs(server, {
    nameAt: async (request) => (await brandingOf(request)).name,
    documentNamed: (name) => (name === ownBranding.name ? parts.openapi() : openApiNamed(parts.openapi(), name)),
  });
  await parts.registerUnauthenticated(server);
  await registerPages(
    server,
    {
      log,
      errorPage: async (request, error, reference) => errorPage(await brandingOf(request), error, reference),
    },
    parts.registerPages,
  );
  await registerRoutes(server, parts.routes, {
    database,
    log,
    clock,
    verifier: parts.verifier,
    delegations: parts.delegations,
    limiter: parts.limiter,
    idempotency: parts.idempotency,
    origins: parts.origins,
    afterWrite(topics) {
      wake.hint("events");
      for (const topic of topics) wake.hint(topic);
    },
    publicUrl: config.publicUrl,
    ...(parts.record === undefined ? {} : { record: parts.record }),
  });
  return server;
}
