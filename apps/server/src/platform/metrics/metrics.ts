import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

export interface HttpMetrics {
  observe(method: string, route: string, status: number, durationMs: number): void;
  /** The event loop's delay at a check. */
  delayed(ms: number): void;
  /** A very long delay, while `route` was running. */
  stalled(route: string): void;
}

/** Prometheus metrics of one server process. Labels are routes and kinds, never tenants, ids or addresses. */
export function createMetrics() {
  const registry = new Registry();
  let scraped = false;
  const requests = new Histogram({
    name: "parley_http_request_seconds",
    help: "Duration of HTTP requests",
    labelNames: ["method", "route", "status"] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [registry],
  });
  const counter = (name: string, help: string, labelNames: string[] = []) => new Counter({ name, help, labelNames, registers: [registry] });
  const gauge = (name: string, help: string, labelNames: string[] = []) => new Gauge({ name, help, labelNames, registers: [registry] });
  const loopDelay = new Histogram({
    name: "parley_event_loop_delay_seconds",
    help: "Delay of the event loop of the thread that serves requests",
    buckets: [0.01, 0.05, 0.1, 0.2, 0.5, 1, 5, 30],
    registers: [registry],
  });
  const loopStalls = counter("parley_event_loop_stalls_total", "Event-loop delays above 200 ms, by the route that was running", ["route"]);
  return {
    registry,
    /**
     * Everything in Prometheus format. The process's own metrics are collected from the first call on: measuring costs
     * a quarter of a percent of a core.
     */
    async text(): Promise<{ type: string; body: string }> {
      if (!scraped) collectDefaultMetrics({ register: registry });
      scraped = true;
      return { type: registry.contentType, body: await registry.metrics() };
    },
    http: {
      observe: (method: string, route: string, status: number, durationMs: number) =>
        requests.observe({ method, route, status }, durationMs / 1000),
      delayed: (ms: number) => loopDelay.observe(ms / 1000),
      stalled: (route: string) => loopStalls.inc({ route }),
    } satisfies HttpMetrics,
    callbackItems: counter("parley_callback_items_total", "Items of verified platform callbacks", ["kind", "result"]),
    inboundProcessed: counter("parley_inbound_events_total", "Inbound events by outcome", ["kind", "outcome"]),
    sends: counter("parley_sends_total", "Requests to platforms by outcome", ["kind", "outcome"]),
    mediaFetches: counter("parley_media_fetches_total", "Downloads of customers' media from platforms by outcome", ["kind", "outcome"]),
    deliveries: counter("parley_webhook_attempts_total", "Outbound webhook attempts by outcome", ["outcome"]),
    requestLogs: counter("parley_request_log_rows_total", "Requests made with keys, by what happened to their row in the request log", [
      "outcome",
    ]),
    eventLag: gauge("parley_event_log_lag_seconds", "Age of the oldest event that a consumer has not read yet", ["consumer"]),
    calls: counter("parley_calls_total", "Telephone calls that ended, by status and reason", ["status", "reason"]),
    callMinutes: counter("parley_call_minutes_total", "Started minutes of telephone calls, as charged", []),
    callAnswers: new Histogram({
      name: "parley_call_answer_seconds",
      help: "Time from a caller's last sound to the first sound of the answer",
      buckets: [0.2, 0.4, 0.6, 0.8, 1, 1.5, 2, 3, 5],
      registers: [registry],
    }),
    queueDepth: gauge("parley_queue_rows", "Rows of a queue of the installation, at most 100,000 of each state", ["queue", "state"]),
    queueAge: gauge("parley_queue_oldest_seconds", "How long the oldest row of a queue has been due", ["queue"]),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
