import { type ProviderTemplate, providerErrorOf } from "@parley/connector-kit";
import type { ChannelDirectory } from "#modules/channels/channels/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import type { TxContext } from "#platform/http/context.ts";
import { wireId } from "#platform/ids/ids.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { backoffMs } from "#platform/retry/schedule.ts";
import { claimTemplateSync, dueTemplateSyncs, planTemplateSync } from "./template-sync.queries.ts";
import type { TemplatesService } from "./templates.service.ts";

const atOnceMax = 10;
const leaseMs = 120_000;
/** A few hours with growing delays: a permission may be granted after the number was connected. */
const attemptsMax = 8;

/**
 * Fetches the templates of a newly connected channel, so that the first send already knows them. A refusal does not affect the channel,
 * because nobody requested this. Fetching twice is harmless.
 */
export function createTemplateSync(deps: {
  database: Database;
  directory: ChannelDirectory;
  templates: TemplatesService;
  clock: Clock;
  wake: Wake;
  log: Log;
}): { loop: Loop } {
  const { database, clock, log } = deps;

  async function syncOne(tenantId: string, id: string): Promise<boolean> {
    const startedAt = clock.now();
    const claimed = await database.withTenant(tenantId, (tx) =>
      claimTemplateSync(tx, startedAt, id, new Date(startedAt.getTime() + leaseMs)),
    );
    if (claimed === null) return false;
    const plan = (at: Date | null) => database.withTenant(tenantId, (tx) => planTemplateSync(tx, id, at));
    const found = await deps.directory.access(tenantId, id);
    const listTemplates = found?.channel.installed.connector.listTemplates;
    if (found === null || listTemplates === undefined) {
      await plan(null);
      return true;
    }
    const listed: ProviderTemplate[] = [];
    try {
      for await (const template of listTemplates(found.access, found.channel.installed.http)) listed.push(template);
    } catch (error) {
      const ids = { tenantId: wireId("org", tenantId), channelId: wireId("chn", id), attempts: claimed.attempts };
      const known = providerErrorOf(error);
      if (known === undefined) log.error({ err: error, ...ids }, "the templates of a channel could not be fetched: internal error");
      else log.warn({ err: error, ...ids }, "the platform did not list the templates of a channel that was connected");
      const wait = Math.max(backoffMs(claimed.attempts, { baseMs: 60_000, maxMs: 3_600_000, random: () => 1 }), known?.retryAfterMs ?? 0);
      await plan(claimed.attempts >= attemptsMax ? null : new Date(clock.now().getTime() + wait));
      return true;
    }
    // An account without templates: the platform decides about names until some are fetched or created.
    if (listed.length === 0 && !found.channel.templatesSynced) {
      await plan(null);
      return true;
    }
    await database.withTenant(tenantId, async (tx) => {
      const actor = { kind: "system", id: "templates" } as const;
      const ctx: TxContext = { tenantId, actor, scopes: new Set(), session: null, requestId: "", now: startedAt, tx };
      await deps.templates.store(ctx, wireId("chn", id), listed);
    });
    for (const topic of ["routes", "events"] as const) deps.wake.hint(topic);
    return true;
  }

  const loop: Loop = createLoop({
    name: "channel templates",
    wake: deps.wake,
    topics: ["channels"],
    pollMs: 5_000,
    log,
    async run() {
      const due = await dueTemplateSyncs(database, clock.now(), atOnceMax);
      const done = await Promise.all(
        due.map(({ tenant_id: tenantId, id }) =>
          syncOne(tenantId, id).catch((error: unknown) => {
            log.error({ err: error }, "the templates of a channel could not be stored; it is retried");
            return false;
          }),
        ),
      );
      return done.includes(true);
    },
  });

  return { loop };
}
