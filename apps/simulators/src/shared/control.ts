import type { IncomingMessage, ServerResponse } from "node:http";
import type { FaultControls } from "./faults.ts";
import { readBody, sendJson } from "./http.ts";

// biome-ignore lint/suspicious/noExplicitAny: a tool for the people who run it; wrong fields fail where they are used
export type ControlInput = any;
export type ControlAction = (input: ControlInput, segments: string[]) => unknown;

function matches(pattern: string, line: string): boolean {
  const wanted = pattern.split(/[ /]/);
  const given = line.split(/[ /]/);
  return wanted.length === given.length && wanted.every((part, index) => part === ":" || part === given[index]);
}

/**
 * Serves `/_simulator/…`, the programming interface for a driver in another process: maps `METHOD path` to an action,
 * with `:` for one path segment. Bound to loopback like the rest; never part of a product.
 */
export function serveControl(actions: ReadonlyMap<string, ControlAction>, request: IncomingMessage, response: ServerResponse): void {
  const path = (request.url as string).slice("/_simulator/".length).split("?")[0] as string;
  const [, action] = [...actions].find(([pattern]) => matches(pattern, `${request.method} ${path}`)) ?? [];
  if (!action) {
    const known = [...actions.keys()].map((line) => line.replace(" ", " /_simulator/").replace("/:", "/{id}"));
    sendJson(response, 404, JSON.stringify({ error: "no such control", known }));
    return;
  }
  const segments = path.split("/").map(decodeURIComponent);
  readBody(request, async (raw) => {
    try {
      const input: unknown = raw.length > 0 ? JSON.parse(raw.toString("utf8")) : {};
      const result = await action(input, segments);
      sendJson(response, 200, JSON.stringify(result ?? { ok: true }, withoutErrors));
    } catch (error) {
      sendJson(response, 400, JSON.stringify({ error: error instanceof Error ? error.message : String(error) }));
    }
  });
}

function withoutErrors(_key: string, value: unknown): unknown {
  return value instanceof Error ? value.message : value;
}

interface Controlled<F> {
  faults: FaultControls<F>;
  postCallback(body: unknown, how: never): unknown;
  load(load: never): unknown;
  settled(timeoutMs?: number): unknown;
  reset(): unknown;
  calls: unknown;
  sentTo(person: string): unknown;
}

/** The controls of every platform. `person` is the field that names the recipient of a fault. */
export function commonActions<F>(simulator: Controlled<F>, person: string): [string, ControlAction][] {
  return [
    [
      "POST faults",
      (input) => {
        const fault = input.fault as F;
        if (input[person] !== undefined) simulator.faults.forRecipient(input[person], fault, input.times);
        else if (input.management) simulator.faults.nextManagement(fault, input.times);
        else simulator.faults.next(fault, input.times);
      },
    ],
    ["DELETE faults", () => simulator.faults.clear()],
    ["POST callbacks", (input) => simulator.postCallback(input.body, input as never)],
    ["POST load", (input) => simulator.load(input as never)],
    ["POST settled", (input) => simulator.settled(input.timeoutMs)],
    ["POST reset", () => simulator.reset()],
    ["GET calls", () => simulator.calls],
    ["GET sent/:", (_input, [, recipient = ""]) => simulator.sentTo(recipient)],
  ];
}
