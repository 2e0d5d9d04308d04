import type { Database } from "#platform/db/database.ts";

type Worker = Pick<Database, "worker">;

export interface DatabaseRow {
  version: string;
  size_bytes: number;
  migration: string | null;
}

/** Cross-tenant, as the worker, because these belong to the installation. */
export async function readDatabase(database: Worker): Promise<DatabaseRow> {
  const [row] = await database.worker<DatabaseRow>({
    name: "health_database",
    text: `select current_setting('server_version') as version, pg_database_size(current_database())::float8 as size_bytes,
                  (select name from schema_migrations order by version desc limit 1) as migration`,
  });
  if (row === undefined) throw new Error("a database without a size");
  return row;
}

/** Including their indexes, largest first. Only file sizes are looked up; no table is read. */
export function listLargestTables(database: Worker, limit: number): Promise<{ name: string; size_bytes: number }[]> {
  return database.worker({
    name: "health_tables",
    text: `select c.relname as name, pg_total_relation_size(c.oid)::float8 as size_bytes from pg_class c
            where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 2 desc, 1 limit $1`,
    values: [limit],
  });
}

export interface ProcessRow {
  id: string;
  roles: string;
  started_at: Date;
  heartbeat_at: Date;
}

export function listProcesses(database: Worker): Promise<ProcessRow[]> {
  return database.worker({
    name: "health_processes",
    text: "select id, roles, started_at, heartbeat_at from server_processes order by started_at, id limit 100",
  });
}

/** Each reader of the event log, and when the first event that it has not read was written; null: it has read everything. */
export function listReaders(database: Worker): Promise<{ consumer: string; behind_since: Date | null }[]> {
  return database.worker({
    name: "health_readers",
    text: `select c.consumer, next.created_at as behind_since from event_cursors c
             left join lateral (select e.created_at from event_log e where (e.xid, e.id) > (c.xid, c.event_id)
                                 order by e.xid, e.id limit 1) next on true
            order by c.consumer`,
  });
}
