import type { NormalizedEvent } from "@parley/connector-kit";
import { type PartKind, readPayload } from "../payload.ts";
import { accountEvents } from "./account.ts";
import { callEvents } from "./call.ts";
import { type Reader, ignored } from "./context.ts";
import { echoEvents, messageEvents } from "./message.ts";
import { errorEvents, preferenceEvents, userIdEvents } from "./notices.ts";
import { statusEvents } from "./status.ts";

const readers = new Map<PartKind, Reader>([
  ["message", messageEvents],
  ["echo", echoEvents],
  ["status", statusEvents],
  ["call", callEvents],
  ["preference", preferenceEvents],
  ["user_id_update", userIdEvents],
  ["error", errorEvents],
  ["account", accountEvents],
  ["sync", ({ item }) => ignored(`history and contact sync are not imported (${item.field})`)],
]);

/** Turns one item into events, in the order in which to apply them. */
export function normalize(payload: unknown, receivedAt: Date): NormalizedEvent[] {
  const item = readPayload(payload);
  if (item === undefined) return ignored("not an item of this connector");
  const reader = readers.get(item.part);
  return reader === undefined
    ? ignored(`a part this connector does not know (field ${item.field.slice(0, 60) || "absent"})`)
    : reader({ item, receivedAt });
}
