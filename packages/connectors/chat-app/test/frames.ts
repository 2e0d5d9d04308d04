import { openFixtures, openReader } from "@parley/connector-kit/reading";
import { createChatAppConnector } from "../src/index.ts";

export const connector = createChatAppConnector();

export const NUMBER = "118822334455667";
export const ACCOUNT = "204455667788990";

/** The platform's example time is 2026-11-18T10:40:00Z; this is a minute later, so that no time needs clamping. */
export const AT = "2026-11-18T10:40:00.000Z";
export const RECEIVED_AT = new Date("2026-11-18T10:42:00.000Z");

const fixtures = openFixtures(new URL("../fixtures/", import.meta.url), "whatsapp.");
export const { names: fixtureNames, json: fixture } = fixtures;

/** A body with one change of the example number. */
export function frame(value: Record<string, unknown>, field = "messages") {
  const metadata = { display_phone_number: "15550100100", phone_number_id: NUMBER };
  const whole = { messaging_product: "whatsapp", metadata, ...value };
  return { object: "whatsapp_business_account", entry: [{ id: ACCOUNT, changes: [{ value: whole, field }] }] };
}

/** A body with one account-level change. */
export function accountFrame(field: string, value: unknown) {
  return { object: "whatsapp_business_account", entry: [{ id: ACCOUNT, time: 1794998400, changes: [{ value, field }] }] };
}

export function textMessage(body: unknown, id: unknown = "wamid.TEST") {
  return { from: "447700900123", id, timestamp: "1794998400", type: "text", text: { body } };
}

export const { split, normalizeItem, eventsOf, only } = openReader(connector, RECEIVED_AT);

/** The only event of a message with `fields` besides sender, id and time. */
export function message(fields: Record<string, unknown>) {
  return only(frame({ messages: [{ ...textMessage("x"), ...fields }] }), "message");
}
