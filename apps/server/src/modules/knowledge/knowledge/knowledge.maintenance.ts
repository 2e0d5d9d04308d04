import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import type { ScheduledJob } from "#platform/jobs/scheduler.ts";
import type { Log } from "#platform/log/log.ts";
import { removeQuestions, removeSearches, removeUnusedTerms } from "./knowledge-purge.queries.ts";

const batch = 5_000;
const dayMs = 86_400_000;

/**
 * Removes expired questions, and lexemes without documents. Cross-tenant by nature, as the worker role; idempotent and
 * safe to run concurrently.
 */
export function createKnowledgeMaintenance(deps: { database: Database; clock: Clock; log: Log; searchDays: number }) {
  async function purge(remove: () => Promise<object[]>): Promise<number> {
    for (let total = 0; ; ) {
      const rows = await remove();
      total += rows.length;
      if (rows.length < batch) return total;
    }
  }

  async function run(): Promise<void> {
    const { database } = deps;
    const before = new Date(deps.clock.now().getTime() - deps.searchDays * dayMs);
    const searches = await purge(() => removeSearches(database, batch, before));
    const questions = await purge(() => removeQuestions(database, batch, before));
    const words = await purge(() => removeUnusedTerms(database, batch));
    if (searches + questions + words > 0) deps.log.info({ searches, questions, words }, "old knowledge removed");
  }

  const jobs: ScheduledJob[] = [{ name: "knowledge-maintenance", cron: "53 3 * * *", run }];
  return { run, jobs };
}
