import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { contextBrain } from "./brains.ts";
import { type Dialect, dialectOf } from "./dialects.ts";
import type { AiDialect, AiFault, AiFaultKind, AiSimulator, RecordedAiCall, SimulatedRequest } from "./types.ts";

const prefixes: Record<AiDialect, string> = {
  openai: "/openai/v1",
  openai_compatible: "/compatible/v1",
  anthropic: "/anthropic/v1",
  google: "/google/v1beta",
};

/** The status of a fault; absent: it is not a plain response. */
const statuses: Partial<Record<AiFaultKind, number>> = {
  invalid_key: 401,
  no_quota: 402,
  rate_limited: 429,
  model_not_found: 404,
  server_error: 500,
  overloaded: 529,
  bad_request: 400,
};

/** Several AI providers at one address, each with its own wire format below its own path. */
export async function startAiSimulator(options: { port?: number; background?: boolean } = {}): Promise<AiSimulator> {
  const faults: (AiFault & { left: number })[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  let lastId = 0;
  const newId = () => (lastId += 1).toString().padStart(8, "0");

  function takeFault(call: RecordedAiCall): AiFault | null {
    const index = faults.findIndex(
      (fault) =>
        (fault.of ?? "generate") === call.kind &&
        (fault.apiKey ?? call.apiKey) === call.apiKey &&
        (fault.dialect ?? call.dialect) === call.dialect &&
        (fault.model === undefined || fault.model === call.request?.model),
    );
    const fault = faults[index];
    if (fault === undefined) return null;
    fault.left -= 1;
    if (fault.left <= 0) faults.splice(index, 1);
    return fault;
  }

  const server = createServer((request, response) => {
    void serve(request, response).catch((error: unknown) => {
      send(response, 500, { error: { message: `the simulator failed: ${String(error)}` } });
    });
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? "/", "http://simulator").pathname;
    const found = (Object.entries(prefixes) as [AiDialect, string][]).find(([, prefix]) => path.startsWith(`${prefix}/`));
    if (found === undefined) return send(response, 404, { error: { message: "no such address" } });
    const [name, prefix] = found;
    const apiKey = keyOf(request);
    const dialect = dialectOf(name, path);
    const rest = path.slice(prefix.length);
    const kind = request.method === "GET" && rest === "/models" ? "models" : "generate";
    const text = await readBody(request);
    const body: unknown = text === "" ? null : JSON.parse(text);
    const asked: SimulatedRequest | null = kind === "models" ? null : { dialect: name, apiKey, ...dialect.read(body as never, path) };
    const call: RecordedAiCall = {
      path,
      dialect: name,
      apiKey,
      kind,
      request: asked,
      body,
      headers: Object.fromEntries(Object.entries(request.headers).map(([header, value]) => [header, String(value)])),
      fault: null,
    };
    const fault = simulator.keys !== null && !simulator.keys.has(apiKey) ? ({ kind: "invalid_key" } satisfies AiFault) : takeFault(call);
    call.fault = fault?.kind ?? null;
    simulator.calls.push(call);
    for (const one of waiting.filter(({ count }) => simulator.calls.length >= count)) {
      waiting.splice(waiting.indexOf(one), 1);
      one.resolve();
    }
    if (fault !== null) return fail(response, dialect, call, fault);
    if (asked === null) return send(response, 200, dialect.listModels(simulator.models));
    send(response, 200, dialect.write(asked, simulator.brain(asked), newId));
  }

  function fail(response: ServerResponse, dialect: Dialect, call: RecordedAiCall, fault: AiFault): void {
    const status = call.dialect === "google" && fault.kind === "invalid_key" ? 400 : statuses[fault.kind];
    if (status !== undefined) {
      const words =
        fault.kind === "invalid_key" ? `Incorrect API key provided: ${call.apiKey}.` : `Simulated ${fault.kind} for ${call.apiKey}.`;
      if (fault.retryAfter !== undefined) response.setHeader("retry-after", String(fault.retryAfter));
      return send(response, status, dialect.error(fault.kind, status, words));
    }
    const write = (reply: Parameters<Dialect["write"]>[1]) => dialect.write(call.request as SimulatedRequest, reply, newId);
    switch (fault.kind) {
      case "stall":
        return;
      case "cut":
        response.writeHead(200, { "content-type": "application/json", "content-length": 10_000 });
        response.write('{"id":"half');
        setImmediate(() => response.destroy());
        return;
      case "garbage":
        response.writeHead(200, { "content-type": "application/json" }).end("<html>busy</html>");
        return;
      case "redirect":
        response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data/" }).end();
        return;
      case "empty":
        return send(response, 200, write({ text: "" }));
      case "off_schema":
        return send(response, 200, write({ text: '{"nothing":"that was asked for"}' }));
      case "refusal":
        return send(response, 200, write({ refusal: "I cannot help with that." }));
      default:
        throw new Error(`a fault without an effect: ${fault.kind}`);
    }
  }

  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  // It keeps no process alive.
  if (options.background === true) server.unref();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const simulator: AiSimulator = {
    url,
    server,
    baseUrls: Object.fromEntries(Object.entries(prefixes).map(([name, prefix]) => [name, url + prefix])) as Record<AiDialect, string>,
    calls: [],
    generations: () => simulator.calls.filter((call) => call.kind === "generate"),
    brain: contextBrain,
    keys: null,
    models: ["small-model", "large-model"],
    addFault: (fault) => void faults.push({ ...fault, left: fault.times ?? 1 }),
    clearFaults: () => void faults.splice(0),
    called: (count) =>
      simulator.calls.length >= count ? Promise.resolve() : new Promise((resolve) => void waiting.push({ count, resolve })),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return simulator;
}

function keyOf(request: IncomingMessage): string {
  const { authorization, "x-api-key": anthropicKey, "x-goog-api-key": googleKey } = request.headers;
  return String(anthropicKey ?? googleKey ?? authorization?.replace(/^Bearer /, "") ?? "");
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
