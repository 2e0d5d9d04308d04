import type { Database, Tx } from "#platform/db/database.ts";
import type { Query } from "../delivering/sending.queries.ts";

const ownersMax = 20;

/** As the cross-tenant worker, to find the tenants with due alerts. */
export function alertsDue(
  database: Pick<Database, "worker">,
  limit: number,
): Promise<{ tenant_id: string; id: string; alert: "failing" | "disabled" }[]> {
  return database.worker({
    name: "webhook_alerts_due",
    text: "select tenant_id, id, alert from webhook_endpoints where alert is not null and deleted_at is null order by tenant_id, id limit $1",
    values: [limit],
  });
}

export interface AlertRow {
  alert: "failing" | "disabled";
  url: string;
  failing_since: Date | null;
  failure_count: number;
  disabled_reason: string | null;
}

/** Clears the mark; null if another process has cleared it, or the reason is gone. */
export async function takeAlert(tx: Tx, endpointId: string): Promise<AlertRow | null> {
  const [row] = await tx.query<AlertRow>({
    name: "webhook_alert_take",
    text: `with due as (
             select w.id, w.alert from webhook_endpoints w
              where w.tenant_id = $1 and w.id = $2 and w.alert is not null and w.deleted_at is null for no key update)
           update webhook_endpoints w set alert = null from due
            where w.tenant_id = $1 and w.id = due.id
           returning due.alert, w.url, w.failing_since, w.failure_count, w.disabled_reason`,
    values: [tx.tenantId, endpointId],
  });
  return row ?? null;
}

export async function ownersOf(tx: Tx): Promise<string[]> {
  const rows = await tx.query<{ email: string }>({
    name: "webhook_alert_owners",
    text: "select email from members where tenant_id = $1 and role = 'owner' and status = 'active' order by user_id limit $2",
    values: [tx.tenantId, ownersMax],
  });
  return rows.map(({ email }) => email);
}

/**
 * For a webhook that we disabled: deliveries that failed before and wait for a retry have failed for good, those never
 * attempted are skipped. At most `limit`; returns how many. As the worker, planned for each execution: see
 * sending.queries.ts.
 */
export async function closePending(
  database: Pick<Database, "worker">,
  key: { tenantId: string; endpointId: string },
  now: Date,
  limit: number,
): Promise<number> {
  const rows = await database.worker({
    text: `update webhook_deliveries d
              set state = case when d.attempts > 0 then 'failed' else 'skipped' end, completed_at = $3
            where d.ctid = any(array(
                    select r.ctid from webhook_deliveries r
                     where r.tenant_id = $1 and r.endpoint_id = $2 and r.state = 'ready' and r.event_type <> 'webhook.test'
                     order by r.run_at, r.id limit $4 for update skip locked))
              and exists (select from webhook_endpoints w where w.tenant_id = $1 and w.id = $2 and w.status = 'disabled')
           returning 1`,
    values: [key.tenantId, key.endpointId, now, limit],
  });
  return rows.length;
}

export async function endpointOfMail(
  query: Query,
  tenantId: string,
  endpointId: string,
): Promise<{ url: string; status: string; failing_since: Date | null; failure_count: number; disabled_reason: string | null } | null> {
  const [row] = await query<{
    url: string;
    status: string;
    failing_since: Date | null;
    failure_count: number;
    disabled_reason: string | null;
  }>({
    name: "webhook_told",
    text: `select url, status, failing_since, failure_count, disabled_reason from webhook_endpoints
            where tenant_id = $1 and id = $2 and deleted_at is null`,
    values: [tenantId, endpointId],
  });
  return row ?? null;
}
