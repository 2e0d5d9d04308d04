import { claimSettings, isWithin } from "#modules/people/agent-settings/index.ts";
import type { Assignments, Unassigned } from "#modules/inbox/conversations/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import { retryConflicts } from "#platform/db/conflicts.ts";
import { type Database, isConnectionFailure, type Tx } from "#platform/db/database.ts";
import type { TxContext } from "#platform/http/context.ts";
import { createLoop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import * as queries from "./assignment.queries.ts";
import { type Candidate, choose } from "./choose.ts";

export interface AssignmentDeps {
  database: Database;
  clock: Clock;
  wake: Wake;
  log: Log;
  assignments: Pick<Assignments, "listUnassigned" | "claimUnassigned" | "listOfAbsent" | "claimFromAbsent" | "assign">;
}

const tenantsMax = 200;
const batchMax = 100;
/** Conversations read per transaction. Those without a suitable agent must not hide the ones behind them. */
const scannedMax = 1_000;
const pollMs = 2_000;
/** Pause while no agent suits the waiting conversations; without it, each event of any agent would start a round. */
const idleMs = 1_000;

/**
 * Assigns open conversations without an assignee to agents (docs/subsystems/people/agents.md, Assignment). Idempotent
 * and safe to run concurrently: there is one transaction per tenant, under the lock of the tenant's settings, and a
 * conversation is claimed only while nobody has it.
 */
export function createAssignmentModule(deps: AssignmentDeps) {
  async function assignIn(ctx: TxContext): Promise<number> {
    const { tx, now } = ctx;
    const settings = await claimSettings(tx);
    if (settings === null || !settings.auto_assign || settings.strategy === "manual") return 0;
    if (settings.business_hours !== null && !isWithin(settings.business_hours, now)) return 0;
    const rows = await queries.lockCandidates(tx, settings.respect_availability);
    if (rows.length === 0) return 0;
    const open = await queries.countOpen(
      tx,
      rows.map((row) => row.user_id),
    );
    const below = descendants(await queries.readTree(tx));
    const candidates: Candidate[] = rows.map((row) => ({
      userId: row.user_id,
      open: open.get(row.user_id) ?? 0,
      max: row.max ?? settings.max_per_agent,
      channelIds: new Set(row.channel_ids),
      divisionIds: new Set(row.division_ids.flatMap((id) => below(id))),
      lastAssigned: row.last_assigned ?? Number.NEGATIVE_INFINITY,
    }));
    const rule = { strategy: settings.strategy, sticky: settings.sticky };
    const pick = (among: Candidate[], conversation: Unassigned, turn: number) =>
      choose(
        among,
        { channelId: conversation.channel_id, divisionId: conversation.division_id, previousId: conversation.previous_id },
        rule,
        now.getTime() / 1000 + turn / 1_000_000,
      );
    const given: { conversation: Unassigned; userId: string }[] = [];
    const turns = new Map<string, number>();
    const give = async (
      among: Candidate[],
      list: Assignments["listUnassigned"],
      claim: (tx: Tx, listed: Unassigned[]) => Promise<Set<string>>,
    ): Promise<void> => {
      let after: [string, string] | null = null;
      for (let looked = 0; looked < scannedMax && among.some((c) => c.open < c.max); looked += batchMax) {
        const listed: (Unassigned & { waited: string })[] = await list(tx, after, batchMax);
        // Locks only conversations that have a suitable agent, then chooses again, so that one taken meanwhile uses up neither a turn nor
        // capacity.
        const tried = among.map((candidate) => ({ ...candidate }));
        const likely = listed.filter((conversation, n) => pick(tried, conversation, given.length + n) !== null);
        const claimed = likely.length === 0 ? new Set<string>() : await claim(tx, likely);
        for (const conversation of likely) {
          if (!claimed.has(conversation.id)) continue;
          const turn = given.length;
          const chosen = pick(among, conversation, turn);
          if (chosen === null) continue;
          given.push({ conversation, userId: chosen.userId });
          turns.set(chosen.userId, turn);
        }
        const last = listed.at(-1);
        if (listed.length < batchMax || last === undefined) break;
        after = [last.waited, last.id];
      }
    };
    await give(candidates, deps.assignments.listUnassigned, deps.assignments.claimUnassigned);
    // After the unassigned ones: a customer waiting for an absent agent at least has an agent.
    if (settings.reassign_on_offline) {
      const present = new Set(rows.filter((row) => row.online).map((row) => row.user_id));
      const online = candidates.filter((c) => present.has(c.userId));
      await give(online, deps.assignments.listOfAbsent, deps.assignments.claimFromAbsent);
    }
    if (given.length === 0) return 0;
    await deps.assignments.assign(ctx, given);
    await queries.recordTurns(
      tx,
      now,
      [...turns].map(([userId, turn]) => ({ userId, turn })),
    );
    return given.length;
  }

  async function run(): Promise<boolean | number> {
    let assigned = 0;
    let waiting = false;
    for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
      const tenants = await queries.listTenants(deps.database, after, tenantsMax);
      waiting ||= tenants.length > 0;
      for (const tenantId of tenants) {
        const inTenant = (tx: Tx) =>
          assignIn({
            tenantId,
            actor: { kind: "system", id: "assignment" },
            scopes: new Set(),
            session: null,
            requestId: "",
            now: deps.clock.now(),
            tx,
          });
        try {
          assigned += await retryConflicts(() => deps.database.withTenant(tenantId, inTenant));
        } catch (error) {
          if (isConnectionFailure(error)) throw error;
          deps.log.error({ err: error, tenantId }, "a tenant's conversations could not be assigned; it is retried");
        }
      }
      if (tenants.length < tenantsMax) break;
      after = tenants.at(-1) as string;
    }
    if (assigned > 0) deps.wake.hint("events");
    return assigned > 0 || (waiting && idleMs);
  }

  const loop = createLoop({ name: "assignment", run, wake: deps.wake, topics: ["events"], pollMs, log: deps.log });
  // `once` returns whether anything was done, because conversations without a suitable agent may wait forever.
  return { loops: [{ ...loop, once: async () => (await loop.once()) === true }] };
}

/** Maps a division to itself and all divisions below it. */
function descendants(tree: { id: string; parent_id: string | null }[]): (id: string) => string[] {
  const children = Map.groupBy(tree, (node) => node.parent_id);
  const below = (id: string): string[] => [id, ...(children.get(id) ?? []).flatMap((child) => below(child.id))];
  return below;
}
