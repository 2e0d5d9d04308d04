import type { NotificationsService } from "#modules/inbox/notifications/index.ts";
import { listAudience, type SegmentsService } from "#modules/contacts/segments/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import { retryConflicts } from "#platform/db/conflicts.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { wireId } from "#platform/ids/ids.ts";
import { type Claimed, type Claims, rotateLanes } from "#platform/jobs/claim.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { flowActor } from "../runs/steps/step-kit.ts";
import { compileConditions } from "../definition/conditions.ts";
import { derivedUuid } from "../runs/derived-id.ts";
import { findFlow, findVersion, type VersionRow } from "../definition/flows.queries.ts";
import { filterCandidates, type FilterDeps } from "../runs/filter-candidates.ts";
import { pauseFlow } from "../runs/pausing.ts";
import { insertRuns } from "../runs/runs.queries.ts";
import { channelOf, compileRules, isSchedule, rulesOf, type ScheduleTrigger } from "./schedule-audience.ts";
import { subjectsOf } from "./schedule-subjects.ts";
import { dueOccurrence, lateMsMax, nextOccurrence } from "./schedule-times.ts";
import * as queries from "./schedules.queries.ts";

export interface SchedulesDeps extends FilterDeps {
  database: Database;
  claims: Claims;
  clock: Clock;
  wake: Wake;
  log: Log;
  segments: Pick<SegmentsService, "check" | "compile" | "get">;
  notifications: Pick<NotificationsService, "notify">;
}

/** A page takes a moment; a schedule whose worker died waits no longer than this. */
const leaseMs = 60_000;
const perTenant = 4;
const tenantsAtOnce = 16;
const pollMs = 1_000;
export const pageMax = 500;
/**
 * With this many runs of its tenant due, or messages waiting for its channel, an occurrence waits, so that what people do does not queue
 * behind a whole audience.
 */
const busyMin = 500;
const busyMs = 500;
const retryMs = 1_000;
/** Sorts after every contact created at the same instant. */
const lastId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

type Item = Claimed & { flow_id: string };

/**
 * Starts flows at their times, once for each contact of their audiences. An occurrence processes its contacts page by page, each in a
 * transaction together with its progress: after a crash, nobody's run is started twice.
 */
export function createScheduleLoop(deps: SchedulesDeps): Loop {
  const claimSome = rotateLanes<Item>(deps.claims, queries.scheduleSource);

  async function run(): Promise<boolean> {
    const now = deps.clock.now();
    await deps.claims.returnExpired(queries.scheduleSource, now);
    const claimed = await claimSome({ now, leaseMs, perLane: perTenant, lanes: tenantsAtOnce });
    let hasStarted = false;
    for (const item of claimed) hasStarted = (await advance(item)) || hasStarted;
    if (hasStarted) deps.wake.hint("flows");
    return claimed.length > 0;
  }

  const inTenant = <T>(item: Item, fn: (tx: Tx) => Promise<T>) => retryConflicts(() => deps.database.withTenant(item.tenant_id, fn));

  /** Locks its row, after that of its flow as everywhere; null if the claim is no longer ours. */
  async function hold(tx: Tx, item: Item): Promise<queries.ScheduleRow | null> {
    const row = await queries.lockSchedule(tx, item.flow_id);
    return row?.state === "leased" && row.attempts === item.attempts ? row : null;
  }

  async function advance(item: Item): Promise<boolean> {
    try {
      return await inTenant(item, async (tx) => {
        const flow = await findFlow(tx, item.flow_id, true);
        const row = await hold(tx, item);
        if (row === null) return false;
        const version = flow?.active_version == null ? null : await findVersion(tx, flow.id, flow.active_version);
        if (flow?.status !== "active" || version === null || !isSchedule(version.definition.trigger)) {
          await queries.stopSchedule(tx, item.flow_id);
          return false;
        }
        const now = deps.clock.now();
        const ctx: TxContext = {
          tenantId: item.tenant_id,
          actor: flowActor(item.flow_id),
          scopes: new Set(),
          session: null,
          requestId: "",
          now,
          tx,
        };
        return step(ctx, row, version, version.definition.trigger);
      });
    } catch (error) {
      deps.log.error({ err: error, flowId: wireId("flow", item.flow_id) }, "a scheduled flow could not be started");
      await postpone(item);
      return false;
    }
  }

  /** If even that fails, the lease expires, and the other schedules of the round continue. */
  async function postpone(item: Item): Promise<void> {
    try {
      await inTenant(item, async (tx) => {
        const row = await hold(tx, item);
        if (row === null) return;
        const tries = Math.min(row.tries + 1, 8);
        const runAt = new Date(deps.clock.now().getTime() + retryMs * 2 ** tries);
        await queries.saveSchedule(tx, { ...row, tries, state: "ready", run_at: runAt });
      });
    } catch (error) {
      deps.log.error(
        { err: error, flowId: wireId("flow", item.flow_id) },
        "a scheduled flow could not be postponed; it is retried when its lease expires",
      );
    }
  }

  /** At most one page. True: runs have started. */
  async function step(ctx: TxContext, row: queries.ScheduleRow, version: VersionRow, trigger: ScheduleTrigger): Promise<boolean> {
    const { tx, now } = ctx;
    row.tries = 0;
    const rest = (runAt: Date | null) =>
      queries.saveSchedule(tx, { ...row, state: runAt === null ? "idle" : "ready", run_at: runAt ?? row.run_at });
    if (row.occurrence_at === null) {
      const due = row.next_at === null ? null : dueOccurrence(trigger.at, trigger.timezone, row.next_at, now);
      row.next_at = nextOccurrence(trigger.at, trigger.timezone, now);
      if (due === null) {
        await rest(row.next_at);
        return false;
      }
      row.occurrence_at = due;
      row.after_at = due.toISOString();
      row.after_id = lastId;
      try {
        row.rules = await rulesOf(tx, deps.segments, trigger.audience);
      } catch (error) {
        return unusable(ctx, row.flow_id, error);
      }
    } else if (now.getTime() - row.occurrence_at.getTime() > lateMsMax) {
      const logFields = { flowId: wireId("flow", row.flow_id), occurrenceAt: row.occurrence_at.toISOString() };
      deps.log.warn(logFields, "a scheduled flow did not get through its audience within a day; the remaining contacts are skipped");
      Object.assign(row, { occurrence_at: null, rules: null, after_at: null, after_id: null });
      await rest(row.next_at);
      return false;
    } else if (await queries.isBusy(tx, now, channelOf(trigger), busyMin)) {
      await rest(new Date(now.getTime() + busyMs));
      return false;
    }
    const occurrence = row.occurrence_at;
    let contactIds: string[];
    try {
      const node = await compileRules(tx, occurrence, deps.segments, row.rules);
      const { conditions } = version.definition;
      // Reports invalid conditions once, rather than as a failed run for everybody.
      if (conditions !== null) compileConditions(conditions, { definitions: await deps.fields.definitions(tx), now, at: "conditions" });
      const members = await listAudience(tx, node, [row.after_at as string, row.after_id as string], pageMax);
      contactIds = members.map(({ id }) => id);
      const last = members.length < pageMax ? undefined : members.at(-1);
      row.after_at = last?.position ?? null;
      row.after_id = last?.id ?? null;
    } catch (error) {
      return unusable(ctx, row.flow_id, error);
    }
    const flow = { id: row.flow_id, version: version.version, definition: version.definition };
    const candidates = (await subjectsOf(tx, trigger, contactIds)).map((subject) => ({
      ...subject,
      flow,
      startedBy: "schedule",
      eventId: derivedUuid(flow.id, occurrence.toISOString(), subject.contactId),
      depth: 0,
    }));
    const startedRuns = await insertRuns(tx, now, await filterCandidates(ctx, candidates, deps));
    if (row.after_at === null) {
      row.occurrence_at = null;
      row.rules = null;
      await rest(row.next_at);
    } else await rest(now);
    return startedRuns.length > 0;
  }

  /** The segment was deleted, or the rules refer to a contact field that has changed its type: the flow waits until somebody fixes it. */
  async function unusable(ctx: TxContext, flowId: string, error: unknown): Promise<false> {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    await pauseFlow(ctx, flowId, "rules_unusable", deps);
    return false;
  }

  return createLoop({ name: "flow schedules", run, wake: deps.wake, topics: ["flows"], pollMs, log: deps.log });
}
