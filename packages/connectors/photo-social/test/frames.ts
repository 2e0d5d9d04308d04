import { openFixtures, openReader } from "@parley/connector-kit/reading";
import { createPhotoSocialConnector } from "../src/index.ts";

export const connector = createPhotoSocialConnector();

export const ACCOUNT = "17841400000000111";
export const PERSON = "1023456789012345";

/**
 * The platform's example time is 2026-11-18T10:40:00.123Z; a callback arrives two minutes later, so that no time needs
 * clamping.
 */
export const AT = "2026-11-18T10:40:00.123Z";
export const AT_MS = Date.parse(AT);
export const RECEIVED_AT = new Date("2026-11-18T10:42:00.000Z");

const fixtures = openFixtures(new URL("../fixtures/", import.meta.url), "instagram.");
export const { names: fixtureNames, json: fixture } = fixtures;

/** A body with one entry of the example account. */
export function frame(...messaging: unknown[]) {
  return { object: "instagram", entry: [{ id: ACCOUNT, time: AT_MS + 900, messaging }] };
}

/** An element from the example person; `parts` besides sender, recipient and time. */
export function element(parts: Record<string, unknown>) {
  return { sender: { id: PERSON }, recipient: { id: ACCOUNT }, timestamp: AT_MS, ...parts };
}

export function textMessage(text: unknown, mid: unknown = "mid.TEST") {
  return element({ message: { mid, text } });
}

export const { split, normalizeItem, eventsOf, only } = openReader(connector, RECEIVED_AT);

/** The only event of a message with `fields` besides its id. */
export function message(fields: Record<string, unknown>) {
  return only(frame(element({ message: { mid: "mid.TEST", ...fields } })), "message");
}
