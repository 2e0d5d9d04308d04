import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import { firstIdAt, type IdSource } from "#platform/ids/ids.ts";
import type { Claimed, Claims, ClaimSource } from "#platform/jobs/claim.ts";
import { wants } from "./fan-out.ts";
import { endpointsByIds, eventsForReplay, insertDeliveries, settleReplay, waitingUpTo, rotationEnd } from "./sending.queries.ts";
import type { WebhookSettings } from "../webhooks.settings.ts";

/**
 * Turns replay requests into deliveries, one page of the log at a time. Waits while the endpoint already has a queue, so that replaying a
 * month does not delay new events.
 */
export const replaySource: ClaimSource = {
  table: "webhook_replays",
  lane: "endpoint_id",
  order: "t.run_at, t.id",
  key: ["id"],
  columns: ["endpoint_id", "since", "until", "after_id"],
  rotatedByCaller: true,
};

interface ClaimedReplay extends Claimed {
  id: string;
  endpoint_id: string;
  since: Date;
  until: Date;
  after_id: string | null;
}

const pageSize = 500;
const waitingMax = 1_000;
const pauseMs = 1_000;
const lanesPerClaim = 100;
/** Ids and creation times come from one clock, but an id may be made before or after its row's instant. */
const slackMs = 3_600_000;

export function createReplays(deps: {
  database: Database;
  claims: Claims;
  clock: Clock;
  ids: IdSource;
  settings: WebhookSettings;
  hintReady(): void;
}) {
  const { database, clock } = deps;
  let after: { tenantId: string; lane: string } | undefined;

  async function step(replay: ClaimedReplay): Promise<void> {
    const [endpoint] = await endpointsByIds(database, [{ tenantId: replay.tenant_id, endpointId: replay.endpoint_id }]);
    const key = { tenantId: replay.tenant_id, id: replay.id, attempt: replay.attempts };
    const made = await database.workerTransaction(async (query) => {
      const now = clock.now();
      if (endpoint === undefined || endpoint.deleted_at !== null || endpoint.status !== "active") {
        await settleReplay(query, key, { state: "cancelled", afterId: null, created: 0, runAt: now });
        return 0;
      }
      if ((await waitingUpTo(query, replay.tenant_id, replay.endpoint_id, waitingMax)) >= waitingMax) {
        await settleReplay(query, key, { state: "ready", afterId: null, created: 0, runAt: new Date(now.getTime() + pauseMs) });
        return 0;
      }
      const page = await eventsForReplay(
        query,
        replay.tenant_id,
        replay.after_id ?? firstIdAt(replay.since.getTime() - slackMs),
        firstIdAt(replay.until.getTime() + slackMs),
        pageSize,
      );
      const wanted = page.filter((e) => e.created_at >= replay.since && e.created_at < replay.until && wants(endpoint, e));
      const created = await insertDeliveries(
        query,
        wanted.map((e) => ({
          tenantId: replay.tenant_id,
          id: deps.ids.uuid(),
          endpointId: replay.endpoint_id,
          eventId: e.id,
          eventType: e.type,
          state: "ready" as const,
          replayId: replay.id,
        })),
        now,
        null,
      );
      await settleReplay(query, key, {
        state: page.length < pageSize ? "done" : "ready",
        afterId: page.at(-1)?.id ?? null,
        created: created.size,
        runAt: now,
      });
      return created.size;
    });
    if (made > 0) deps.hintReady();
  }

  return {
    async run(): Promise<boolean> {
      const from = after;
      const [rows, end] = await Promise.all([
        deps.claims.claim<ClaimedReplay>(replaySource, {
          now: clock.now(),
          leaseMs: deps.settings.leaseMs,
          perLane: 1,
          lanes: lanesPerClaim,
          ...(from === undefined ? {} : { after: from }),
        }),
        rotationEnd(database, "webhook_replays", from, lanesPerClaim),
      ]);
      after = end ?? undefined;
      for (const row of rows) await step(row);
      return rows.length > 0 || end !== null;
    },
    sweep: () => deps.claims.returnExpired(replaySource, clock.now()),
  };
}
