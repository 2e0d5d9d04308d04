/** Hand-made events: many, of any type, without what would cause them. */
import { appendEvents } from "../../src/platform/events/log.ts";
import type { TestApp } from "../harness.ts";

export async function writeEvents(
  t: TestApp,
  tenantId: string,
  events: readonly { type: string; data: Record<string, unknown> }[],
): Promise<void> {
  const rows = events.map((event) => ({ id: t.app.ids.uuid(), ...event }));
  await t.app.database.withTenant(tenantId, (tx) => appendEvents(tx, t.clock.now(), rows));
  t.app.wake.hint("events");
}
