import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../errors/app-error.ts";
import { createGcra } from "../rate-limit/gcra.ts";
import { networkOf } from "./hardening/network.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Anybody may read it, and it costs a query: limited per client network. */
    publicRead?: boolean;
  }
}

const networksMax = 50_000;

/**
 * What needs no credential and is looked up in the database is read by a client network so many times a minute, then 429 rate_limited with
 * Retry-After. In the memory of this process, and bounded there: it spares the database, and guards no secret. Before the routes it is for,
 * which say `publicRead` in their config.
 * @param options.monotonicMs of a clock that does not go back
 * @returns counts a read of a route that finds out by itself whether it costs one. Throws rate_limited.
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
