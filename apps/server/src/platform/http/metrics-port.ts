import { createServer, type ServerResponse } from "node:http";
import type { Log } from "../log/log.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { namesThisMachine } from "./hardening/loopback.ts";

/**
 * GET /metrics on a separate port that only this machine can reach; access from elsewhere must be granted deliberately.
 * A page in a browser on this machine may send requests here, so requests must use one of this machine's own names.
 *
 * @param options.port 0 selects a free one
 */
export async function openMetricsPort(options: {
  port: number;
  metrics: Metrics;
  beforeMetrics: () => Promise<unknown>;
  log: Log;
}): Promise<{ url: string; close(): Promise<void> }> {
  const { metrics, log } = options;
  const server = createServer(
    { headersTimeout: 15_000, requestTimeout: 15_000, connectionsCheckingInterval: 2_000 },
    (request, response) => {
      if (!namesThisMachine(request.headers.host)) return refuse(response, 403);
      if ((request.url ?? "").split("?", 1)[0] !== "/metrics") return refuse(response, 404);
      if (request.method !== "GET") return refuse(response, 405);
      measured().then(
        ({ type, body }) => response.writeHead(200, { "content-type": type, "x-content-type-options": "nosniff" }).end(body),
        (error: unknown) => {
          log.warn({ err: error }, "metrics could not be read");
          refuse(response, 503);
        },
      );
    },
  );
  const measured = async () => {
    await options.beforeMetrics();
    return metrics.text();
  };
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen({ port: options.port, host: "127.0.0.1" }, resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : options.port;
  return {
    url: `http://127.0.0.1:${port}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const refuse = (response: ServerResponse, status: 403 | 404 | 405 | 503): void => void response.writeHead(status).end();
