import type { Database, Tx } from "#platform/db/database.ts";
import type { methods } from "./request-logs.schema.ts";
import type { RequestRow } from "./request-row.ts";

export interface ListedRow {
  id: string;
  key_id: string;
  key_name: string | null;
  method: (typeof methods)[number];
  operation: string;
  route: string;
  path: string;
  status: number;
  error_code: string | null;
  reference: string | null;
  duration_ms: number;
  address: string;
  user_agent: string | null;
  request_id: string;
  created_at: Date;
}

export interface DetailRow extends ListedRow {
  query: object;
  request_bytes: number;
  request_body: unknown;
  answer_bytes: number;
  answer_body: unknown;
}

export interface RequestFilter {
  keyId?: string | undefined;
  method?: string | undefined;
  operation?: string | undefined;
  path?: string | undefined;
  /** Inclusive. */
  statusFrom?: number | undefined;
  statusTo?: number | undefined;
  requestId?: string | undefined;
  /** Ids: the lowest of an instant. */
  since?: string | undefined;
  until?: string | undefined;
}

const columns = `l.id, l.key_id, l.method, l.operation, l.route, l.path, l.status, l.error_code, l.reference, l.duration_ms, l.address,
  l.user_agent, l.request_id, l.created_at`;

/** Newest first by id. */
export function listRequestLogs(tx: Tx, filter: RequestFilter, after: string[] | null, limit: number): Promise<ListedRow[]> {
  const values: unknown[] = [tx.tenantId, limit];
  const names: string[] = [];
  const where = ["l.tenant_id = $1"];
  // One text per set of filters, so that each is planned with its own index.
  const add = (name: string, input: unknown, condition: (at: string) => string) => {
    if (input === undefined) return;
    names.push(name);
    where.push(condition(`$${values.push(input)}`));
  };
  add("key", filter.keyId, (at) => `l.key_id = ${at}::uuid`);
  add("method", filter.method, (at) => `l.method = ${at}`);
  add("operation", filter.operation, (at) => `l.operation = ${at}`);
  add("path", filter.path, (at) => `(l.route = ${at} or starts_with(l.path, ${at}))`);
  add("from", filter.statusFrom, (at) => `l.status >= ${at}::smallint`);
  // Written out, so that the index on failures can be used for any value.
  if (filter.statusFrom !== undefined && filter.statusFrom >= 400) {
    names.push("failed");
    where.push("l.status >= 400");
  }
  add("to", filter.statusTo, (at) => `l.status <= ${at}::smallint`);
  add("request", filter.requestId, (at) => `(l.request_id = ${at} or l.reference = ${at})`);
  add("since", filter.since, (at) => `l.id >= ${at}::uuid`);
  add("until", filter.until, (at) => `l.id < ${at}::uuid`);
  add("after", after?.[0], (at) => `l.id < ${at}::uuid`);
  return tx.query<ListedRow>({
    name: ["request_logs", ...names].join("_"),
    text: `select p.*, k.name as key_name
             from (select ${columns} from request_logs l where ${where.join(" and ")} order by l.id desc limit $2) p
             left join api_keys k on k.tenant_id = $1 and k.id = p.key_id
            order by p.id desc`,
    values,
  });
}

export async function findRequestLog(tx: Tx, id: string): Promise<DetailRow | null> {
  const [row] = await tx.query<DetailRow>({
    name: "request_log",
    text: `select ${columns}, l.query, l.request_bytes, l.request_body, l.answer_bytes, l.answer_body, k.name as key_name
             from request_logs l left join api_keys k on k.tenant_id = l.tenant_id and k.id = l.key_id
            where l.tenant_id = $1 and l.id = $2`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

/** Runs as the worker: one statement for requests of all tenants. Skips an erased tenant's. */
export async function insertRequestLogs(database: Pick<Database, "worker">, rows: readonly RequestRow[]): Promise<void> {
  await database.worker({
    name: "request_logs_insert",
    text: `insert into request_logs (tenant_id, id, key_id, method, operation, route, path, query, status, error_code, reference, duration_ms,
             address, user_agent, request_id, request_bytes, request_body, answer_bytes, answer_body, created_at)
           select r.tenant_id, r.id, r.key_id, r.method, r.operation, r.route, r.path, r.query, r.status, r.error_code, r.reference, r.duration_ms,
                  r.address, r.user_agent, r.request_id, r.request_bytes, r.request_body, r.answer_bytes, r.answer_body, r.created_at
             from json_to_recordset($1::json) as r(tenant_id uuid, id uuid, key_id uuid, method text, operation text, route text, path text,
                    query json, status smallint, error_code text, reference text, duration_ms integer, address text, user_agent text,
                    request_id text, request_bytes integer, request_body json, answer_bytes integer, answer_body json, created_at timestamptz)
             join tenants t on t.tenant_id = r.tenant_id and t.erased_at is null`,
    values: [JSON.stringify(rows)],
  });
}

/** Runs as the worker, for all tenants. Returns how many rows were removed: at most `limit`. */
export async function purgeRequestLogs(database: Pick<Database, "worker">, beforeId: string, limit: number): Promise<number> {
  const rows = await database.worker({
    name: "request_logs_purge",
    text: `delete from request_logs where (tenant_id, id) in (
             select l.tenant_id, l.id from tenants t cross join lateral (
               select o.tenant_id, o.id from request_logs o where o.tenant_id = t.tenant_id and o.id < $1::uuid order by o.id limit $2) l
              limit $2) returning 1`,
    values: [beforeId, limit],
  });
  return rows.length;
}
