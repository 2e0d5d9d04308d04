import { readFileSync, readdirSync } from "node:fs";
import type { CallbackItem, NormalizedEvent } from "@parley/connector-kit";
import { createShortVideoConnector } from "../src/index.ts";

export const connector = createShortVideoConnector();

export const BUSINESS = "bizOpenId-000aZ9";
export const CONVERSATION = "u5DemoConv0a+bCdEf==";
export const CUSTOMER = "usrUnq-5kQ7x";

/** The customer of the example callbacks. */
export const AMINA = { address: CONVERSATION, providerUserId: CUSTOMER, username: "amina.y" };

/** The platform's example time; echoes come a minute later. */
export const AT_MS = 1_794_998_400_123;
export const AT = new Date(AT_MS).toISOString();
export const RECEIVED_AT = new Date(AT_MS + 120_000);

const folder = new URL("../fixtures/", import.meta.url);

export const fixtureNames = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .sort()
  .map((name) => name.replace(/^tiktok\.|\.json$/g, ""));

export function fixtureBytes(name: string): Buffer {
  return readFileSync(new URL(`tiktok.${name}.json`, folder));
}

/** The envelope as it comes, with its content parsed. */
// biome-ignore lint/suspicious/noExplicitAny: tests reach into bodies to bend them
export function fixture(name: string): { envelope: any; content: any } {
  const envelope = JSON.parse(fixtureBytes(name).toString("utf8"));
  return { envelope, content: JSON.parse(envelope.content) };
}

export function frame(content: unknown, rest: Record<string, unknown> = {}) {
  return {
    client_key: "7400000000000000001",
    event: "im_receive_msg",
    create_time: 1_794_998_401,
    user_openid: BUSINESS,
    content: JSON.stringify(content),
    ...rest,
  };
}

export function textMessage(body: unknown, id: unknown = "dGVzdA==") {
  return {
    from: "amina.y",
    to: "northwind",
    unique_identifier: CUSTOMER,
    from_user: { id: CUSTOMER, role: "personal_account" },
    to_user: { id: BUSINESS, role: "business_account" },
    conversation_id: CONVERSATION,
    message_id: id,
    timestamp: AT_MS,
    type: "text",
    text: { body },
  };
}

export function split(body: unknown): CallbackItem[] {
  return connector.splitCallback(Buffer.isBuffer(body) ? body : Buffer.from(typeof body === "string" ? body : JSON.stringify(body)));
}

/** Through JSON, as the server stores an item between the two steps. */
export function normalizeItem(item: CallbackItem): NormalizedEvent[] {
  return connector.normalize(JSON.parse(JSON.stringify(item.payload)), RECEIVED_AT);
}

export function eventsOf(body: unknown): NormalizedEvent[] {
  return split(body).flatMap(normalizeItem);
}

/** The only event of a body, as the kind the test expects. */
export function only<K extends NormalizedEvent["kind"]>(body: unknown, kind: K): Extract<NormalizedEvent, { kind: K }> {
  const events = eventsOf(body);
  if (events.length !== 1 || events[0]?.kind !== kind) throw new Error(`expected one ${kind}: ${JSON.stringify(events)}`);
  return events[0] as Extract<NormalizedEvent, { kind: K }>;
}

/** The only event of a message that is `fields` beside sender, id and time. */
export function message(fields: Record<string, unknown>) {
  return only(frame({ ...textMessage("x"), ...fields }), "message");
}
