/**
 * Row-level security and composite keys at work, table by table: what the application role may see and write with no
 * tenant set, and with one set, of a database in which tenants A and B both have rows. One line of text per hole.
 */
import type pg from "pg";
import { withClient } from "@parley/database";

interface Databases {
  admin: pg.ClientConfig;
  app: pg.ClientConfig;
}

export async function checkIsolation(
  databases: Databases,
  a: string,
  b: string,
): Promise<{ problems: string[]; tables: number; keys: number }> {
  const problems: string[] = [];
  const tables = await withClient(databases.admin, tenantTables);
  const keys = await withClient(databases.admin, async (admin) => {
    for (const { name } of tables) {
      for (const [who, tenant] of [
        ["A", a],
        ["B", b],
      ] as const) {
        // A table nobody has rows in would pass every check below.
        const { rows } = await admin.query(`select count(*)::int as count from ${name} where tenant_id = $1`, [tenant]);
        if (rows[0].count === 0) problems.push(`${name}: the fixture has no row of ${who}`);
      }
    }
    return await crossTenantKeys(admin, a, b, problems);
  });
  await withClient(databases.app, async (app) => {
    for (const table of tables) {
      await withoutTenant(app, table, a, problems);
      await withTenant(app, table, a, b, problems);
    }
  });
  return { problems, tables: tables.length, keys };
}

interface Table {
  name: string;
  select: boolean;
  insert: boolean;
  update: boolean;
  delete: boolean;
}

async function tenantTables(admin: pg.Client): Promise<Table[]> {
  const { rows } = await admin.query<Table>(`
    select c.relname as name, has_table_privilege('parley_app', c.oid, 'select') as select, has_column_privilege('parley_app', c.oid, 'tenant_id', 'insert') as insert,
           has_column_privilege('parley_app', c.oid, 'tenant_id', 'update') as update, has_table_privilege('parley_app', c.oid, 'delete') as delete
      from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public' and c.relkind in ('r', 'p') and c.relrowsecurity
     where exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id' and not t.attisdropped) order by 1`);
  return rows;
}

/** Runs in a transaction that is rolled back. The answer is the row count, or PostgreSQL's error. */
async function attempt(client: pg.Client, tenant: string | null, sql: string, values: unknown[] = []): Promise<number | pg.DatabaseError> {
  await client.query("begin");
  try {
    if (tenant !== null) await client.query(`set local app.tenant_id = '${tenant}'`);
    return (await client.query(sql, values)).rowCount ?? 0;
  } catch (error) {
    return error as pg.DatabaseError;
  } finally {
    await client.query("rollback");
  }
}

const refusedByPolicy = (outcome: number | pg.DatabaseError) =>
  typeof outcome !== "number" && outcome.code === "42501" && /row-level security/.test(outcome.message);
const refusedByGrant = (outcome: number | pg.DatabaseError) =>
  typeof outcome !== "number" && outcome.code === "42501" && /permission denied/.test(outcome.message);

async function withoutTenant(app: pg.Client, table: Table, a: string, problems: string[]): Promise<void> {
  if (table.select) {
    const seen = await attempt(app, null, `select 1 from ${table.name}`);
    if (seen !== 0) problems.push(`${table.name}: without a tenant the application role sees ${seen}`);
    // After a transaction PostgreSQL leaves the setting empty, not unset: a bare cast would raise here.
    await attempt(app, a, "select 1");
    const after = await attempt(app, null, `select 1 from ${table.name}`);
    if (after !== 0) problems.push(`${table.name}: after another transaction's tenant the application role sees ${after}`);
  }
  const insert = await attempt(app, null, `insert into ${table.name} (tenant_id) values ($1)`, [a]);
  if (!(table.insert ? refusedByPolicy(insert) : refusedByGrant(insert)))
    problems.push(`${table.name}: an insert without a tenant gave ${insert}`);
}

async function withTenant(app: pg.Client, table: Table, a: string, b: string, problems: string[]): Promise<void> {
  const { name } = table;
  if (table.select) {
    const own = await attempt(app, a, `select 1 from ${name} where tenant_id = $1`, [a]);
    if (own === 0) problems.push(`${name}: A does not see its own rows`);
    const foreign = await attempt(app, a, `select 1 from ${name} where tenant_id <> $1`, [a]);
    if (foreign !== 0) problems.push(`${name}: A sees rows of others: ${foreign}`);
  }
  const insert = await attempt(app, a, `insert into ${name} (tenant_id) values ($1)`, [b]);
  if (!(table.insert ? refusedByPolicy(insert) : refusedByGrant(insert))) problems.push(`${name}: A's insert for B gave ${insert}`);
  if (table.insert) {
    // The same statement for itself gets past the policy (and fails on what is missing): so the refusal above was the policy's.
    const own = await attempt(app, a, `insert into ${name} (tenant_id) values ($1)`, [a]);
    if (refusedByPolicy(own)) problems.push(`${name}: the policy refuses A's own insert`);
  }
  if (table.update && table.select) {
    const taken = await attempt(app, a, `update ${name} set tenant_id = $1 where tenant_id = $2`, [a, b]);
    if (taken !== 0) problems.push(`${name}: A takes rows of B: ${taken}`);
    const given = await attempt(app, a, `update ${name} set tenant_id = $1 where tenant_id = $2`, [b, a]);
    if (!refusedByPolicy(given)) problems.push(`${name}: A gives rows to B: ${given}`);
  }
  if (table.delete) {
    const removed = await attempt(app, a, `delete from ${name} where tenant_id = $1`, [b]);
    if (removed !== 0) problems.push(`${name}: A deletes rows of B: ${removed}`);
  }
  const truncate = await attempt(app, a, `truncate ${name}`);
  if (!refusedByGrant(truncate)) problems.push(`${name}: truncate gave ${truncate}`);
}

/** Even somebody above row-level security cannot make a row of A refer to a row of B: the keys carry the tenant. */
async function crossTenantKeys(admin: pg.Client, a: string, b: string, problems: string[]): Promise<number> {
  const { rows: keys } = await admin.query<{ name: string; table: string; target: string; column: string; target_column: string }>(`
    select k.conname as name, c.relname as "table", f.relname as target, x.attname as "column", y.attname as target_column
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_attribute x on x.attrelid = k.conrelid and x.attnum = k.conkey[2] join pg_attribute y on y.attrelid = k.confrelid and y.attnum = k.confkey[2]
     where k.contype = 'f' and cardinality(k.conkey) = 2 order by 1`);
  for (const key of keys) {
    // Other keys and checks may refuse the first row for a reason of their own; the last one tells then.
    const first = await refusal(admin, a, b, key, "asc");
    const problem = first === null ? null : await refusal(admin, a, b, key, "desc");
    if (first !== null && problem !== null) problems.push(first);
  }
  return keys.length;
}

/** null: the key refuses it; else what happened. */
async function refusal(
  admin: pg.Client,
  a: string,
  b: string,
  key: { name: string; table: string; target: string; column: string; target_column: string },
  order: "asc" | "desc",
): Promise<string | null> {
  await admin.query("begin");
  try {
    const { rowCount } = await admin.query(
      `update ${key.table} set ${key.column} = (select ${key.target_column} from ${key.target} where tenant_id = $2 limit 1)
        where ctid = (select ctid from ${key.table} where tenant_id = $1 order by ${key.column} is null, ctid ${order} limit 1)
          and exists (select from ${key.target} where tenant_id = $2)`,
      [a, b],
    );
    if (rowCount !== 1) return `${key.name}: the fixture has no row to try it with`;
    await admin.query("set constraints all immediate");
    return `${key.name}: a row of A in ${key.table} may refer to a row of B in ${key.target}`;
  } catch (error) {
    const { code, constraint } = error as pg.DatabaseError;
    return code === "23503" && constraint === key.name ? null : `${key.name}: ${(error as Error).message}`;
  } finally {
    await admin.query("rollback");
  }
}
