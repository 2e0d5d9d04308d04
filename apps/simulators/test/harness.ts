import type { TestContext } from "node:test";
import type { TemplateInput } from "../src/chat-app/index.ts";
import { type ChatAppSimulator, type ChatAppSimulatorOptions, signMeta, startChatAppSimulator } from "../src/chat-app/index.ts";
import { type Delivery, type Receiver, startReceiver } from "../src/receiver/index.ts";

export const PHONE = "118822334455667";
export const WABA = "204455667788990";
export const TOKEN = "EAAGtesttoken";
export const SECRET = "test-app-secret";

// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect from a response
export type Json = any;

export interface Platform {
  sim: ChatAppSimulator;
  /** In place of the product's callback endpoint. */
  callbacks: Receiver;
  get(path: string, token?: string): Promise<Reply>;
  post(path: string, body: unknown, token?: string): Promise<Reply>;
  delete(path: string): Promise<Reply>;
  send(fields?: Record<string, unknown>): Promise<Reply>;
  /** All statuses received so far, in order of arrival. */
  statuses(): StatusSeen[];
}

export interface Reply {
  status: number;
  headers: Headers;
  body: Json;
}

export interface StatusSeen {
  id: string;
  status: string;
  timestamp: string;
  recipient_id?: string;
  recipient_user_id?: string;
  biz_opaque_callback_data?: string;
  pricing?: Record<string, unknown>;
  errors?: { code: number }[];
}

export function changesOf(delivery: Delivery): Json[] {
  const body = delivery.json() as { entry: { changes: unknown[] }[] };
  return body.entry.flatMap((entry) => entry.changes);
}

export function isSigned(delivery: Delivery, secret = SECRET): boolean {
  return delivery.headers["x-hub-signature-256"] === signMeta(secret, delivery.rawBody);
}

export async function startPlatform(
  t: TestContext,
  options: Partial<ChatAppSimulatorOptions> = {},
  templates?: TemplateInput[],
): Promise<Platform> {
  const callbacks = await startReceiver();
  const sim = await startChatAppSimulator({
    appSecret: SECRET,
    callbackUrl: `${callbacks.url}/callbacks/chat-app`,
    statusDelaysMs: { sent: 0, delivered: 1, read: 2 },
    retryGapsMs: [1, 2, 4],
    templateReviewMs: 1,
    seed: 7,
    ...options,
  });
  t.after(async () => {
    await sim.close();
    await callbacks.close();
  });
  sim.registerNumber({
    phoneNumberId: PHONE,
    businessAccountId: WABA,
    accessToken: TOKEN,
    displayPhoneNumber: "15550100100",
    ...(templates ? { templates } : {}),
  });
  const call = async (method: string, path: string, body: unknown, token = TOKEN): Promise<Reply> => {
    const response = await fetch(`${sim.url}/v25.0/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    const json = response.headers.get("content-type")?.startsWith("application/json");
    return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text };
  };
  return {
    sim,
    callbacks,
    get: (path, token) => call("GET", path, undefined, token),
    post: (path, body, token) => call("POST", path, body, token),
    delete: (path) => call("DELETE", path, undefined),
    send: (fields = {}) =>
      call("POST", `${PHONE}/messages`, {
        messaging_product: "whatsapp",
        to: "+447700900123",
        type: "text",
        text: { body: "Hello" },
        ...fields,
      }),
    statuses: () => callbacks.deliveries.flatMap((delivery) => changesOf(delivery).flatMap((change) => change.value.statuses ?? [])),
  };
}

/** The names of the statuses of one message, in order of arrival. */
export function namesOf(statuses: StatusSeen[], id: string): string[] {
  return statuses.filter((status) => status.id === id).map((status) => status.status);
}
