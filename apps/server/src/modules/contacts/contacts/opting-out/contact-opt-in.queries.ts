import type { Tx } from "#platform/db/database.ts";
import type { OptIn, OptInThrough } from "./opt-in.ts";

export interface UnmergedContact {
  id: string;
  opt_in: OptIn["optIn"];
  opt_in_at: Date | null;
  opt_in_through: OptInThrough | null;
  merged_into_id: string | null;
  /** Others are merged into it. */
  survivor: boolean;
}

export function setOptIn(tx: Tx, id: string, optIn: string, at: string, through: OptInThrough | undefined, now: Date): Promise<object[]> {
  return tx.query({
    name: "contact_opt_in",
    text: `update contacts c set opt_in = $3, opt_in_at = $4, opt_in_through = $6,
             updated_at = case when c.opt_in = $3 then c.updated_at else $5 end
            where c.tenant_id = $1 and c.id = $2 and (c.opt_in_at is null or c.opt_in_at <= $4) returning 1`,
    values: [tx.tenantId, id, optIn, at, now, through === undefined ? null : JSON.stringify(through)],
  });
}

export function lockContactOrSurvivor(tx: Tx, id: string): Promise<UnmergedContact[]> {
  return tx.query({
    name: "contact_lock_living",
    // A contact that was merged long ago is read without a lock.
    text: `select c.id, c.opt_in, c.opt_in_at, c.opt_in_through, c.merged_into_id,
                  exists (select from contact_merges j where j.tenant_id = $1 and j.survivor_id = c.id and j.undone_at is null) as survivor
             from contacts c
            where c.tenant_id = $1 and c.id = (
              select coalesce(f.merged_into_id, f.id) from contacts f where f.tenant_id = $1 and f.id = $2)
              for no key update of c`,
    values: [tx.tenantId, id],
  });
}

export async function identityOfConversation(tx: Tx, conversationId: string): Promise<string | null> {
  const [row] = await tx.query<{ identity_id: string }>({
    name: "opt_in_identity",
    text: "select identity_id from conversations where tenant_id = $1 and id = $2",
    values: [tx.tenantId, conversationId],
  });
  return row?.identity_id ?? null;
}
