/**
 * Load for fault tests that keeps a ledger: API clients that repeat a request under its idempotency key, and a platform
 * that repeats a callback, until each is acknowledged. Whatever was acknowledged must exist at the end.
 */
import { patienceMs as patienceMsDefault } from "../eventually.ts";
import { createApi } from "../harness.ts";
import { callbackBody, inboundChange, newMessageId, postCallback, textMessage } from "./chat-app-bodies.ts";

export interface SendRecord {
  key: string;
  to: string;
  ids: Set<string>;
  attempts: number;
}
export interface InboundRecord {
  externalId: string;
  from: string;
  acknowledged: boolean;
  attempts: number;
}

export interface LoadOptions {
  /** The server's URL; the same before and after a restart. */
  url: string;
  apiKey: string;
  channelId: string;
  phoneNumberId: string;
  /** Phone numbers; the platform's pair limit allows at most 45 sends each. */
  people: string[];
  senders: number;
  writers: number;
  /** Between the acknowledgement of one item and the next, per sender and writer. */
  gapMs: number;
  /** How long an item is repeated before it counts as lost. */
  patienceMs?: number;
}

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

export function startLoad(options: LoadOptions) {
  const { people } = options;
  const patienceMs = options.patienceMs ?? patienceMsDefault;
  const sends: SendRecord[] = [];
  const inbound: InboundRecord[] = [];
  /** Responses by kind: "send 200", "callback 503", "send cut". */
  const answers = new Map<string, number>();
  /** Responses that a correct server never gives here. */
  const wrong: string[] = [];
  const perPerson = new Map<string, number>();
  const api = createApi(options.url, options.apiKey);
  let stopping = false;
  let aborted = false;

  const count = (word: string) => answers.set(word, (answers.get(word) ?? 0) + 1);

  /** Repeats `attempt` until it is acknowledged. */
  async function untilAcknowledged(what: string, attempt: () => Promise<number>): Promise<boolean> {
    const deadline = performance.now() + patienceMs;
    while (performance.now() < deadline && !aborted) {
      const status = await attempt().catch(() => 0);
      count(`${what} ${status === 0 ? "cut" : status}`);
      if (status === 200) return true;
      if (![0, 503, 409].includes(status)) {
        wrong.push(`${what}: ${status}`);
        return false;
      }
      await pause(20 + Math.random() * 60);
    }
    wrong.push(`${what}: not acknowledged within ${patienceMs} ms`);
    return false;
  }

  async function post(record: SendRecord, n: number): Promise<number> {
    record.attempts += 1;
    const response = await api.post(
      "/api/v1/messages",
      { channelId: options.channelId, to: record.to, type: "text", text: `Message ${n}`, clientReference: record.key },
      { "idempotency-key": record.key },
    );
    if (response.status === 200) record.ids.add(response.body.id);
    else if (response.status !== 503) wrong.push(response.text.slice(0, 300));
    return response.status;
  }

  async function sender(number: number): Promise<void> {
    for (let n = 0; !stopping; n++) {
      const to = people[(number + n * options.senders) % people.length] as string;
      if ((perPerson.get(to) ?? 0) >= 40) return;
      perPerson.set(to, (perPerson.get(to) ?? 0) + 1);
      const record: SendRecord = { key: `send-${number}-${n}`, to, ids: new Set(), attempts: 0 };
      sends.push(record);
      await untilAcknowledged("send", () => post(record, n));
      // A client that lost the response repeats its request, sometimes much later.
      if (n % 4 === 0) await untilAcknowledged("repeat", () => post(record, n));
      await pause(options.gapMs);
    }
  }

  async function writer(number: number): Promise<void> {
    for (let n = 0; !stopping; n++) {
      const from = people[(number + n * options.writers) % people.length] as string;
      const message = textMessage(from, `Question ${n}`, { id: newMessageId() });
      const record: InboundRecord = { externalId: message.id, from, acknowledged: false, attempts: 0 };
      inbound.push(record);
      const body = callbackBody(inboundChange(options.phoneNumberId, from, [message]));
      const attempt = () => {
        record.attempts += 1;
        return postCallback(`${options.url}/callbacks/chat-app`, body);
      };
      record.acknowledged = await untilAcknowledged("callback", attempt);
      if (n % 5 === 0) await untilAcknowledged("callback again", attempt);
      await pause(options.gapMs);
    }
  }

  const running = [
    ...Array.from({ length: options.senders }, (_, i) => sender(i)),
    ...Array.from({ length: options.writers }, (_, i) => writer(i)),
  ];

  return {
    sends,
    inbound,
    answers,
    wrong,
    acknowledged: () => sends.filter((s) => s.ids.size > 0).length + inbound.filter((i) => i.acknowledged).length,
    /** For a test that failed: ends immediately, acknowledged or not. */
    async abort(): Promise<void> {
      stopping = aborted = true;
      await Promise.allSettled(running);
    },
    /** No new items; those in progress continue until they are acknowledged. */
    async stop(): Promise<void> {
      stopping = true;
      await Promise.all(running);
    },
  };
}

export type Load = ReturnType<typeof startLoad>;

/** Opens every person's customer service window: each writes once. Returns what was written, for the ledger. */
export async function everyCustomerWrites(url: string, phoneNumberId: string, people: string[]): Promise<string[]> {
  const messages = people.map((from) => textMessage(from, "Hello"));
  const body = callbackBody(...messages.map((message) => inboundChange(phoneNumberId, message.from, [message])));
  const status = await postCallback(`${url}/callbacks/chat-app`, body);
  if (status !== 200) throw new Error(`first messages: ${status}`);
  return messages.map((message) => message.id);
}
