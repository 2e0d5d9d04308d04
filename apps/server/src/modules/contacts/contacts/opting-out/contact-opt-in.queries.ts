import type { Tx } from "#platform/db/database.ts";

export interface UnmergedContact {
  id: string;
  opt_in: string;
  merged_into_id: string | null;
}

export function setOptIn(tx: Tx, id: string, optIn: string, at: string, now: Date): Promise<object[]> {
  return tx.query({
    name: "contact_opt_in",
    text: `update contacts c set opt_in = $3, opt_in_at = $4, updated_at = case when c.opt_in = $3 then c.updated_at else $5 end
            where c.tenant_id = $1 and c.id = $2 and (c.opt_in_at is null or c.opt_in_at <= $4) returning 1`,
    values: [tx.tenantId, id, optIn, at, now],
  });
}

export function lockContactOrSurvivor(tx: Tx, id: string): Promise<UnmergedContact[]> {
  return tx.query({
    name: "contact_lock_living",
    // A contact that was merged long ago is read without a lock.
    text: `select c.id, c.opt_in, c.merged_into_id from contacts c
            where c.tenant_id = $1 and c.id = (
              select coalesce(f.merged_into_id, f.id) from contacts f where f.tenant_id = $1 and f.id = $2)
              for no key update of c`,
    values: [tx.tenantId, id],
  });
}
