/** The tables of schema public, for backup and restore. */
import pg from "pg";

export interface TableInfo {
  name: string;
  columns: string[];
  rowSecurity: boolean;
  forced: boolean;
}

/**
 * Every table whose rows are worth keeping, by name: partitions through their parent, no extension's tables, no
 * unlogged ones (PostgreSQL itself empties them after a crash), and not the runner's own: the header carries
 * schema_migrations, and the texts of schema_files come with the release.
 */
export async function listTables(client: pg.Client): Promise<TableInfo[]> {
  const { rows } = await client.query<TableInfo>(`
    select c.relname::text as name, c.relrowsecurity as "rowSecurity", c.relforcerowsecurity as forced,
           array(select a.attname::text from pg_attribute a
                  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                  order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
       and c.relname not in ('schema_migrations', 'schema_files')
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by c.relname collate "C"`);
  return rows;
}

/** `public."orders"` */
export function qualified(name: string): string {
  return `public.${pg.escapeIdentifier(name)}`;
}

export function columnList(columns: string[]): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(", ");
}

/** Makes the text form of values independent of the settings of server, database and role. */
export async function setTextFormats(client: pg.Client): Promise<void> {
  await client.query(`
    set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
    set local bytea_output = 'hex'; set local extra_float_digits = 1; set local client_encoding = 'UTF8';
    set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0`);
}

/** Superusers and BYPASSRLS roles see every row, whatever the policies say. */
export async function bypassesRowSecurity(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ bypasses: boolean }>(
    "select rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user",
  );
  return rows[0]?.bypasses ?? false;
}

export async function isSuperuser(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ superuser: boolean }>("select rolsuper as superuser from pg_roles where rolname = current_user");
  return rows[0]?.superuser ?? false;
}
