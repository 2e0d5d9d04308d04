import { readFileSync, readdirSync } from "node:fs";
import type { CallbackItem, NormalizedEvent } from "@parley/connector-kit";
import { createChatAppConnector } from "../src/index.ts";

export const connector = createChatAppConnector();

export const NUMBER = "118822334455667";
export const ACCOUNT = "204455667788990";

/** The platform's example time is 2026-11-18T10:40:00Z; a minute later, so that no time needs clamping. */
export const AT = "2026-11-18T10:40:00.000Z";
export const RECEIVED_AT = new Date("2026-11-18T10:42:00.000Z");

const folder = new URL("../fixtures/", import.meta.url);

export const fixtureNames = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .sort()
  .map((name) => name.replace(/^whatsapp\.|\.json$/g, ""));

export function fixtureBytes(name: string): Buffer {
  return readFileSync(new URL(`whatsapp.${name}.json`, folder));
}

// biome-ignore lint/suspicious/noExplicitAny: tests reach into bodies to bend them
export function fixture(name: string): any {
  return JSON.parse(fixtureBytes(name).toString("utf8"));
}

/** One body with one change on the example number. */
export function frame(value: Record<string, unknown>, field = "messages") {
  const metadata = { display_phone_number: "15550100100", phone_number_id: NUMBER };
  const whole = { messaging_product: "whatsapp", metadata, ...value };
  return { object: "whatsapp_business_account", entry: [{ id: ACCOUNT, changes: [{ value: whole, field }] }] };
}

/** One body with one account-level change. */
export function accountFrame(field: string, value: unknown) {
  return { object: "whatsapp_business_account", entry: [{ id: ACCOUNT, time: 1794998400, changes: [{ value, field }] }] };
}

export function textMessage(body: unknown, id: unknown = "wamid.TEST") {
  return { from: "447700900123", id, timestamp: "1794998400", type: "text", text: { body } };
}

export function split(body: unknown): CallbackItem[] {
  return connector.splitCallback(Buffer.from(typeof body === "string" ? body : JSON.stringify(body)));
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
  return only(frame({ messages: [{ ...textMessage("x"), ...fields }] }), "message");
}
