import type { IncomingMessage, ServerResponse } from "node:http";
import { readBody, sendJson } from "../shared/http.ts";
import type { Answer, Delivery, Receiver } from "./types.ts";

/** A delivery for a JSON line; the body as text, since signatures are over its bytes. */
export function deliveryLine(delivery: Delivery): Record<string, unknown> {
  const { rawBody, ...rest } = delivery;
  return { ...rest, body: rawBody.toString("utf8") };
}

// biome-ignore lint/suspicious/noExplicitAny: a tool for the people who run it; wrong fields fail where they are used
type Action = (receiver: Receiver, input: any) => unknown;

const ACTIONS = new Map<string, Action>([
  ["GET stats", (receiver) => receiver.stats()],
  ["GET deliveries", (receiver) => receiver.deliveries.map(deliveryLine)],
  ["GET repeats", (receiver) => Object.fromEntries([...receiver.byId].filter(([, count]) => count > 1))],
  ["POST secret", (receiver, input) => receiver.setSecret(input.secret)],
  [
    "POST answer",
    (receiver, input) => {
      const answer = input.answer as Answer;
      if (typeof input.path === "string") receiver.answerFor(input.path, answer);
      else if (input.next) receiver.answerNext(answer);
      else receiver.answer(answer);
    },
  ],
  ["POST reset", (receiver) => receiver.reset()],
]);

/** Serves `/_receiver/…`, for a driver in another process. */
export function serveControl(receiver: Receiver, request: IncomingMessage, response: ServerResponse): void {
  const path = (request.url as string).slice("/_receiver/".length).split("?")[0] as string;
  const action = ACTIONS.get(`${request.method} ${path}`);
  if (!action) {
    sendJson(response, 404, JSON.stringify({ error: "no such control", known: [...ACTIONS.keys()] }));
    return;
  }
  readBody(request, (raw) => {
    try {
      const result = action(receiver, raw.length > 0 ? JSON.parse(raw.toString("utf8")) : {});
      sendJson(response, 200, JSON.stringify(result ?? { ok: true }));
    } catch (error) {
      sendJson(response, 400, JSON.stringify({ error: error instanceof Error ? error.message : String(error) }));
    }
  });
}
