import { actorWireId } from "#platform/auth/actor.ts";
import { wireId } from "#platform/ids/ids.ts";
import { toNumber } from "#platform/money/money.ts";
import type { BalanceRow, OrganizationBalanceRow } from "./billing.queries.ts";
import type { Balance, OrganizationBalance, Transaction } from "./billing.schema.ts";
import type { EntryRow } from "./ledger.queries.ts";

export function renderBalance(row: BalanceRow, currency: string): Balance {
  return {
    organizationId: wireId("org", row.tenant_id),
    appId: wireId("app", row.id),
    balance: toNumber(row.balance),
    reserved: toNumber(row.reserved),
    currency,
    allowNegativeBalance: row.allow_negative,
    isActive: row.is_active,
    agencyId: row.agency_id === null ? null : wireId("org", row.agency_id),
    usagePaidBy: row.billing_mode === "agency_pays" ? "agency" : "organization",
    markupPercent: row.markup_percent === null ? null : toNumber(row.markup_percent),
    lowThreshold: row.low_threshold === null ? null : toNumber(row.low_threshold),
    lowSince: row.low_since?.toISOString() ?? null,
    updatedAt: row.updated_at.toISOString(),
  };
}

export function renderOrganization(row: OrganizationBalanceRow, currency: string): OrganizationBalance {
  return { ...renderBalance(row, currency), name: row.name, kind: row.kind, createdAt: row.created_at.toISOString() };
}

export function renderTransaction(tenantId: string, row: EntryRow): Transaction {
  return {
    id: wireId("txn", row.id),
    organizationId: wireId("org", tenantId),
    appId: wireId("app", row.app_id),
    type: row.type,
    amount: toNumber(row.amount),
    balanceAfter: toNumber(row.balance_after),
    reference: row.reference,
    reason: row.reason,
    adminId: row.admin_id,
    owed: row.owed === null ? null : toNumber(row.owed),
    clientId: row.client_id === null ? null : wireId("org", row.client_id),
    price:
      row.model_name === null || row.cost_per_request === null || row.requests === null
        ? null
        : { modelName: row.model_name, costPerRequest: toNumber(row.cost_per_request), requests: row.requests },
    createdBy: actorWireId({ kind: row.actor_kind, id: row.actor_id }),
    createdAt: row.created_at.toISOString(),
  };
}
