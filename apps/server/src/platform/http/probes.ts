import type { FastifyInstance } from "fastify";
import { equalSecrets } from "../crypto/equal.ts";
import { AppError, notFound } from "../errors/app-error.ts";
import type { Metrics } from "../metrics/metrics.ts";

/**
 * GET /health/live, /health/ready, /metrics. `ready` says within a second whether the database is usable. Metrics
 * require the token even from this machine: a local peer may be a proxy forwarding for anybody. Without a configured
 * token they are not served here at all (metrics-port.ts is the alternative).
 */
export function registerProbes(
  app: FastifyInstance,
  options: {
    ready: () => Promise<boolean>;
    stopping: () => boolean;
    metrics: Metrics;
    metricsToken: string | undefined;
    beforeMetrics: () => Promise<void>;
  },
): void {
  app.get("/health/live", async () => ({ status: "ok" }));
  app.get("/health/ready", async (_request, reply) => {
    const ready =
      !options.stopping() &&
      (await Promise.race([
        options.ready().catch(() => false),
        new Promise<boolean>((resolve) => {
          setTimeout(() => resolve(false), 1_000).unref();
        }),
      ]));
    if (!ready)
      throw new AppError("service_unavailable", {
        retryAfterSeconds: 1,
        message: options.stopping() ? "The service is stopping." : "The database is not reachable.",
      });
    return reply.send({ status: "ok" });
  });
  app.get("/metrics", async (request, reply) => {
    const token = options.metricsToken;
    if (token === undefined) throw notFound();
    const presented = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? "")?.[1];
    if (presented === undefined || !equalSecrets(presented, token)) {
      throw new AppError("unauthorized", { message: "Metrics require their token: Authorization: Bearer <METRICS_TOKEN>." });
    }
    await options.beforeMetrics();
    const { type, body } = await options.metrics.text();
    return reply.type(type).send(body);
  });
}
