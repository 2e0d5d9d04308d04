import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import { wireId } from "#platform/ids/ids.ts";
import type { ScheduledJob } from "#platform/jobs/scheduler.ts";
import type { Log } from "#platform/log/log.ts";
import { countDays, listChatbots } from "./turn-days.queries.ts";

const atOnce = 100;
const nilId = "00000000-0000-0000-0000-000000000000";

/**
 * Once a day, counts the turns of the days that have ended, for each chatbot. May run twice and concurrently. Counts all days, not only the
 * last one, to include what a process of the previous release wrote in the meantime.
 */
export function createTurnDaysJob(deps: { database: Pick<Database, "worker" | "withTenant">; clock: Clock; log: Log }): ScheduledJob {
  const { database, clock, log } = deps;

  async function run(): Promise<void> {
    const today = clock.now().toISOString().slice(0, 10);
    let after = { tenantId: nilId, id: nilId };
    let failed: unknown;
    for (;;) {
      const chatbots = await listChatbots(database, after, atOnce);
      for (const { tenant_id: tenantId, id } of chatbots) {
        // One chatbot's failure must not stop the others.
        await database
          .withTenant(tenantId, (tx) => countDays(tx, id, today))
          .catch((error: unknown) => {
            failed = error;
            log.error({ err: error, tenantId: wireId("org", tenantId), chatbotId: wireId("bot", id) }, "turns could not be counted");
          });
        after = { tenantId, id };
      }
      if (chatbots.length < atOnce) break;
    }
    if (failed !== undefined) throw failed;
  }

  return { name: "chatbot-turn-days", cron: "11 0 * * *", run };
}
