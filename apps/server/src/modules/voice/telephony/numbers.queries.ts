import type { Tx } from "#platform/db/database.ts";

export interface NumberRow {
  id: string;
  telephony_account_id: string;
  number: string;
  name: string;
  /** also null if it has been deleted since. */
  voice_agent_id: string | null;
  created_at: Date;
  updated_at: Date;
  /** created_at with microseconds, for cursors. */
  position: string;
}

const columns = `n.id, n.telephony_account_id, n.number, n.name,
  (select a.id from voice_agents a where a.tenant_id = $1 and a.id = n.voice_agent_id and a.deleted_at is null) as voice_agent_id,
  n.created_at, n.updated_at, n.created_at::text as position`;

export async function findNumber(tx: Tx, id: string, lock = false): Promise<NumberRow | null> {
  const [row] = await tx.query<NumberRow>({
    name: lock ? "phone_number_lock" : "phone_number_by_id",
    text: `select ${columns} from phone_numbers n where n.tenant_id = $1 and n.id = $2 ${lock ? "for update of n" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

/** Newest first. */
export function listNumbers(tx: Tx, agentId: string | null, after: string[] | null, limit: number): Promise<NumberRow[]> {
  return tx.query<NumberRow>({
    name: "phone_numbers_list",
    text: `select ${columns} from phone_numbers n
            where n.tenant_id = $1 and ($5::uuid is null or n.voice_agent_id = $5)
              and ($2::timestamptz is null or (n.created_at, n.id) < ($2, $3::uuid))
            order by n.created_at desc, n.id desc limit $4`,
    values: [tx.tenantId, after?.[0] ?? null, after?.[1] ?? null, limit, agentId],
  });
}

/** The called number of an account. */
export async function numberCalled(tx: Tx, accountId: string, number: string): Promise<NumberRow | null> {
  const [row] = await tx.query<NumberRow>({
    name: "phone_number_called",
    text: `select ${columns} from phone_numbers n where n.tenant_id = $1 and n.telephony_account_id = $2 and n.number = $3`,
    values: [tx.tenantId, accountId, number],
  });
  return row ?? null;
}

export async function countNumbers(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ count: number }>({
    name: "phone_numbers_count",
    text: "select count(*)::int as count from phone_numbers where tenant_id = $1",
    values: [tx.tenantId],
  });
  return row?.count ?? 0;
}

type StoredNumber = Omit<NumberRow, "position" | "created_at" | "updated_at">;

/** Rejects with a unique violation if the account already has that number. */
export async function insertNumber(tx: Tx, now: Date, row: StoredNumber): Promise<void> {
  await tx.query({
    name: "phone_number_insert",
    text: `insert into phone_numbers (tenant_id, id, telephony_account_id, number, name, voice_agent_id, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    values: [tx.tenantId, row.id, row.telephony_account_id, row.number, row.name, row.voice_agent_id, now],
  });
}

export async function updateNumber(tx: Tx, now: Date, row: Pick<StoredNumber, "id" | "name" | "voice_agent_id">): Promise<void> {
  await tx.query({
    name: "phone_number_update",
    text: "update phone_numbers set name = $3, voice_agent_id = $4, updated_at = $5 where tenant_id = $1 and id = $2",
    values: [tx.tenantId, row.id, row.name, row.voice_agent_id, now],
  });
}

export async function deleteNumber(tx: Tx, id: string): Promise<void> {
  await tx.query({
    name: "phone_number_delete",
    text: "delete from phone_numbers where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id],
  });
}
