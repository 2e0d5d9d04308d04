import { isHttpFailure, type PersonProfile, type PersonRef, providerErrorOf } from "@parley/connector-kit";
import type { ChannelDirectory } from "#modules/channels/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import { retryConflicts } from "#platform/db/conflicts.ts";
import type { Database } from "#platform/db/database.ts";
import type { IdSource } from "#platform/ids/ids.ts";
import type { Claimed, Claims, ClaimSource } from "#platform/jobs/claim.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { backoffMs } from "#platform/retry/schedule.ts";
import { applyProfile, findPerson, postponeProfileFetch, takeProfileFetch } from "./profiles.queries.ts";

export interface ProfileLoopDeps {
  database: Database;
  directory: ChannelDirectory;
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
}

const source: ClaimSource = {
  table: "profile_fetches",
  lane: "channel_id",
  order: "t.run_at, t.identity_id",
  key: ["identity_id"],
  columns: ["channel_id"],
};

const perLane = 2;
const lanesMax = 10;
const leaseMs = 120_000;
const attemptsMax = 5;
const pollMs = 2_000;
const nameCharactersMax = 200;

/**
 * Asks platforms what people are called whose messages do not say it. Outside of any transaction, behind the message and of no
 * consequence for it: what cannot be had is logged and asked for again with the next message after a week. Run twice, or by two, the
 * second finds the row gone.
 */
export function createProfileLoops(deps: ProfileLoopDeps): Loop[] {
  const random = deps.random ?? Math.random;

  async function end(claim: ClaimedProfile, profile: PersonProfile): Promise<void> {
    await retryConflicts(() =>
      deps.database.withTenant(claim.tenant_id, async (tx) => {
        const now = deps.clock.now();
        const person = await findPerson(tx, claim.identity_id, true);
        if (person === null || !(await takeProfileFetch(tx, now, claim))) return;
        const name = profile.name?.slice(0, nameCharactersMax);
        if (name === undefined && profile.username === undefined) return;
        await applyProfile(tx, now, deps.ids, person, { ...profile, ...(name === undefined ? {} : { name }) });
      }),
    );
    deps.wake.hint("events");
  }

  async function fetch(claim: ClaimedProfile): Promise<void> {
    // Claimed so often without an end: it ends its process, or cannot be stored.
    if (claim.attempts > attemptsMax) return end(claim, {});
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
      return refuse(claim, found.channel.kind, error);
    }
    await end(claim, profile);
  }

  async function refuse(claim: ClaimedProfile, kind: string, error: unknown): Promise<void> {
    const known = providerErrorOf(error);
    if (known === undefined && !isHttpFailure(error)) deps.log.error({ err: error, kind }, "connector failed while reading a profile");
    else deps.log.info({ err: error, kind, code: known?.providerCode, attempts: claim.attempts }, "a profile could not be read");
    if (known?.class === "permanent" || claim.attempts >= attemptsMax) return end(claim, {});
    const waitMs = known?.retryAfterMs ?? backoffMs(claim.attempts, { baseMs: 10_000, maxMs: 3_600_000, random });
    await deps.database.withTenant(claim.tenant_id, (tx) => postponeProfileFetch(tx, claim, new Date(deps.clock.now().getTime() + waitMs)));
  }

  const fetchLoop = createLoop({
    name: "profiles",
    wake: deps.wake,
    topics: [],
    pollMs,
    log: deps.log,
    async run() {
      const claims = await deps.claims.claim<ClaimedProfile>(source, { now: deps.clock.now(), leaseMs, perLane, lanes: lanesMax });
      await Promise.all(
        claims.map((claim) =>
          fetch(claim).catch((error: unknown) => deps.log.warn({ err: error }, "a profile waits for its lease to be asked for again")),
        ),
      );
      return claims.length > 0;
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
  return [fetchLoop, sweepLoop];
}
