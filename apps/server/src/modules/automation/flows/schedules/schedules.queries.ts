import type { AudienceRules } from "#modules/contacts/segments/index.ts";
import type { Tx } from "#platform/db/database.ts";
import type { ClaimSource } from "#platform/jobs/claim.ts";

export interface ScheduleRow {
  flow_id: string;
  next_at: Date | null;
  occurrence_at: Date | null;
  /** Of the current occurrence; null: everybody. */
  rules: AudienceRules | null;
  /** To the microsecond, like cursors. */
  after_at: string | null;
  after_id: string | null;
  state: "ready" | "leased" | "idle";
  run_at: Date;
  attempts: number;
  tries: number;
}

/** One lane per tenant, so that a large audience delays no other tenant. */
export const scheduleSource: ClaimSource = {
  table: "flow_schedules",
  lane: "tenant_id",
  order: "t.run_at, t.flow_id",
  key: ["flow_id"],
  columns: [],
};

export async function lockSchedule(tx: Tx, flowId: string): Promise<ScheduleRow | null> {
  const [row] = await tx.query<ScheduleRow>({
    name: "flow_schedule_lock",
    text: `select flow_id, next_at, occurrence_at, rules, after_at::text as after_at, after_id, state, run_at, attempts, tries
             from flow_schedules where tenant_id = $1 and flow_id = $2 for update`,
    values: [tx.tenantId, flowId],
  });
  return row ?? null;
}

export async function saveSchedule(tx: Tx, row: ScheduleRow): Promise<void> {
  await tx.query({
    name: "flow_schedule_save",
    text: `update flow_schedules set next_at = $3, occurrence_at = $4, rules = $5, after_at = $6::timestamptz, after_id = $7, state = $8, run_at = $9,
                  tries = $10, lease_until = null
            where tenant_id = $1 and flow_id = $2`,
    values: [
      tx.tenantId,
      row.flow_id,
      row.next_at,
      row.occurrence_at,
      row.rules === null ? null : JSON.stringify(row.rules),
      row.after_at,
      row.after_id,
      row.state,
      row.run_at,
      row.tries,
    ],
  });
}

/**
 * Stores when a flow occurs next, counting from its activation. `continues`: it was active with the same trigger, so an occurrence in
 * progress keeps its progress, and one that is due but not processed stays due.
 */
export async function setSchedule(tx: Tx, now: Date, flowId: string, nextAt: Date | null, continues: boolean): Promise<void> {
  await tx.query({
    name: "flow_schedule_put",
    text: `insert into flow_schedules as s (tenant_id, flow_id, next_at, state, run_at)
           values ($1, $2, $3, case when $3::timestamptz is null then 'idle' else 'ready' end, coalesce($3, $4))
           on conflict (tenant_id, flow_id) do update
             set next_at = case when $5 and s.next_at <= $4 then s.next_at else $3 end, lease_until = null, tries = 0,
                 occurrence_at = case when $5 then s.occurrence_at end, rules = case when $5 then s.rules end,
                 after_at = case when $5 then s.after_at end, after_id = case when $5 then s.after_id end,
                 state = case when $3::timestamptz is not null or ($5 and (s.occurrence_at is not null or s.next_at <= $4)) then 'ready' else 'idle' end,
                 run_at = case when $5 and (s.occurrence_at is not null or s.next_at <= $4) then $4 else coalesce($3, $4) end`,
    values: [tx.tenantId, flowId, nextAt, now, continues],
  });
}

/** Whether an occurrence is in progress, or due and not processed yet. */
export async function hasStarted(tx: Tx, now: Date, flowId: string): Promise<boolean> {
  const rows = await tx.query({
    name: "flow_schedule_begun",
    text: `select 1 from flow_schedules s
            where s.tenant_id = $1 and s.flow_id = $2 and (s.occurrence_at is not null or s.next_at <= $3)`,
    values: [tx.tenantId, flowId, now],
  });
  return rows.length > 0;
}

/** For a flow that is no longer active, or has another trigger: no further occurrence, and the current one ends where it is. */
export async function stopSchedule(tx: Tx, flowId: string): Promise<void> {
  await tx.query({
    name: "flow_schedule_stop",
    text: `update flow_schedules set next_at = null, occurrence_at = null, rules = null, after_at = null, after_id = null, state = 'idle', lease_until = null
            where tenant_id = $1 and flow_id = $2 and state <> 'idle'`,
    values: [tx.tenantId, flowId],
  });
}

/**
 * Whether so many of the tenant's runs are due, or so many messages other than broadcasts wait for a channel, that more would delay others.
 * Stored id; null: it does not write.
 */
export async function isBusy(tx: Tx, now: Date, channelId: string | null, limit: number): Promise<boolean> {
  const [row] = await tx.query<{ runs: number; messages: number }>({
    name: "flow_schedule_busy",
    text: `select (select count(*)::int from (
                     select from flow_runs r where r.tenant_id = $1 and r.state = 'ready' and r.run_at <= $2 limit $4) due) as runs,
                  (select count(*)::int from (
                     select from outbound_dispatches d
                      where d.tenant_id = $1 and d.channel_id = $3 and d.state = 'ready' and d.priority <= 5 limit $4) waiting) as messages`,
    values: [tx.tenantId, now, channelId, limit],
  });
  return row !== undefined && (row.runs >= limit || row.messages >= limit);
}
