/** A real HTTP server with scripted replies, and a clock that the test controls. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Client } from "../src/client.ts";
import type { ClientOptions } from "../src/settings.ts";
import type { Clock } from "../src/types.ts";

export interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

export type Reply = (response: ServerResponse, seen: Seen) => void;

export interface Script {
  url: string;
  seen: Seen[];
  clock: TestClock;
  /** Sends these replies in order; the last one repeatedly. */
  parley(replies: Reply[], options?: Partial<ClientOptions>): Client;
  close(): Promise<void>;
}

export interface TestClock extends Clock {
  /** Waits between attempts, which end at once. */
  waits: number[];
  /** Makes every pending time-out fire. */
  passTimeouts(): void;
  running(): number;
}

/** Time-outs of tests are longer than any wait, so that the clock can distinguish them. */
const timeoutMsMin = 1_000_000;
export const timeoutMs = 2_000_000;

export function createTestClock(): TestClock {
  const timeouts = new Set<() => void>();
  const waits: number[] = [];
  return {
    waits,
    now: () => Date.parse("2026-11-23T12:00:00Z"),
    after(ms, run) {
      if (ms < timeoutMsMin) {
        waits.push(ms);
        const soon = setImmediate(run);
        return () => clearImmediate(soon);
      }
      timeouts.add(run);
      return () => timeouts.delete(run);
    },
    passTimeouts() {
      for (const run of [...timeouts]) {
        timeouts.delete(run);
        run();
      }
    },
    running: () => timeouts.size,
  };
}

export async function startScript(): Promise<Script> {
  let replies: Reply[] = [];
  let seen: Seen[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const received = { method: request.method ?? "", url: request.url ?? "", headers: request.headers, body: Buffer.concat(parts) };
      seen.push(received);
      (replies.length > 1 ? replies.shift() : replies[0])?.(response, received);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const script: Script = {
    url,
    get seen() {
      return seen;
    },
    clock: createTestClock(),
    parley(given, options = {}) {
      replies = [...given];
      seen = [];
      script.clock = createTestClock();
      return new Client({ baseUrl: url, apiKey: "key", clock: script.clock, timeoutMs, random: () => 0, ...options });
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return script;
}

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Reply =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };

export const refusal = (status: number, code: string, headers: Record<string, string> = {}): Reply =>
  json({ error: { code, message: `It is ${code}.` } }, status, headers);

/** The connection is cut. */
export const cut: Reply = (response) => void response.socket?.destroy();
