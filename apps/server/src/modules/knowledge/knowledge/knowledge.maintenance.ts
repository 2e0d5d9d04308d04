import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import type { ScheduledJob } from "#platform/jobs/scheduler.ts";
import type { Log } from "#platform/log/log.ts";

const batch = 5_000;
const dayMs = 86_400_000;

/**
 * Removes expired questions, and lexemes that no document has any more. Across tenants by nature, as the worker role;
 * idempotent and safe to run concurrently.
 */
export function createKnowledgeMaintenance(deps: { database: Database; clock: Clock; log: Log; searchDays: number }) {
  async function purge(name: string, text: string, limit: Date | null): Promise<number> {
    for (let total = 0; ; ) {
      const rows = await deps.database.worker({ name, text, values: limit === null ? [batch] : [batch, limit] });
      total += rows.length;
      if (rows.length < batch) return total;
    }
  }

  async function run(): Promise<void> {
    const limit = new Date(deps.clock.now().getTime() - deps.searchDays * dayMs);
    const searches = await purge(
      "knowledge_searches_purge",
      `delete from knowledge_searches where (tenant_id, id) in (
         select tenant_id, id from knowledge_searches where created_at < $2 order by created_at limit $1) returning 1`,
      limit,
    );
    const questions = await purge(
      "knowledge_questions_purge",
      `delete from knowledge_questions where (tenant_id, id) in (
         select tenant_id, id from knowledge_questions where last_asked_at < $2 order by last_asked_at limit $1) and last_asked_at < $2 returning 1`,
      limit,
    );
    // A word that a writer adds again while it is removed is only missing for typo tolerance, until it is written once
    // more.
    const words = await purge(
      "knowledge_vocabulary_purge",
      `delete from knowledge_vocabulary where (tenant_id, language, term) in (
         select v.tenant_id, v.language, v.term from knowledge_vocabulary v
          where not exists (select 1 from knowledge_postings p
                             where p.tenant_id = v.tenant_id and p.language = v.language and p.term = v.term)
          limit $1) returning 1`,
      null,
    );
    if (searches + questions + words > 0) deps.log.info({ searches, questions, words }, "old knowledge removed");
  }

  const jobs: ScheduledJob[] = [{ name: "knowledge-maintenance", cron: "53 3 * * *", run }];
  return { run, jobs };
}
