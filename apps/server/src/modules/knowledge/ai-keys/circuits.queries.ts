import type { Tx } from "#platform/db/database.ts";

export interface CircuitRow {
  key_id: string;
  /** Empty: the whole key. */
  model: string;
  failures: number;
  opened: number;
  open_until: Date | null;
  probe_until: Date | null;
  reason: string | null;
}

export function listCircuits(tx: Tx, keyIds: string[]): Promise<CircuitRow[]> {
  return tx.query<CircuitRow>({
    name: "ai_circuits_list",
    text: `select key_id, model, failures, opened, open_until, probe_until, reason from ai_circuits
            where tenant_id = $1 and key_id = any($2::uuid[]) order by key_id, model limit 1000`,
    values: [tx.tenantId, keyIds],
  });
}

/**
 * Counts a failure, and opens the circuit at the `threshold`th within `windowMs`, or immediately if a trial failed: for
 * `openMs`, doubled each time it opens again without a success, up to `openMsMax`. One statement, so that any number of
 * workers share one count. Does not apply to a key that was changed or deleted since the call (`revision`).
 */
export async function countFailure(
  tx: Tx,
  now: Date,
  at: { keyId: string; model: string; revision: number },
  rule: { threshold: number; windowMs: number; openMs: number; openMsMax: number },
  reason: string,
): Promise<void> {
  await tx.query({
    name: "ai_circuit_failure",
    text: `insert into ai_circuits as c (tenant_id, key_id, model, failures, window_at, opened, open_until, reason, updated_at)
           select k.tenant_id, k.id, $3, 1, $5, case when $6 <= 1 then 1 else 0 end,
                  case when $6 <= 1 then $5::timestamptz + $8 * interval '1 millisecond' end, $10, $5
             from ai_keys k where k.tenant_id = $1 and k.id = $2 and k.revision = $4
           on conflict (tenant_id, key_id, model) do update set
             failures = case when c.window_at > $5::timestamptz - $7 * interval '1 millisecond' then c.failures + 1 else 1 end,
             window_at = case when c.window_at > $5::timestamptz - $7 * interval '1 millisecond' then c.window_at else $5 end,
             opened = c.opened + case when ${trips} then 1 else 0 end,
             open_until = case when ${trips}
               then $5::timestamptz + least($8 * power(2, least(c.opened, 20)), $9) * interval '1 millisecond' else c.open_until end,
             probe_until = null, reason = $10, updated_at = $5`,
    values: [tx.tenantId, at.keyId, at.model, at.revision, now, rule.threshold, rule.windowMs, rule.openMs, rule.openMsMax, reason],
  });
}

/** Not while it is open: failures of calls already in progress when it opened do not count. */
const trips = `((c.open_until is null or c.open_until <= $5) and (c.open_until is not null
  or $6 <= case when c.window_at > $5::timestamptz - $7 * interval '1 millisecond' then c.failures + 1 else 1 end))`;

/**
 * Takes the single trial that an open circuit allows at a time. `early`: before it is due, if no other candidate is
 * available.
 */
export async function takeTrial(tx: Tx, now: Date, keyId: string, model: string, untilMs: number, early: boolean): Promise<boolean> {
  const rows = await tx.query({
    name: "ai_circuit_trial",
    text: `update ai_circuits set probe_until = $4::timestamptz + $5 * interval '1 millisecond'
            where tenant_id = $1 and key_id = $2 and model = $3 and (probe_until is null or probe_until <= $4) and (open_until <= $4 or $6) returning 1`,
    values: [tx.tenantId, keyId, model, now, untilMs, early],
  });
  return rows.length > 0;
}

/** After a call succeeded. */
export async function closeCircuits(tx: Tx, keyId: string, models: string[]): Promise<void> {
  await tx.query({
    name: "ai_circuits_close",
    text: "delete from ai_circuits where tenant_id = $1 and key_id = $2 and model = any($3::text[])",
    values: [tx.tenantId, keyId, models],
  });
}

/** All circuits of a key that was changed. */
export async function forgetCircuits(tx: Tx, keyId: string): Promise<void> {
  await tx.query({
    name: "ai_circuits_forget",
    text: "delete from ai_circuits where tenant_id = $1 and key_id = $2",
    values: [tx.tenantId, keyId],
  });
}
