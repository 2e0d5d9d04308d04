import type { FastifyInstance } from "fastify";
import { AppError, notFound } from "../errors/app-error.ts";
import type { Metrics } from "../metrics/metrics.ts";

/** GET /health/live, /health/ready, /metrics. `ready` answers within a second whether the database can be used. */
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
    const loopback = /^(::ffff:)?127\.|^::1$/.test(request.ip);
    const token = options.metricsToken;
    const allowed = token === undefined ? loopback : request.headers.authorization === `Bearer ${token}`;
    if (!allowed) throw notFound();
    await options.beforeMetrics();
    const { type, body } = await options.metrics.text();
    return reply.type(type).send(body);
  });
}
