import { readFileSync, readdirSync } from "node:fs";
import type { CallbackItem, NormalizedEvent } from "@parley/connector-kit";
import { createPhotoSocialConnector } from "../src/index.ts";

export const connector = createPhotoSocialConnector();

export const ACCOUNT = "17841400000000111";
export const PERSON = "1023456789012345";

/** The platform's example time is 2026-11-18T10:40:00.123Z; two minutes later, so that no time needs clamping. */
export const AT = "2026-11-18T10:40:00.123Z";
export const AT_MS = Date.parse(AT);
export const RECEIVED_AT = new Date("2026-11-18T10:42:00.000Z");

const folder = new URL("../fixtures/", import.meta.url);

export const fixtureNames = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .sort()
  .map((name) => name.replace(/^instagram\.|\.json$/g, ""));

// biome-ignore lint/suspicious/noExplicitAny: tests reach into bodies to bend them
export function fixture(name: string): any {
  return JSON.parse(readFileSync(new URL(`instagram.${name}.json`, folder), "utf8"));
}

/** One body with one entry of the example account. */
export function frame(...messaging: unknown[]) {
  return { object: "instagram", entry: [{ id: ACCOUNT, time: AT_MS + 900, messaging }] };
}

/** One element from the example person; `parts` beside sender, recipient and time. */
export function element(parts: Record<string, unknown>) {
  return { sender: { id: PERSON }, recipient: { id: ACCOUNT }, timestamp: AT_MS, ...parts };
}

export function textMessage(text: unknown, mid: unknown = "mid.TEST") {
  return element({ message: { mid, text } });
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

/** The only event of a message that is `fields` beside its id. */
export function message(fields: Record<string, unknown>) {
  return only(frame(element({ message: { mid: "mid.TEST", ...fields } })), "message");
}
