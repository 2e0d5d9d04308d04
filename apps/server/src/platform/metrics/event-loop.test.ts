import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { eventually } from "../../../test/eventually.ts";
import { createHttpServer } from "../http/server.ts";
import type { Log } from "../log/log.ts";
import { createMetrics } from "./metrics.ts";

/** Also computes for that long: on a busy machine a thread may get only part of the time. */
function hold(ms: number): void {
  const from = process.threadCpuUsage();
  const computedMs = () => {
    const { user, system } = process.threadCpuUsage(from);
    return (user + system) / 1_000;
  };
  for (const until = performance.now() + ms; performance.now() < until || computedMs() < ms; );
}

describe("the delay of the event loop", () => {
  it("is logged with the route that caused it, and counted", async () => {
    const lines: { message: string; delayMs: number; cpuMs: number; route: string | null; routes: string[] }[] = [];
    const keep = (details: object, message: string) => void lines.push({ ...(details as (typeof lines)[number]), message });
    const log = { warn: keep, error: keep, info: () => undefined, debug: () => undefined } as unknown as Log;
    const metrics = createMetrics();
    const server = await createHttpServer({
      log,
      metrics: metrics.http,
      trustProxy: [],
      slowRequestMs: 15_000,
      overloadEventLoopDelayMs: 0,
      waiting: () => 0,
    });
    server.get("/slow/:id", async () => {
      hold(400);
      return { ok: true };
    });
    server.get("/quick", async () => ({ ok: true }));
    const url = await server.listen({ port: 0, host: "127.0.0.1" });
    try {
      await (await fetch(`${url}/quick`)).text();
      await (await fetch(`${url}/slow/7`)).text();
      await eventually("a line in the log", () => lines.some(({ route }) => route === "GET /slow/:id"));
      const entry = lines.find(({ route }) => route === "GET /slow/:id");
      assert.equal(entry?.message, "the event loop was blocked");
      assert.ok((entry?.delayMs ?? 0) > 200 && (entry?.cpuMs ?? 0) > 100, JSON.stringify(entry));
      const said = await metrics.registry.metrics();
      assert.match(said, /parley_event_loop_stalls_total\{route="GET \/slow\/:id"\} [1-9]/);
      assert.match(said, /parley_event_loop_delay_seconds_bucket\{le="0.2"\} \d+/);
    } finally {
      await server.close();
    }
  });
});
