import { join } from "node:path";
import type { AppDeps } from "../app-deps.ts";
import { createInstalledConnectors } from "../installed-connectors.ts";
import { createChannelDirectory, createConnectorRegistry } from "#modules/channels/channels/index.ts";
import { createVerifier } from "#platform/auth/verifier.ts";
import { createSyncedClock } from "#platform/clock/clock.ts";
import { createKeyring } from "#platform/crypto/envelope.ts";
import { createTenantSecrets } from "#platform/crypto/tenant-secrets.ts";
import { createDatabase } from "#platform/db/database.ts";
import { createOrigins } from "#platform/events/origin.ts";
import { createEventReader } from "#platform/events/reader.ts";
import { createIdempotency } from "#platform/idempotency/idempotency.ts";
import { createIdSource } from "#platform/ids/ids.ts";
import { createClaims } from "#platform/jobs/claim.ts";
import { createProcessRegistry } from "#platform/jobs/processes.ts";
import { createWake } from "#platform/jobs/wake.ts";
import { createMetrics } from "#platform/metrics/metrics.ts";
import { createOutboundClient } from "#platform/outbound-http/client.ts";
import { createOutboundGuard } from "#platform/outbound-http/guard.ts";
import { createPager } from "#platform/pagination/page.ts";
import { createRequestLimiter } from "#platform/rate-limit/limiter.ts";
import { openStorage } from "#platform/storage/open.ts";
import { createStaging } from "#platform/storage/staging.ts";
import { createThreads } from "#platform/threads/threads.ts";
import { createAppHooks } from "./hooks.ts";

/** For parsing untrusted files: the largest table takes 3 s and 150 MB. Idle installations have no thread. */
const threadLimits = { max: 2, timeoutMs: 20_000, memoryMb: 256, idleMs: 30_000 };

/** The foundation of every area: pools, clock, keys, wake-ups, connectors. Depends on no area. */
export async function createBase(deps: AppDeps) {
  const { config, log } = deps;
  const hooks = createAppHooks();
  const metrics = createMetrics();
  const pooled = createDatabase({ ...deps.connections, connections: config.databaseConnections, log });
  const database = deps.wrapDatabase?.(pooled) ?? pooled;
  const synced = createSyncedClock(async () => {
    // Any role may read the time; the worker pool needs no tenant.
    const [row] = await database.worker<{ ms: number }>({
      name: "clock",
      text: "select extract(epoch from clock_timestamp())::float8 * 1000 as ms",
    });
    return row?.ms ?? Date.now();
  });
  const clock = deps.clock ?? deps.demo?.clock(synced) ?? synced;
  const ids = createIdSource({ now: () => clock.now().getTime() });
  const processId = ids.uuid();
  const wake = createWake({ connection: deps.connections.worker, log });
  const keyring = createKeyring(deps.rootKeys);
  const secrets = createTenantSecrets(keyring, database);
  const pager = createPager(keyring.deriveKey("cursors"));
  const idempotency = createIdempotency(database, secrets);
  const origins = createOrigins(keyring.deriveKey("origins of requests"));
  const limiter = createRequestLimiter({ database });
  const processes = createProcessRegistry({
    connection: deps.connections.worker,
    database,
    id: processId,
    ids,
    wake,
    log,
    roles: config.role,
    onCount: (count) => limiter.setProcesses(count),
    async release(numbers, died) {
      for (const release of hooks.claimsReleased.list()) await release(numbers, died);
    },
  });
  const claims = createClaims(database, processes);
  const sessionIdleMs = config.sessionIdleMinutes * 60_000;
  const limits = { perMinute: config.rateLimitPerMinute, tenantPerMinute: config.tenantRateLimitPerMinute };
  const verifier = createVerifier({ database, clock, wake, sessionIdleMs, publicUrl: config.publicUrl, limits });
  const guard = createOutboundGuard({ allow: config.outboundAllow });
  const outbound = createOutboundClient({ guard, connectionsPerOriginMax: 500 });

  const installed = createInstalledConnectors({ config, outbound, now: () => clock.now().getTime() });
  const registry = createConnectorRegistry([...installed.connectors, ...(deps.connectors ?? [])]);
  const directory = createChannelDirectory({ database, secrets, registry, wake });
  const eventReader = createEventReader({ database, clock, wake, log, metrics });
  const threads = createThreads({ ...threadLimits, log });
  const mediaDir = config.mediaDir ?? join(config.dataDir, "media");
  const storage = await openStorage(config, mediaDir);
  const staging = createStaging(join(mediaDir, "staging"), { newName: () => ids.uuid() });
  let listeningUrl = "";

  return {
    config,
    hooks,
    synced,
    processId,
    keyring,
    origins,
    limiter,
    processes,
    claims,
    sessionIdleMs,
    verifier,
    guard,
    outbound,
    registry,
    directory,
    storage,
    staging,
    runsApi: config.role !== "worker",
    runsWorker: config.role !== "api",
    /** A kind of channel as its connector describes it; null: an unknown kind. */
    describeChannel: (kind: string) => registry.byKind(kind)?.connector.description ?? null,
    /** The URL at which others reach this server. Read on each use, because the port may be chosen at startup. */
    publicUrl: () => config.publicUrl ?? listeningUrl,
    listensAt(url: string) {
      listeningUrl = url;
    },
    /** What most modules need: each takes what its deps name. */
    shared: { database, ids, clock, wake, log, metrics, pager, secrets, idempotency, eventReader, threads, holding: processes },
    close: () => Promise.all([threads.stop(), storage.close(), outbound.close(), installed.close(), database.close()]),
  };
}

export type Base = Awaited<ReturnType<typeof createBase>>;
