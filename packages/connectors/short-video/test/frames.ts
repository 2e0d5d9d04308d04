import { openFixtures, openReader } from "@parley/connector-kit/reading";
import { createShortVideoConnector } from "../src/index.ts";

export const connector = createShortVideoConnector();

export const BUSINESS = "bizOpenId-000aZ9";
export const CONVERSATION = "u5DemoConv0a+bCdEf==";
export const CUSTOMER = "usrUnq-5kQ7x";

/** The customer of the example callbacks. */
export const AMINA = { address: CONVERSATION, providerUserId: CUSTOMER, username: "amina.y" };

/** The platform's example time; echoes arrive a minute later. */
export const AT_MS = 1_794_998_400_123;
export const AT = new Date(AT_MS).toISOString();
export const RECEIVED_AT = new Date(AT_MS + 120_000);

const fixtures = openFixtures(new URL("../fixtures/", import.meta.url), "tiktok.");
export const { names: fixtureNames, bytes: fixtureBytes } = fixtures;

/** The envelope as received, with its content parsed. */
// biome-ignore lint/suspicious/noExplicitAny: tests reach into bodies to bend them
export function fixture(name: string): { envelope: any; content: any } {
  const envelope = fixtures.json(name);
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

export const { split, normalizeItem, eventsOf, only } = openReader(connector, RECEIVED_AT);

/** The only event of a message with `fields` besides sender, id and time. */
export function message(fields: Record<string, unknown>) {
  return only(frame({ ...textMessage("x"), ...fields }), "message");
}
