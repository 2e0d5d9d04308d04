import type { WorkerQuery } from "#modules/organizations/tenants/index.ts";

export interface SealedSecret {
  user_id: string;
  secret: Buffer;
}

/** All users' secrets in the order of user ids, after the given one. */
export function listSealed(query: WorkerQuery, after: string, limit: number): Promise<SealedSecret[]> {
  return query<SealedSecret>({
    name: "second_factors_page",
    text: "select user_id, secret from user_second_factors where user_id > $1 order by user_id limit $2",
    values: [after, limit],
  });
}

/** False: the user has set up a new second factor in the meantime, which stays. */
export async function replaceSealed(query: WorkerQuery, row: SealedSecret, resealed: Buffer): Promise<boolean> {
  const rows = await query({
    name: "second_factor_reseal",
    text: "update user_second_factors set secret = $3 where user_id = $1 and secret = $2 returning 1",
    values: [row.user_id, row.secret, resealed],
  });
  return rows.length > 0;
}
