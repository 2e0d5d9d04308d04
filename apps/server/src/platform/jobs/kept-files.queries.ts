import type { Database } from "../db/database.ts";
import { isSetAsideSql, setAsideFileMsMax } from "./set-aside.ts";

/** A table of files that are written piece by piece, with `state`, `run_at` and `expires_at`. */
export interface KeptFiles {
  /** Of the statement. */
  name: string;
  table: string;
  /** SQL: which of its rows are such files. Absent: all. */
  onlySql?: string;
}

/**
 * Files whose days are over, and those whose writing was set aside and not retried for setAsideFileMsMax. Runs as the
 * cross-tenant worker, because a timer cannot know which tenants have any. Only lists them.
 */
export function listExpiredFiles(
  database: Pick<Database, "worker">,
  { name, table, onlySql = "true" }: KeptFiles,
  options: { now: Date; skippedTenantIds: string[]; limit: number },
): Promise<{ tenant_id: string; id: string }[]> {
  return database.worker({
    name,
    text: `(select tenant_id, id from ${table}
             where state = 'completed' and expires_at <= $1 and ${onlySql} and tenant_id <> all($4::uuid[]) order by expires_at limit $3)
           union all
           (select tenant_id, id from ${table}
             where ${isSetAsideSql("state")} and run_at <= $2 and ${onlySql} and tenant_id <> all($4::uuid[]) order by run_at limit $3)`,
    values: [options.now, new Date(options.now.getTime() - setAsideFileMsMax), options.limit, options.skippedTenantIds],
  });
}
