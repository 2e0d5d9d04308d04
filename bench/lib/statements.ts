/** --statements: where PostgreSQL's time goes, by pg_stat_statements. For inspection, not for results: it costs a few percent. */
import type pg from "pg";
import { joinDatabase, startServer } from "./server.ts";

/** Before the measured start: pg_stat_statements can only be loaded when PostgreSQL starts. */
export async function enableStatements(dataDir: string): Promise<void> {
  const server = await startServer(dataDir, { ROLE: "api" });
  const database = await joinDatabase(dataDir);
  await database.admin.query("alter system set shared_preload_libraries = 'pg_stat_statements'");
  await database.admin.query("alter system set pg_stat_statements.track = 'all'");
  // Plans of slow statements, including those inside functions, go to PostgreSQL's log in the data folder.
  await database.admin.query("alter system set session_preload_libraries = 'auto_explain'");
  for (const [name, value] of Object.entries({
    log_min_duration: process.env["BENCH_PLANS_MS"] ?? "-1",
    log_nested_statements: "on",
    log_analyze: "on",
    log_timing: "off",
    log_buffers: "on",
  })) {
    await database.admin.query(`alter system set auto_explain.${name} = '${value}'`);
  }
  await database.admin.query("create extension if not exists pg_stat_statements schema public");
  await database.close();
  await server.stop();
}

export const resetStatements = (admin: pg.Client) => admin.query("select pg_stat_statements_reset()");

/** Without a long list of columns: what distinguishes statements comes after it. */
const shortened = (query: string) => query.replace(/^(select) .{60,}? from (?!unnest)/, "$1 … from ").slice(0, 260);

/**
 * One line per statement: total milliseconds, calls, microseconds per call, rows, blocks found in PostgreSQL's buffers and not found there,
 * longest, text.
 */
export async function topStatements(admin: pg.Client, count = 25): Promise<string> {
  const { rows } = await admin.query<{
    total: number;
    calls: number;
    mean: number;
    rows: number;
    hit: number;
    read: number;
    max: number;
    top: boolean;
    query: string;
  }>(
    `select total_exec_time::int as total, calls::int, (mean_exec_time * 1000)::int as mean, rows::int, shared_blks_hit::int as hit, shared_blks_read::int as read,
            max_exec_time::int as max, toplevel as top,
            regexp_replace(query, '\\s+', ' ', 'g') as query
       from pg_stat_statements order by total_exec_time desc limit $1`,
    [count],
  );
  return rows
    .map(
      (r) =>
        `${String(r.total).padStart(7)} ms ${String(r.calls).padStart(7)} x ${String(r.mean).padStart(7)} us ${String(r.rows).padStart(8)} rows ` +
        `${String(r.hit).padStart(9)} hit ${String(r.read).padStart(7)} read, max ${String(r.max).padStart(5)} ms ${r.top ? "top " : "    "} ${shortened(r.query)}`,
    )
    .join("\n");
}
