import type { Budget } from "../http/context.ts";

/** For credentials and organizations without limits of their own. */
export interface DefaultLimits {
  perMinute: number;
  tenantPerMinute: number;
}

/** The largest limit among a tenant's active keys; null: none has its own. */
export const largestLimitSql = (tenant: string): string =>
  `(select max(x.rate_limit_per_minute) from api_keys x where x.tenant_id = ${tenant} and x.revoked_at is null)`;

/** An organization may use as much as its key with the largest limit, and no less than the default. */
export function tenantBudget(tenantId: string, largest: number | null, limits: DefaultLimits): Budget {
  return { tenantId, id: tenantId, perMinute: Math.max(limits.tenantPerMinute, limits.perMinute, largest ?? 0) };
}
