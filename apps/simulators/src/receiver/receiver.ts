import type { IncomingMessage, ServerResponse } from "node:http";
import { listen, readBody } from "../shared/http.ts";
import { Waiters, waitMsMax } from "../shared/waiters.ts";
import { act } from "./answers.ts";
import { serveControl } from "./control-api.ts";
import type { Answer, Delivery, Receiver, ReceiverOptions, Verdict } from "./types.ts";
import { checkService, checkStandard, keysOf, type SigningKeys } from "./verify.ts";

const OK_HEADERS = { "content-length": 0 };

class Received implements Delivery {
  readonly receivedAt: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Delivery["headers"];
  readonly rawBody: Buffer;
  readonly webhookId: string | undefined;
  serviceSignature: Verdict = "unchecked";
  standardSignature: Verdict = "unchecked";
  timestampAgeSeconds?: number;

  constructor(request: IncomingMessage, rawBody: Buffer) {
    this.receivedAt = Date.now();
    this.method = request.method as string;
    this.path = request.url as string;
    this.headers = request.headers;
    this.rawBody = rawBody;
    const id = request.headers["webhook-id"];
    this.webhookId = typeof id === "string" ? id : undefined;
    const timestamp = Number(request.headers["webhook-timestamp"] ?? Number.NaN);
    if (!Number.isNaN(timestamp)) this.timestampAgeSeconds = this.receivedAt / 1000 - timestamp;
  }

  json(): unknown {
    return JSON.parse(this.rawBody.toString("utf8"));
  }
}

/** Starts a customer's endpoint for outbound webhooks: accepts every path, records, verifies, and responds as configured. */
export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const deliveries: Delivery[] = [];
  const byId = new Map<string, number>();
  const waiters = new Waiters();
  const next: Answer[] = [];
  const byPath = new Map<string, Answer>();
  const counts = { received: 0, goodSignatures: 0, badSignatures: 0, repeats: 0 };
  const recordedMax = options.recordedMax ?? 10_000;
  let generalAnswer: Answer | undefined;
  let keys: SigningKeys[] = [];

  const setSecret = (secret: string | string[] | undefined): void => {
    keys = secret === undefined ? [] : [secret].flat().map(keysOf);
  };
  setSecret(options.secret);

  const remember = (delivery: Received): void => {
    counts.received++;
    if (keys.length > 0 && options.verify !== false) {
      delivery.serviceSignature = checkService(keys, delivery.headers, delivery.rawBody);
      delivery.standardSignature = checkStandard(keys, delivery.headers, delivery.rawBody);
      const good = delivery.serviceSignature === "good" && delivery.standardSignature === "good";
      counts[good ? "goodSignatures" : "badSignatures"]++;
    }
    if (delivery.webhookId !== undefined && options.trackIds !== false) {
      const before = byId.get(delivery.webhookId) ?? 0;
      byId.set(delivery.webhookId, before + 1);
      if (before > 0) counts.repeats++;
    }
    if (options.recordDeliveries !== false) {
      if (deliveries.length >= recordedMax) deliveries.splice(0, Math.max(1, recordedMax >> 3));
      deliveries.push(delivery);
    }
    options.onDelivery?.(delivery);
  };

  const answerOf = (path: string): Answer | undefined => {
    if (next.length > 0) return next.shift();
    if (byPath.size === 0) return generalAnswer;
    return byPath.get(path.split("?")[0] as string) ?? generalAnswer;
  };

  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    if (request.url?.startsWith("/_receiver/")) {
      serveControl(receiver, request, response);
      return;
    }
    readBody(request, (rawBody) => {
      const delivery = new Received(request, rawBody);
      remember(delivery);
      const answer = answerOf(delivery.path);
      if (answer) act(answer, response);
      else {
        response.writeHead(200, OK_HEADERS);
        response.end();
      }
      waiters.notify();
    });
  };

  const server = await listen(serve, options.port ?? 0, "127.0.0.1");
  const receiver: Receiver = {
    url: server.url,
    port: server.port,
    deliveries,
    byId,
    setSecret,
    answer: (answer) => {
      generalAnswer = answer;
    },
    answerNext: (...answers) => void next.push(...answers),
    answerFor: (path, answer) => void byPath.set(path, answer),
    waitFor: (probe, timeoutMs = waitMsMax) =>
      waiters.waitFor(
        () => probe(receiver),
        timeoutMs,
        () => `so far ${counts.received} deliveries`,
      ),
    stats: () => ({ ...counts, distinctIds: byId.size }),
    reset() {
      deliveries.length = 0;
      next.length = 0;
      byId.clear();
      byPath.clear();
      generalAnswer = undefined;
      Object.assign(counts, { received: 0, goodSignatures: 0, badSignatures: 0, repeats: 0 });
    },
    async close() {
      await server.close();
      waiters.failAll("the receiver was closed");
    },
  };
  return receiver;
}
