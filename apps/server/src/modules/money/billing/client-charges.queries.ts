import type { Tx } from "#platform/db/database.ts";
import type { BillingMode } from "./terms.ts";

export interface NewCharge {
  id: string;
  entryId: string;
  agencyId: string;
  mode: BillingMode;
  cost: string;
  billed: string;
  reason: string | null;
  month: string;
}

/** In the client's tenant, with the entry that it belongs to: what the agency's ledger must record. */
export async function insertCharge(tx: Tx, now: Date, charge: NewCharge): Promise<void> {
  await tx.query({
    name: "client_charge_insert",
    text: `insert into client_charges (tenant_id, id, entry_id, agency_id, mode, cost, billed, reason, month, state, run_at, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'ready', $10, $10)`,
    values: [
      tx.tenantId,
      charge.id,
      charge.entryId,
      charge.agencyId,
      charge.mode,
      charge.cost,
      charge.billed,
      charge.reason,
      charge.month,
      now,
    ],
  });
}

/** Whether the tenant waits for this agency, of those that it had, to be able to pay. */
export async function waitsForAgency(tx: Tx, agencyId: string): Promise<boolean> {
  const rows = await tx.query({
    name: "client_charge_unfunded",
    text: "select 1 from client_charges where tenant_id = $1 and agency_id = $2 and state <> 'done' and unfunded limit 1",
    values: [tx.tenantId, agencyId],
  });
  return rows.length > 0;
}

export interface ClientMonth {
  clientId: string;
  month: string;
  cost: string;
  owed: string;
  charged: string;
  earned: string;
}

/** In the agency's tenant, under the lock of its app. */
export async function addClientMonth(tx: Tx, add: ClientMonth): Promise<void> {
  await tx.query({
    name: "agency_client_month_add",
    text: `insert into agency_client_months as m (tenant_id, client_id, month, cost, owed, charged, earned, charges)
           values ($1, $2, $3, $4, $5, $6, $7, 1)
           on conflict (tenant_id, client_id, month) do update set cost = m.cost + excluded.cost, owed = m.owed + excluded.owed,
             charged = m.charged + excluded.charged, earned = m.earned + excluded.earned, charges = m.charges + 1`,
    values: [tx.tenantId, add.clientId, add.month, add.cost, add.owed, add.charged, add.earned],
  });
}
