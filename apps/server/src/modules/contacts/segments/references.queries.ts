import type { Tx } from "#platform/db/database.ts";
import type { Reference } from "./audience-compile.ts";

/**
 * The paths of references that do not exist. Members who left and channels that were removed count as existing, because contacts still
 * refer to them.
 */
export async function findMissing(tx: Tx, references: readonly Reference[]): Promise<string[]> {
  if (references.length === 0) return [];
  const idsOf = (kind: Reference["kind"]) => references.filter((one) => one.kind === kind).map(({ id }) => id);
  const rows = await tx.query<{ id: string }>({
    name: "audience_references",
    text: `select m.user_id as id from members m where m.tenant_id = $1 and m.user_id = any($2::uuid[])
           union all select s.id from pipeline_stages s where s.tenant_id = $1 and s.id = any($3::uuid[])
           union all select c.id from channels c where c.tenant_id = $1 and c.id = any($4::uuid[])
           union all select d.id from divisions d where d.tenant_id = $1 and d.id = any($5::uuid[])`,
    values: [tx.tenantId, idsOf("member"), idsOf("stage"), idsOf("channel"), idsOf("division")],
  });
  const known = new Set(rows.map((row) => row.id));
  return references.filter(({ id }) => !known.has(id)).map(({ at }) => at);
}
