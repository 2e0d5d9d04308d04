import type { Database } from "#platform/db/database.ts";
import { firstIdAt } from "#platform/ids/ids.ts";
import type { ScheduledJob } from "#platform/jobs/scheduler.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { createRecorder, type RecorderDeps } from "./recorder.ts";
import { insertRequestLogs, purgeRequestLogs } from "./request-logs.queries.ts";
import { requestLogRoutes } from "./request-logs.routes.ts";
import { keptDays } from "./request-logs.schema.ts";
import { createRequestLogsService } from "./request-logs.service.ts";

const purgeBatch = 5_000;

/** What developers did with their API keys. See docs/subsystems/administration/request-log.md. */
export function createRequestLogsModule(deps: RecorderDeps & { database: Database; pager: Pager }) {
  const { record, flush } = createRecorder(deps, (rows) => insertRequestLogs(deps.database, rows));

  async function purge(): Promise<void> {
    const before = firstIdAt(deps.clock.now().getTime() - keptDays * 86_400_000);
    let total = 0;
    for (let removed = purgeBatch; removed === purgeBatch; total += removed)
      removed = await purgeRequestLogs(deps.database, before, purgeBatch);
    if (total > 0) deps.log.info({ rows: total }, "old rows of the request log removed");
  }

  const jobs: ScheduledJob[] = [{ name: "request-logs", cron: "23 * * * *", run: purge }];
  return { routes: requestLogRoutes(createRequestLogsService(deps), flush), jobs, record, flush, purge };
}
