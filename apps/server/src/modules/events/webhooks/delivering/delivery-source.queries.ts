import type { ClaimSource } from "#platform/jobs/claim.ts";
import { defaultSettings } from "../webhooks.settings.ts";

/** Due deliveries in the table: retries, what a fan-out could not hand over immediately, and what dead processes left. */
export const deliverySource: ClaimSource = {
  table: "webhook_deliveries",
  lane: "endpoint_id",
  order: "t.run_at, t.id",
  key: ["id"],
  columns: ["endpoint_id", "event_id", "event_type"],
  rotatedByCaller: true,
  // An endpoint may keep us waiting for fifteen seconds.
  suspectsPerLane: true,
  // Concurrent calls to one endpoint, and outcomes not stored yet; all others only wait in memory, in this order.
  inProgress: { partitionBy: "endpoint_id", rows: 2 * defaultSettings.endpointInFlightMax },
  setAside: "state = 'failed', completed_at = $1",
  onSetAsideSql: `insert into webhook_attempts (tenant_id, id, delivery_id, attempt, started_at, duration_ms, error_kind, error)
    select a.tenant_id, gen_random_uuid(), a.id, a.attempts, $1, 0, 'set_aside', a.reason from aside a`,
};
