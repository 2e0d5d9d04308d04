import { type ProviderError, providerErrorOf, isHttpFailure } from "@parley/connector-kit";
import { classifyFailure } from "@parley/connector-kit/read";
import type { ChannelDirectory, ChannelsService, KnownChannel } from "#modules/channels/channels/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database } from "#platform/db/database.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import type { Claimed, Claims, ClaimSource } from "#platform/jobs/claim.ts";
import { createTenantWork } from "#platform/jobs/tenant-work.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import type { Metrics } from "#platform/metrics/metrics.ts";
import { backoffMs } from "#platform/retry/schedule.ts";
import { type Staging, TooLarge } from "#platform/storage/staging.ts";
import type { MediaStorage } from "#platform/storage/storage.ts";
import { ThreadLimitExceeded, type Threads } from "#platform/threads/threads.ts";
import { storeContent } from "../contents.ts";
import { finishFetch, postponeFetch, refuseFetch } from "./fetching.queries.ts";
import type { FetchReference } from "../inbound.ts";
import { kindByContent, typeAs } from "../media-type.ts";
import { sniff } from "../sniff.ts";

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
  threads: Threads;
  bytesMax: number;
  random?: () => number;
}

export interface ClaimedFetch extends Claimed {
  media_id: string;
  channel_id: string;
  /** Failures so far that were about the content itself. */
  tries: number;
  reference: FetchReference;
  created_at: Date;
}

const source: ClaimSource = {
  table: "media_fetches",
  lane: "tenant_id",
  order: "t.run_at, t.media_id",
  key: ["media_id"],
  columns: ["channel_id", "tries", "reference", "created_at"],
};

/** A connector returns the whole content in memory, up to 100 MB. */
const inFlightMax = 6;
/** For one tenant: however slow the servers behind its customers' messages are, the other tenants get half. */
const perTenantMax = 3;
const leaseMs = 180_000;
const triesMax = 8;
/**
 * Platforms keep customers' files for a week or less. Throttling, refused credentials and an unavailable platform may
 * delay a download that long.
 */
const ageMsMax = 7 * 86_400_000;
const askedWaitMsMax = 25 * 3_600_000;
const credentialsWaitMs = { unknown: 60_000, needs_reauth: 600_000, refreshing: 5_000, stale: 1_000 };

type Outcome = { kind: "gone" | "failed"; reason: string } | { kind: "later"; waitMs: number; tried: boolean; reason: string };

/**
 * Downloads customers' files before their platform deletes them. A row is claimed, the connector called outside any transaction, the
 * content stored under its hash, and one transaction shows it in its message and removes the row. A second or concurrent run finds the row
 * removed and the content in place.
 */
export function createFetching(deps: FetchingDeps) {
  const random = deps.random ?? Math.random;

  async function fetch(claim: ClaimedFetch): Promise<void> {
    const found = await deps.directory.access(claim.tenant_id, claim.channel_id);
    if (found === null) return settle(claim, "none", { kind: "failed", reason: "The channel no longer exists." });
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
    if (fetched.bytes.length === 0) return settle(claim, found.channel.kind, retry(claim, "The platform returned empty content."));

    const filename = ref.filename ?? fetched.filename ?? null;
    const file = await deps.staging.write(oneChunk(fetched.bytes), deps.bytesMax);
    try {
      const sniffed = await sniff(deps.threads, file.head, filename);
      const kind = kindByContent(ref.kind, sniffed);
      const mimeType = typeAs(kind, sniffed) ?? sniffed;
      const contentId = await storeContent(deps, claim.tenant_id, file, mimeType);
      await deps.database.withTenant(claim.tenant_id, (tx) =>
        finishFetch(tx, deps.clock.now(), deps.ids.uuid(), claim, { contentId, kind, mimeType, sizeBytes: file.sizeBytes, filename }),
      );
    } finally {
      await file.discard();
    }
    deps.metrics.mediaFetches.inc({ kind: found.channel.kind, outcome: "stored" });
    deps.wake.hint("events");
  }

  /** For problems with the content itself, which waiting rarely solves. */
  function retry(claim: ClaimedFetch, reason: string, waitMs?: number): Outcome {
    if (claim.tries + 1 >= triesMax) return { kind: "failed", reason };
    return { kind: "later", reason, tried: true, waitMs: waitMs ?? backoffMs(claim.tries + 1, { baseMs: 2_000, maxMs: 600_000, random }) };
  }

  /** For failures that say nothing about the content: only its age ends the attempts. */
  function wait(claim: ClaimedFetch, reason: string, waitMs?: number): Outcome {
    // After an hour without success it is tried rarely, because each attempt may hold a slot for its whole time-out.
    const maxMs = claim.attempts > 15 ? 2 * 3_600_000 : 600_000;
    return { kind: "later", reason, tried: false, waitMs: waitMs ?? backoffMs(claim.attempts, { baseMs: 2_000, maxMs, random }) };
  }

  /** The policy for a connector's four classes of failures. */
  async function judge(claim: ClaimedFetch, channel: KnownChannel, error: unknown): Promise<Outcome> {
    const known = providerErrorOf(error) ?? (isHttpFailure(error) ? classifyFailure(error) : undefined);
    if (known === undefined) {
      deps.log.error({ err: error }, "the connector failed to fetch media");
      return retry(claim, "The content could not be fetched.");
    }
    switch (known.class) {
      case "permanent":
        return { kind: known.code === "not_found" ? "gone" : "failed", reason: known.message };
      case "credentials": {
        const verdict = await deps.channels.callFailed(channel, error);
        return wait(claim, known.message, credentialsWaitMs[verdict ?? "unknown"]);
      }
      default: {
        const retryAfter = known.retryAfterMs === undefined ? undefined : Math.min(askedWaitMsMax, known.retryAfterMs);
        return isAboutContent(known) ? retry(claim, known.message, retryAfter) : wait(claim, known.message, retryAfter);
      }
    }
  }

  async function settle(claim: ClaimedFetch, kind: string, given: Outcome): Promise<void> {
    const now = deps.clock.now();
    const over = now.getTime() - claim.created_at.getTime() > ageMsMax;
    const outcome: Outcome = given.kind === "later" && over ? { kind: "gone", reason: given.reason } : given;
    deps.metrics.mediaFetches.inc({ kind, outcome: outcome.kind });
    const reason = outcome.reason.slice(0, 500);
    await deps.database.withTenant(claim.tenant_id, (tx) =>
      outcome.kind === "later"
        ? postponeFetch(tx, claim, new Date(now.getTime() + outcome.waitMs), outcome.tried)
        : refuseFetch(tx, now, deps.ids.uuid(), claim, outcome.kind === "gone" ? "expired" : "failed", reason),
    );
    if (outcome.kind !== "later") deps.wake.hint("events");
  }

  return createTenantWork<ClaimedFetch>({
    ...deps,
    name: "media fetches",
    leases: "media leases",
    topic: "media",
    source,
    inFlightMax,
    perTenantMax,
    leaseMs,
    work: (claim) =>
      // The database or the storage is unreachable: neither the platform's fault nor final.
      fetch(claim).catch(async (error: unknown) => {
        if (error instanceof TooLarge) return settle(claim, "none", { kind: "failed", reason: "The content is too large." });
        if (error instanceof ThreadLimitExceeded)
          return settle(claim, "none", {
            kind: "failed",
            reason: "Detecting the content's type takes too much time or memory.",
          });
        deps.log.warn({ err: error }, "fetched media could not be stored; it is fetched again");
        await settle(claim, "none", wait(claim, "The content could not be stored."));
      }),
  });
}

/**
 * Whether a temporary failure is about the content: then it has the connector's own code (`hash`), for a content that it examined. An HTTP
 * status, the HTTP client's code and the platform's numeric codes mean that the platform has problems: the download waits, because minutes
 * of downtime must not cost what customers sent during them.
 */
function isAboutContent({ scope, providerCode }: ProviderError): boolean {
  return scope === "message" && !/^(?:http_\d+|network|timeout|-?\d+)$/.test(providerCode);
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  // In chunks, so that hashing a large content does not block the event loop.
  for (let at = 0; at < bytes.length; at += 1_048_576) yield bytes.subarray(at, at + 1_048_576);
}
