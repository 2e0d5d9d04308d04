import { type ProviderError, providerErrorOf, isHttpFailure } from "@parley/connector-kit";
import type { ChannelDirectory, ChannelsService, KnownChannel } from "#modules/channels/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import type { Claimed, Claims, ClaimSource } from "#platform/jobs/claim.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import type { Metrics } from "#platform/metrics/metrics.ts";
import { backoffMs } from "#platform/retry/schedule.ts";
import type { Staging } from "#platform/storage/staging.ts";
import type { MediaStorage } from "#platform/storage/storage.ts";
import { storeContent } from "./contents.ts";
import { finishFetch, postponeFetch, refuseFetch } from "./fetching.queries.ts";
import type { FetchReference } from "./inbound.ts";
import { sniffType, typeAs } from "./media-type.ts";

export interface FetchingDeps {
  database: Database;
  directory: ChannelDirectory;
  channels: ChannelsService;
  claims: Claims;
  storage: MediaStorage;
  staging: Staging;
  ids: IdSource;
  clock: Clock;
  wake: Wake;
  log: Log;
  metrics: Pick<Metrics, "mediaFetches">;
  bytesMax: number;
  random?: () => number;
}

export interface ClaimedFetch extends Claimed {
  media_id: string;
  channel_id: string;
  reference: FetchReference;
  created_at: Date;
}

const source: ClaimSource = {
  table: "media_fetches",
  lane: "channel_id",
  order: "t.run_at, t.media_id",
  key: ["media_id"],
  columns: ["channel_id", "reference", "created_at"],
};

/** A connector answers with the whole content in memory, up to 100 MB of it. */
const inFlightMax = 6;
const perLane = 2;
const leaseMs = 180_000;
const attemptsMax = 8;
/** Platforms keep what a customer sent for a week or less. */
const lifeMs = 7 * 86_400_000;
const credentialsWaitMs = 600_000;
/** Others are fetched at this moment, or were given already. */
const refreshWaitMs = 60_000;

type Outcome = { kind: "gone" | "failed"; reason: string } | { kind: "later"; waitMs: number; reason: string };

/**
 * Downloads what customers sent before their platform forgets it. A row is claimed, the connector called outside of any
 * transaction, the content stored under its hash, and one transaction shows it in its message and removes the row. Run twice,
 * or by two, the second finds the row gone, and the content where it was.
 */
export function createFetching(deps: FetchingDeps) {
  const random = deps.random ?? Math.random;
  const inFlight = new Set<Promise<void>>();
  /** Few lanes a claim: successive ones walk round all of them. */
  let position: { tenantId: string; lane: string } | undefined;

  async function fetch(claim: ClaimedFetch): Promise<void> {
    const found = await deps.directory.access(claim.tenant_id, claim.channel_id);
    if (found === null) return settle(claim, "none", { kind: "failed", reason: "The channel is gone." });
    const { connector, http } = found.channel.installed;
    const { ref, messageExternalId, person } = claim.reference;
    if (connector.fetchMedia === undefined)
      return settle(claim, found.channel.kind, { kind: "failed", reason: "Media of this channel cannot be fetched." });
    let fetched: Awaited<ReturnType<NonNullable<typeof connector.fetchMedia>>>;
    try {
      fetched = await connector.fetchMedia({ ...ref, messageExternalId, person, bytesMax: deps.bytesMax }, found.access, http);
    } catch (error) {
      return settle(claim, found.channel.kind, await judge(claim, found.channel, error));
    }
    if (fetched.bytes.length === 0) return settle(claim, found.channel.kind, retry(claim, "The platform gave an empty content."));

    const filename = ref.filename ?? fetched.filename ?? null;
    const file = await deps.staging.write(oneChunk(fetched.bytes), deps.bytesMax);
    try {
      const sniffed = await sniffType(file.head, filename);
      const mimeType = typeAs(ref.kind, sniffed) ?? sniffed;
      const contentId = await storeContent(deps, claim.tenant_id, file, mimeType);
      await deps.database.withTenant(claim.tenant_id, (tx) =>
        finishFetch(tx, deps.clock.now(), deps.ids.uuid(), claim, { contentId, mimeType, sizeBytes: file.sizeBytes, filename }),
      );
    } finally {
      await file.discard();
    }
    deps.metrics.mediaFetches.inc({ kind: found.channel.kind, outcome: "stored" });
    deps.wake.hint("events");
  }

  function retry(claim: ClaimedFetch, reason: string, waitMs?: number): Outcome {
    if (claim.attempts >= attemptsMax) return { kind: "failed", reason };
    return { kind: "later", reason, waitMs: waitMs ?? backoffMs(claim.attempts, { baseMs: 2_000, maxMs: 600_000, random }) };
  }

  /** The policy over a connector's four classes of failures. */
  async function judge(claim: ClaimedFetch, channel: KnownChannel, error: unknown): Promise<Outcome> {
    const known: ProviderError | undefined = providerErrorOf(error);
    if (known === undefined) {
      if (!isHttpFailure(error)) deps.log.error({ err: error }, "connector failed while fetching media");
      return retry(claim, "The content could not be fetched.");
    }
    switch (known.class) {
      case "permanent":
        return { kind: known.code === "not_found" ? "gone" : "failed", reason: known.message };
      case "credentials": {
        const verdict = await deps.channels.callFailed(channel, error);
        return { kind: "later", waitMs: verdict === "needs_reauth" ? credentialsWaitMs : refreshWaitMs, reason: known.message };
      }
      default:
        return retry(claim, known.message, known.retryAfterMs);
    }
  }

  async function settle(claim: ClaimedFetch, kind: string, given: Outcome): Promise<void> {
    const now = deps.clock.now();
    const over = now.getTime() - claim.created_at.getTime() > lifeMs;
    const outcome: Outcome = given.kind === "later" && over ? { kind: "gone", reason: given.reason } : given;
    deps.metrics.mediaFetches.inc({ kind, outcome: outcome.kind });
    const reason = outcome.reason.slice(0, 500);
    await deps.database.withTenant(claim.tenant_id, (tx) =>
      outcome.kind === "later"
        ? postponeFetch(tx, claim, new Date(now.getTime() + outcome.waitMs))
        : refuseFetch(tx, now, deps.ids.uuid(), claim, outcome.kind === "gone" ? "expired" : "failed", reason),
    );
    if (outcome.kind !== "later") deps.wake.hint("events");
  }

  const fetchLoop = createLoop({
    name: "media fetches",
    wake: deps.wake,
    topics: ["media"],
    pollMs: 2_000,
    log: deps.log,
    async run() {
      if (inFlight.size >= inFlightMax) {
        await Promise.race(inFlight);
        return true;
      }
      const lanes = Math.ceil((inFlightMax - inFlight.size) / perLane);
      const claims = await deps.claims.claim<ClaimedFetch>(source, {
        now: deps.clock.now(),
        leaseMs,
        perLane,
        lanes,
        ...(position === undefined ? {} : { after: position }),
      });
      const walked = position !== undefined;
      const last = claims.at(-1);
      position = last === undefined ? undefined : { tenantId: last.tenant_id, lane: last.channel_id };
      for (const claim of claims) {
        const work: Promise<void> = fetch(claim)
          // The database or the storage is away: not the platform's fault, and not the end.
          .catch(async (error: unknown) => {
            deps.log.warn({ err: error }, "fetched media could not be stored; it is fetched again");
            await settle(claim, "none", {
              kind: "later",
              waitMs: backoffMs(claim.attempts, { baseMs: 2_000, maxMs: 300_000, random }),
              reason: "",
            });
          })
          .catch((error: unknown) => deps.log.warn({ err: error }, "a fetch of media waits for its lease"))
          .finally(() => inFlight.delete(work));
        inFlight.add(work);
      }
      // Nothing behind the position is not yet nothing at all.
      return claims.length > 0 || walked;
    },
  });
  const sweepLoop = createLoop({
    name: "media leases",
    wake: deps.wake,
    topics: [],
    pollMs: 10_000,
    log: deps.log,
    async run() {
      if ((await deps.claims.returnExpired(source, deps.clock.now())) > 0) deps.wake.hint("media");
      return false;
    },
  });

  return {
    loops: [fetchLoop, sweepLoop] as Loop[],
    async idle(): Promise<void> {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
  };
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  // In pieces, so that hashing a large one leaves the event loop room between.
  for (let at = 0; at < bytes.length; at += 1_048_576) yield bytes.subarray(at, at + 1_048_576);
}
