import type { LoggedEvent } from "#platform/events/tail.ts";
import { wireId } from "#platform/ids/ids.ts";
import type { EventEnvelope } from "./events.schema.ts";

/** A logged event in its wire form: the same envelope in webhooks, list and stream. */
export function renderEvent(event: Pick<LoggedEvent, "id" | "type" | "data" | "created_at">): EventEnvelope {
  return { id: wireId("evt", event.id), type: event.type, createdAt: event.created_at.toISOString(), data: event.data };
}
