import type { Clock } from "#platform/clock/clock.ts";
import { sqlState } from "#platform/db/database.ts";
import type { RecordedRequest } from "#platform/http/recording.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import type { Log } from "#platform/log/log.ts";
import type { Metrics } from "#platform/metrics/metrics.ts";
import { describeRequest, type RequestRow } from "./request-row.ts";

/** Maximum rows in memory, in total and per tenant. The second half is reserved for failures. */
const rowsMax = 2_000;
const rowsPerTenantMax = 500;
const flushMs = 1_000;
/** Maximum statements per write, while it searches for rows that the database rejects. */
const statementsMax = 50;

export interface RecorderDeps {
  clock: Clock;
  ids: IdSource;
  log: Log;
  metrics: Pick<Metrics, "requestLogs">;
}

/**
 * Keeps answered requests in memory and writes them at most once a second. A log, not durable work: rows beyond the limit are dropped and
 * counted, and so are those of a failed write or a dead process. A row that the database rejects is lost alone, so that whoever can produce
 * one cannot blind everybody else's log.
 */
export function createRecorder(deps: RecorderDeps, insert: (rows: readonly RequestRow[]) => Promise<void>) {
  let waiting: RequestRow[] = [];
  const perTenant = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function admits(tenantId: string, status: number): boolean {
    const share = status >= 400 ? 1 : 0.5;
    const own = perTenant.get(tenantId) ?? 0;
    if (waiting.length >= rowsMax * share || own >= rowsPerTenantMax * share) return false;
    perTenant.set(tenantId, own + 1);
    return true;
  }

  async function write(): Promise<void> {
    const rows = waiting;
    if (rows.length === 0) return;
    waiting = [];
    perTenant.clear();
    await store(rows, { left: statementsMax });
  }

  async function store(rows: readonly RequestRow[], statements: { left: number }): Promise<void> {
    try {
      statements.left -= 1;
      await insert(rows);
      deps.metrics.requestLogs.inc({ outcome: "written" }, rows.length);
    } catch (error) {
      // Class 22, data exception: a row is at fault, not the database.
      if (rows.length > 1 && statements.left > 0 && sqlState(error)?.startsWith("22") === true) {
        const half = rows.length >> 1;
        await store(rows.slice(0, half), statements);
        return store(rows.slice(half), statements);
      }
      deps.metrics.requestLogs.inc({ outcome: "lost" }, rows.length);
      deps.log.warn({ err: error, rows: rows.length }, "requests were not written to the request log");
    }
  }

  /** Writes what is in memory now. Never throws. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  return {
    flush,
    /** Never throws: nobody would catch it. */
    record(request: RecordedRequest): void {
      if (!admits(request.tenantId, request.status)) return deps.metrics.requestLogs.inc({ outcome: "dropped" });
      try {
        waiting.push(describeRequest(request, deps.ids.uuid(), deps.clock.now()));
      } catch (error) {
        deps.metrics.requestLogs.inc({ outcome: "lost" });
        deps.log.error({ err: error, operation: request.route.operationId }, "a request could not be described for the request log");
        return;
      }
      // No timer runs while there are no requests.
      timer ??= setTimeout(() => void flush(), flushMs).unref();
    },
  };
}

export type Recorder = ReturnType<typeof createRecorder>;
