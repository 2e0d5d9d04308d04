import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../errors/app-error.ts";
import { createGcra } from "../rate-limit/gcra.ts";
import { networkOf } from "./hardening/network.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Public but costs a query: limited per client network. */
    publicRead?: boolean;
  }
}

const networksMax = 50_000;

/**
 * Limits public reads that query the database: each client network may make so many a minute, then gets 429
 * rate_limited with Retry-After. Counted in this process's memory, and bounded: it protects the database, not a secret.
 * Register it before its routes, which set `publicRead` in their config.
 *
 * @param options.monotonicMs from a clock that never goes back
 *
 * @returns counts a read of a route that itself determines whether it costs a query. Throws rate_limited.
 */
export function limitPublicReads(
  app: FastifyInstance,
  options: { perMinute: number; monotonicMs?: () => number },
): (request: FastifyRequest) => void {
  const buckets = createGcra({ now: options.monotonicMs ?? (() => performance.now()), keysMax: networksMax });
  const count = (request: FastifyRequest) => {
    const taken = buckets.take(networkOf(request.ip), { perMinute: options.perMinute });
    if (!taken.allowed) throw new AppError("rate_limited", { retryAfterSeconds: taken.retryAfterSeconds });
  };
  app.addHook("onRequest", async (request) => {
    if (request.routeOptions.config?.publicRead === true) count(request);
  });
  return count;
}
