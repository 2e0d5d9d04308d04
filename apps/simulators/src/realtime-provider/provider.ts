import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";
import { politeBrain } from "./brains.ts";
import { createRealtimeSession, type RealtimeSession } from "./session.ts";
import type { RealtimeFault, RealtimeSimulator } from "./types.ts";

const bodies: Record<number, object> = {
  401: { error: { message: "Incorrect API key provided.", type: "invalid_request_error", code: "invalid_api_key" } },
  429: { error: { message: "Rate limit reached.", type: "requests", code: "rate_limit_exceeded" } },
};

/**
 * A provider of speech over a WebSocket: …/realtime, in the events of its general availability. `server`: of a provider
 * that has other interfaces, too; it closes that itself.
 */
export async function startRealtimeProvider(options: { port?: number; server?: Server } = {}): Promise<RealtimeSimulator> {
  const faults: (RealtimeFault & { left: number })[] = [];
  const waiting: { count: number; resolve(session: RealtimeSession): void }[] = [];
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });

  function takeFault(kind: RealtimeFault["kind"], apiKey: string): RealtimeFault | null {
    const at = faults.findIndex(
      (fault) => fault.kind === kind && (!("apiKey" in fault) || fault.apiKey === undefined || fault.apiKey === apiKey),
    );
    const fault = faults[at];
    if (fault === undefined) return null;
    fault.left -= 1;
    if (fault.left <= 0) faults.splice(at, 1);
    return fault;
  }

  const server = options.server ?? createServer((_, response) => response.writeHead(404).end());
  server.on("upgrade", (request, socket, head) => {
    const url = new URL(request.url ?? "/", "http://simulator");
    const apiKey = request.headers.authorization?.replace(/^Bearer /, "") ?? "";
    const refuse = (status: number) => {
      const body = JSON.stringify(bodies[status] ?? { error: { message: "refused" } });
      socket.end(
        `HTTP/1.1 ${status} Refused\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
      );
    };
    if (!url.pathname.endsWith("/realtime")) return refuse(404);
    if (simulator.keys !== null && !simulator.keys.has(apiKey)) return refuse(401);
    const refusal = takeFault("refuse", apiKey);
    if (refusal?.kind === "refuse") return refuse(refusal.status);
    sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.on("error", () => undefined);
      if (takeFault("stall", apiKey) !== null) return;
      const session = createRealtimeSession({
        socket: opened,
        apiKey,
        model: url.searchParams.get("model") ?? "",
        brain: () => simulator.brain,
        takeFault: (kind) => takeFault(kind, apiKey),
      });
      opened.on("message", (data) => session.receive(JSON.parse(String(data))));
      opened.send(JSON.stringify({ type: "session.created", session: { type: "realtime", model: session.model } }));
      simulator.sessions.push(session);
      for (const one of waiting.filter(({ count }) => simulator.sessions.length >= count)) {
        waiting.splice(waiting.indexOf(one), 1);
        one.resolve(session);
      }
    });
  });
  if (options.server === undefined) await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const simulator: RealtimeSimulator = {
    url,
    baseUrl: `${url}/v1`,
    sessions: [],
    keys: null,
    brain: politeBrain,
    addFault: (fault) => void faults.push({ ...fault, left: fault.times ?? 1 }),
    opened(count) {
      const known = simulator.sessions[count - 1];
      return known === undefined ? new Promise((resolve) => void waiting.push({ count, resolve })) : Promise.resolve(known);
    },
    close: () =>
      new Promise((resolve) => {
        for (const client of sockets.clients) client.terminate();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return simulator;
}
