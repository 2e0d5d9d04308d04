import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";
import { createEar, speak } from "../shared/speech.ts";
import { politeBrain } from "./brains.ts";
import { createCalls, type RealtimeCall, refusals, unknownCall } from "./calls.ts";
import { socketOutput } from "./outputs.ts";
import { createRealtimeSession, type RealtimeSession } from "./session.ts";
import type { RealtimeFault, RealtimeOptions, RealtimeSimulator } from "./types.ts";

/**
 * A speech provider with the events of its general availability: over a WebSocket (…/realtime), and in calls by WebRTC (…/realtime/calls).
 */
export async function startRealtimeProvider(options: RealtimeOptions = {}): Promise<RealtimeSimulator> {
  const faults: (RealtimeFault & { left: number })[] = [];
  const sessions = awaited<RealtimeSession>();
  const called = awaited<RealtimeCall>();
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });

  function takeFault(kind: RealtimeFault["kind"], apiKey: string, at: "call" | "socket" = "socket"): RealtimeFault | null {
    const index = faults.findIndex(
      (fault) =>
        fault.kind === kind &&
        (!("apiKey" in fault) || fault.apiKey === undefined || fault.apiKey === apiKey) &&
        (!("at" in fault) || fault.at === undefined || fault.at === at),
    );
    const fault = faults[index];
    if (fault === undefined) return null;
    fault.left -= 1;
    if (fault.left <= 0) faults.splice(index, 1);
    return fault;
  }

  const knows = (apiKey: string) => simulator.keys === null || simulator.keys.has(apiKey);
  const calls = createCalls({
    options,
    knows,
    takeFault,
    brain: () => simulator.brain,
    lines: () => simulator.lines,
    opened(call) {
      sessions.add(call.session);
      called.add(call);
    },
  });

  const server = options.server ?? createServer();
  // Requests that are not about calls go to the other interfaces of the same server.
  const others = server.listeners("request") as ((...args: unknown[]) => void)[];
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    if (calls.serve(request, response)) return;
    if (others.length === 0) response.writeHead(404).end();
    for (const other of others) other.call(server, request, response);
  });
  server.on("upgrade", (request, socket, head) => {
    const url = new URL(request.url ?? "/", "http://simulator");
    const apiKey = request.headers.authorization?.replace(/^Bearer /, "") ?? "";
    const refuse = (status: number, error: object = refusals[status as 401] ?? { message: "refused" }) => {
      const body = JSON.stringify({ error });
      socket.end(
        `HTTP/1.1 ${status} Refused\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
      );
    };
    if (!url.pathname.endsWith("/realtime")) return refuse(404);
    if (!knows(apiKey)) return refuse(401);
    const callId = url.searchParams.get("call_id");
    const call = callId === null ? null : calls.find(callId, apiKey);
    if (callId !== null && call === null) return refuse(404, unknownCall);
    const refusal = takeFault("refuse", apiKey);
    if (refusal?.kind === "refuse") return refuse(refusal.status);
    sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.on("error", () => undefined);
      if (takeFault("stall", apiKey) !== null) return;
      if (call !== null) return call.attach(opened);
      const cut = () => opened.terminate();
      const session = createRealtimeSession({
        control: {
          send: (text) => {
            if (opened.readyState === opened.OPEN) opened.send(text);
          },
          cut,
          closed: new Promise((resolve) => opened.once("close", () => resolve())),
        },
        ear: createEar(),
        output: ({ send }) => socketOutput({ send, cut }),
        voice: speak,
        apiKey,
        model: url.searchParams.get("model") ?? "",
        callId: null,
        thinkMs: 0,
        brain: () => simulator.brain,
        takeFault: (kind) => takeFault(kind, apiKey),
      });
      opened.on("message", (data) => session.receive(JSON.parse(String(data))));
      opened.send(JSON.stringify({ type: "session.created", session: { type: "realtime", model: session.model } }));
      sessions.add(session);
    });
  });
  if (options.server === undefined) await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const simulator: RealtimeSimulator = {
    url,
    baseUrl: `${url}/v1`,
    sessions: sessions.all,
    calls: called.all,
    keys: null,
    brain: options.brain ?? politeBrain,
    lines: options.lines ?? [],
    addFault: (fault) => void faults.push({ ...fault, left: fault.times ?? 1 }),
    opened: sessions.nth,
    called: called.nth,
    async close() {
      await calls.close();
      for (const client of sockets.clients) client.terminate();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
  return simulator;
}

/** A list whose nth item can be awaited. */
function awaited<T>() {
  const all: T[] = [];
  const waiting: { count: number; resolve(one: T): void }[] = [];
  return {
    all,
    add(one: T): void {
      all.push(one);
      for (const first of waiting.filter(({ count }) => all.length >= count)) {
        waiting.splice(waiting.indexOf(first), 1);
        first.resolve(one);
      }
    },
    nth(count: number): Promise<T> {
      const known = all[count - 1];
      return known === undefined ? new Promise((resolve) => void waiting.push({ count, resolve })) : Promise.resolve(known);
    },
  };
}
