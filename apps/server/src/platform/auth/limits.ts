import type { Budget } from "../http/context.ts";

/** Of credentials and organizations that say nothing themselves. */
export interface DefaultLimits {
  perMinute: number;
  tenantPerMinute: number;
}

/** The largest limit among the active keys of a tenant; null: none has one of its own. */
export const largestLimit = (tenant: string): string =>
  `(select max(x.rate_limit_per_minute) from api_keys x where x.tenant_id = ${tenant} and x.revoked_at is null)`;

/** An organization may use what its largest key may, and no less than the default. */
export function tenantBudget(tenantId: string, largest: number | null, limits: DefaultLimits): Budget {
  return { tenantId, id: tenantId, perMinute: Math.max(limits.tenantPerMinute, limits.perMinute, largest ?? 0) };
}
