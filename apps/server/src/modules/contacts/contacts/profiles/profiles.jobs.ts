import { isHttpFailure, type PersonProfile, type PersonRef, providerErrorOf } from "@parley/connector-kit";
import type { ChannelDirectory, ChannelsService, KnownChannel } from "#modules/channels/channels/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import { retryConflicts } from "#platform/db/conflicts.ts";
import type { Database } from "#platform/db/database.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import type { Claimed, Claims, ClaimSource } from "#platform/jobs/claim.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { backoffMs } from "#platform/retry/schedule.ts";
import { cut } from "#platform/text/clean.ts";
import { applyProfile, findPerson, postponeProfileFetch, postponeProfilesOfChannel, takeProfileFetch } from "./profiles.queries.ts";

export interface ProfileLoopDeps {
  database: Database;
  directory: ChannelDirectory;
  channels: Pick<ChannelsService, "callFailed">;
  claims: Claims;
  ids: IdSource;
  clock: Clock;
  wake: Wake;
  log: Log;
  random?: () => number;
}

interface ClaimedProfile extends Claimed {
  identity_id: string;
  channel_id: string;
  waits: number;
}

const source: ClaimSource = {
  table: "profile_fetches",
  lane: "channel_id",
  order: "t.run_at, t.identity_id",
  key: ["identity_id"],
  columns: ["channel_id", "waits"],
};

const inFlightMax = 20;
/** Per channel, so that a slow platform does not hold up the others. */
const perChannelMax = 2;
const leaseMs = 120_000;
const triesMax = 5;
/**
 * Failures that concern only the channel; a profile is not worth more of them, and the next message requests it again.
 */
const waitsMax = 100;
const retryAfterMsMax = 25 * 3_600_000;
const credentialsWaitMs = { unknown: 60_000, needs_reauth: 3_600_000, refreshing: 5_000, stale: 1_000 };
const pollMs = 2_000;
/** How often to check whether a call has ended while busy channels have calls running. */
const busyMs = 100;
const nameCharactersMax = 200;

/**
 * Requests the names of people whose messages do not carry them from platforms. Runs outside any transaction, after the message and without
 * effect on it: a failure is logged, and the next message after a week requests again. A second or concurrent run does not find the row.
 */
export function createProfileFetching(deps: ProfileLoopDeps) {
  const random = deps.random ?? Math.random;
  const inFlight = new Set<Promise<void>>();
  const perChannel = new Map<string, number>();
  /** Successive claims cycle through all channels. */
  let position: { tenantId: string; lane: string } | undefined;

  async function end(claim: ClaimedProfile, profile: PersonProfile): Promise<void> {
    await retryConflicts(() =>
      deps.database.withTenant(claim.tenant_id, async (tx) => {
        const now = deps.clock.now();
        const person = await findPerson(tx, claim.identity_id, true);
        if (person === null || !(await takeProfileFetch(tx, now, claim))) return;
        const name = profile.name === undefined ? undefined : cut(profile.name, nameCharactersMax);
        if (name === undefined && profile.username === undefined) return;
        await applyProfile(tx, now, deps.ids, person, { ...profile, ...(name === undefined ? {} : { name }) });
      }),
    );
    deps.wake.hint("events");
  }

  async function fetch(claim: ClaimedProfile): Promise<void> {
    // Claimed this often without finishing: it crashes its process, or cannot be stored.
    if (claim.attempts - claim.waits > triesMax) return end(claim, {});
    const found = await deps.directory.access(claim.tenant_id, claim.channel_id);
    const connector = found?.channel.installed.connector;
    const person = await deps.database.withTenant(claim.tenant_id, (tx) => findPerson(tx, claim.identity_id, false));
    if (found === null || connector?.fetchProfile === undefined || person === null) return end(claim, {});
    const ref: PersonRef = {
      ...(person.address === null ? {} : { address: person.address }),
      ...(person.provider_user_id === null ? {} : { providerUserId: person.provider_user_id }),
    };
    let profile: PersonProfile;
    try {
      profile = await connector.fetchProfile(ref, found.access, found.channel.installed.http);
    } catch (error) {
      return refuse(claim, found.channel, error);
    }
    await end(claim, profile);
  }

  /** The policy for a connector's four classes of failures. */
  async function refuse(claim: ClaimedProfile, channel: KnownChannel, error: unknown): Promise<void> {
    const known = providerErrorOf(error);
    const { kind } = channel;
    if (known === undefined && !isHttpFailure(error)) deps.log.error({ err: error, kind }, "the connector failed to read a profile");
    else deps.log.info({ err: error, kind, code: known?.providerCode, attempts: claim.attempts }, "a profile could not be read");
    if (known?.class === "permanent") return end(claim, {});
    const retryAfter = known?.retryAfterMs === undefined ? undefined : Math.min(retryAfterMsMax, known.retryAfterMs);
    if (known?.class === "credentials") {
      const verdict = await deps.channels.callFailed(channel, error);
      return postponeChannel(claim, credentialsWaitMs[verdict ?? "unknown"]);
    }
    if (known?.scope === "channel" || known?.scope === "account") {
      return postponeChannel(claim, retryAfter ?? backoffMs(claim.waits + 1, { baseMs: 10_000, maxMs: 3_600_000, random }));
    }
    const tries = claim.attempts - claim.waits;
    if (tries >= triesMax) return end(claim, {});
    const runAt = after(retryAfter ?? backoffMs(tries, { baseMs: 10_000, maxMs: 3_600_000, random }));
    await deps.database.withTenant(claim.tenant_id, (tx) => postponeProfileFetch(tx, claim, runAt, true));
  }

  /** The platform's answer concerns the channel: none of its profiles is requested before that time. */
  async function postponeChannel(claim: ClaimedProfile, waitMs: number): Promise<void> {
    if (claim.waits + 1 >= waitsMax) return end(claim, {});
    await retryConflicts(() =>
      deps.database.withTenant(claim.tenant_id, async (tx) => {
        await postponeProfileFetch(tx, claim, after(waitMs), false);
        await postponeProfilesOfChannel(tx, claim.channel_id, after(waitMs));
      }),
    );
  }

  const after = (ms: number) => new Date(deps.clock.now().getTime() + ms);

  function count(channelId: string, change: 1 | -1): void {
    const running = (perChannel.get(channelId) ?? 0) + change;
    if (running === 0) perChannel.delete(channelId);
    else perChannel.set(channelId, running);
  }

  const fetchLoop = createLoop({
    name: "profiles",
    wake: deps.wake,
    topics: [],
    pollMs,
    log: deps.log,
    async run() {
      if (inFlight.size >= inFlightMax) {
        await Promise.race(inFlight);
        return true;
      }
      const busy = [...perChannel].flatMap(([channelId, running]) => (running >= perChannelMax ? [channelId] : []));
      const claims = await deps.claims.claim<ClaimedProfile>(source, {
        now: deps.clock.now(),
        leaseMs,
        perLane: 1,
        lanes: inFlightMax - inFlight.size,
        skipLanes: busy,
        ...(position === undefined ? {} : { after: position }),
      });
      const resumed = position !== undefined;
      const last = claims.at(-1);
      position = last === undefined ? undefined : { tenantId: last.tenant_id, lane: last.channel_id };
      for (const claim of claims) {
        count(claim.channel_id, 1);
        const work: Promise<void> = fetch(claim)
          .catch((error: unknown) => deps.log.warn({ err: error }, "a profile could not be read; it is retried when its lease expires"))
          .finally(() => {
            inFlight.delete(work);
            count(claim.channel_id, -1);
          });
        inFlight.add(work);
      }
      // Finding nothing after the position does not yet mean that there is nothing.
      if (claims.length > 0 || resumed) return true;
      return busy.length > 0 ? busyMs : false;
    },
  });
  const sweepLoop = createLoop({
    name: "profile leases",
    wake: deps.wake,
    topics: [],
    pollMs: 30_000,
    log: deps.log,
    run: async () => (await deps.claims.returnExpired(source, deps.clock.now())) > 0,
  });
  return {
    loops: [fetchLoop, sweepLoop] as Loop[],
    async idle(): Promise<void> {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
  };
}
