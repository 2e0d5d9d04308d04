import { invalidField, notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { firstIdAt, parseWireId, wireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { type DetailRow, findRequestLog, type ListedRow, listRequestLogs, type RequestFilter } from "./request-logs.queries.ts";
import type { RequestLog, RequestLogDetail, RequestLogQuery } from "./request-logs.schema.ts";

export function createRequestLogsService(deps: { pager: Pager }) {
  return {
    async list(ctx: TxContext, { limit, cursor, ...wireFilters }: RequestLogQuery) {
      if (wireFilters.since !== undefined && wireFilters.until !== undefined && new Date(wireFilters.until) < new Date(wireFilters.since))
        throw invalidField("until", "out_of_range", "`until` must not be before `since`.");
      const filters = { list: "request-logs", ...wireFilters };
      const after = deps.pager.read(ctx.tenantId, filters, cursor);
      const filter = readFilter(wireFilters);
      const rows = filter === null ? [] : await listRequestLogs(ctx.tx, filter, after, limit + 1);
      return deps.pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.id], render);
    },
    async get(ctx: TxContext, wire: string): Promise<RequestLogDetail> {
      const id = parseWireId("rql", wire);
      const row = id === null ? null : await findRequestLog(ctx.tx, id);
      if (row === null) throw notFound(wire);
      return renderDetail(row);
    },
  };
}

export type RequestLogsService = ReturnType<typeof createRequestLogsService>;

/** Null: nothing can match. */
function readFilter(given: Omit<RequestLogQuery, "limit" | "cursor">): RequestFilter | null {
  const keyId = given.keyId === undefined ? undefined : parseWireId("key", given.keyId);
  if (keyId === null) return null;
  const [low, high] = statusRange(given.status);
  const [from, to] = [given.failed === true ? Math.max(low, 400) : low, given.failed === false ? Math.min(high, 399) : high];
  if (from > to) return null;
  const idAt = (instant: string | undefined) => (instant === undefined ? undefined : firstIdAt(Date.parse(instant)));
  return {
    keyId,
    method: given.method,
    operation: given.operation,
    path: given.path?.replace(/^\/api(?:\/v1)?(?=\/)/, ""),
    statusFrom: from > 100 ? from : undefined,
    statusTo: to < 599 ? to : undefined,
    requestId: given.requestId,
    since: idAt(given.since),
    until: idAt(given.until),
  };
}

/** `5xx` or `422`. */
function statusRange(status: string | undefined): [number, number] {
  if (status === undefined) return [100, 599];
  if (!status.endsWith("xx")) return [Number(status), Number(status)];
  const first = Number(status[0]) * 100;
  return [first, first + 99];
}

function render(row: ListedRow): RequestLog {
  return {
    id: wireId("rql", row.id),
    createdAt: row.created_at.toISOString(),
    keyId: wireId("key", row.key_id),
    keyName: row.key_name,
    method: row.method,
    operation: row.operation,
    route: row.route,
    path: row.path,
    status: row.status,
    errorCode: row.error_code,
    reference: row.reference,
    durationMs: row.duration_ms,
    address: row.address,
    userAgent: row.user_agent,
    requestId: row.request_id,
  };
}

function renderDetail(row: DetailRow): RequestLogDetail {
  return {
    ...render(row),
    query: row.query,
    request: { bytes: row.request_bytes, body: row.request_body },
    answer: { bytes: row.answer_bytes, body: row.answer_body },
  };
}
