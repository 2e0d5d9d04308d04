import type { ContactFieldsService } from "#modules/contact-fields/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import { retryConflicts } from "#platform/db/conflicts.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { Context } from "#platform/http/context.ts";
import { wireId } from "#platform/ids/ids.ts";
import type { Claimed, Claims } from "#platform/jobs/claim.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import { type ActionDeps, createActions, flowActor, LoopDetected, type Prepared } from "./actions.ts";
import { compileConditions, evaluateConditions } from "./conditions.ts";
import { findVersion } from "./flows.queries.ts";
import { pauseLooping } from "./loop-guard.ts";
import { compileProgram, type Instruction, instructionAt } from "./program.ts";
import { countActions, findRun, insertStep, type RunError, type RunRow, runSource, saveRun } from "./runs.queries.ts";
import { readSurroundings, type SurroundingsDeps } from "./surroundings.ts";

export interface RunnerDeps extends ActionDeps, Omit<SurroundingsDeps, "contacts"> {
  contacts: ActionDeps["contacts"] & SurroundingsDeps["contacts"];
  claims: Claims;
  clock: Clock;
  wake: Wake;
  log: Log;
  fields: Pick<ContactFieldsService, "definitions">;
}

/** A step takes a moment; whoever died with a run keeps it waiting for no longer than this. */
const leaseMs = 30_000;
const perTenant = 64;
const tenantsAtOnce = 16;
const runsAtOnce = 8;
const stepsAtOnce = 25;
const pollMs = 250;
const triesMax = 5;
const retryMs = 1_000;
/** Actions of flows in one conversation. */
export const actionsPerMinute = 20;
const programsMax = 2_000;

type Item = Claimed & { id: string };
type Doing = Exclude<Instruction, { do: "jump" }>;

/** Takes runs further: each step with its effect in one transaction. A run that waits is a row with the time of its next step, nothing else. */
export function createRunner(deps: RunnerDeps): Loop {
  const actions = createActions(deps);
  // Versions never change, so that what was compiled once holds.
  const programs = new Map<string, Instruction[]>();

  async function programOf(tx: Tx, row: RunRow): Promise<Instruction[]> {
    const key = `${tx.tenantId}/${row.flow_id}/${row.version}`;
    const known = programs.get(key);
    if (known !== undefined) return known;
    const version = await findVersion(tx, row.flow_id, row.version);
    if (version === null) throw new Error("a run without its version");
    const program = compileProgram(version.definition.steps);
    if (programs.size >= programsMax) programs.clear();
    programs.set(key, program);
    return program;
  }

  async function run(): Promise<boolean | number> {
    const now = deps.clock.now();
    await deps.claims.returnExpired(runSource, now);
    const claimed = await deps.claims.claim<Item>(runSource, { now, leaseMs, perLane: perTenant, lanes: tenantsAtOnce });
    if (claimed.length === 0) return false;
    const waiting = [...claimed];
    await Promise.all(
      Array.from({ length: runsAtOnce }, async () => {
        for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await advance(item);
      }),
    );
    deps.wake.hint("events");
    deps.messages.sent();
    return true;
  }

  /** A run's steps one after the other, until it waits, ends, or others have a right to their turn. */
  async function advance(item: Item): Promise<void> {
    try {
      for (let i = 0; i < stepsAtOnce; i++) if (!(await step(item))) return;
      await inTenant(item, async (tx) => {
        const row = await hold(tx, item);
        if (row !== null) await saveRun(tx, deps.clock.now(), { ...row, state: "ready", run_at: deps.clock.now() });
      });
    } catch (error) {
      deps.log.error({ err: error, runId: wireId("frun", item.id) }, "a step of a flow could not be made");
      await inTenant(item, (tx) => postpone(tx, item)).catch((again: unknown) =>
        deps.log.error({ err: again, runId: wireId("frun", item.id) }, "a run of a flow waits for the end of its lease"),
      );
    }
  }

  const inTenant = <T>(item: Item, fn: (tx: Tx) => Promise<T>) => retryConflicts(() => deps.database.withTenant(item.tenant_id, fn));
  const mine = (row: RunRow | null, item: Item): row is RunRow => row?.state === "leased" && row.attempts === item.attempts;

  /** The run under its lock; null when the claim is not ours any more. */
  async function hold(tx: Tx, item: Item): Promise<RunRow | null> {
    const row = await findRun(tx, item.id, true);
    return mine(row, item) ? row : null;
  }

  async function postpone(tx: Tx, item: Item): Promise<void> {
    const row = await hold(tx, item);
    if (row === null) return;
    const now = deps.clock.now();
    row.tries += 1;
    if (row.tries >= triesMax)
      return end(tx, now, row, "failed", { code: "internal_error", message: "The step failed again and again.", path: null });
    row.state = "ready";
    row.run_at = new Date(now.getTime() + retryMs * 2 ** row.tries);
    await saveRun(tx, now, row);
  }

  async function end(tx: Tx, now: Date, row: RunRow, status: RunRow["status"], error: RunError | null = null): Promise<void> {
    await saveRun(tx, now, { ...row, status, error, state: "idle", waiting_for: null, waiting_since: null, ended_at: now });
  }

  /** One step. False: the run waits, has ended, or is not ours any more. */
  async function step(item: Item): Promise<boolean> {
    const now = deps.clock.now();
    const seen = await inTenant(item, async (tx) => {
      const row = await findRun(tx, item.id);
      return mine(row, item) ? { row, next: instructionAt(await programOf(tx, row), row.place) } : null;
    });
    if (seen === null) return false;
    const ctx: Context = {
      tenantId: item.tenant_id,
      actor: flowActor(seen.row.flow_id),
      scopes: new Set(),
      session: null,
      requestId: "",
      now,
    };
    const doing = seen.next?.instruction ?? null;
    try {
      const prepared = doing?.do === "act" && !seen.row.flow_deleted ? await actions.prepare(ctx, seen.row, doing.step) : { message: null };
      return await inTenant(item, async (tx) => {
        const row = await hold(tx, item);
        if (row === null || row.place !== seen.row.place) return false;
        if (row.flow_deleted) return end(tx, now, row, "cancelled").then(() => false);
        if (seen.next === null || doing === null) return end(tx, now, row, "completed").then(() => false);
        return apply({ ...ctx, tx }, row, seen.next.at, doing, prepared);
      });
    } catch (error) {
      const told = toRunError(error, doing?.path ?? null);
      if (told === null) throw error;
      // The transaction of the effect is gone with all it did; that it failed is written in another.
      await inTenant(item, async (tx) => {
        const row = await hold(tx, item);
        if (row === null || row.place !== seen.row.place) return;
        if (doing !== null) await record(tx, now, row, doing, "failed", { code: told.code, message: told.message }, null);
        await end(tx, now, row, "failed", told);
        if (error instanceof LoopDetected) await pauseLooping({ ...ctx, tx }, row.flow_id, deps);
      });
      return false;
    }
  }

  async function record(
    tx: Tx,
    now: Date,
    row: RunRow,
    doing: Doing,
    status: "done" | "waiting" | "failed",
    result: Record<string, unknown>,
    conversationId: string | null,
  ): Promise<void> {
    const type = doing.do === "act" ? doing.step.type : doing.do;
    await insertStep(tx, now, row.id, { n: ++row.steps, path: doing.path, type, status, result }, conversationId);
  }

  async function apply(ctx: Context & { tx: Tx }, row: RunRow, at: number, doing: Doing, prepared: Prepared): Promise<boolean> {
    const { tx, now } = ctx;
    row.tries = 0;
    const goOn = async (place: number): Promise<true> => {
      await saveRun(tx, now, { ...row, place, status: "running", waiting_for: null, waiting_since: null });
      return true;
    };
    const rest = async (place: number, waitingFor: "timer" | "reply", until: Date): Promise<false> => {
      await record(tx, now, row, doing, "waiting", { until: until.toISOString() }, null);
      await saveRun(tx, now, {
        ...row,
        place,
        status: "waiting",
        waiting_for: waitingFor,
        waiting_since: now,
        state: "ready",
        run_at: until,
      });
      return false;
    };
    switch (doing.do) {
      case "stop":
        await record(tx, now, row, doing, "done", {}, null);
        await end(tx, now, row, "completed");
        return false;
      case "wait":
        return rest(at + 1, "timer", new Date(now.getTime() + doing.ms));
      case "wait_for_reply":
        if (row.waiting_for === null || row.waiting_for === "timer") return rest(at, "reply", new Date(now.getTime() + doing.ms));
        if (row.waiting_for === "replied") {
          await record(tx, now, row, doing, "done", { replied: true, messageId: row.context.message?.id ?? null }, null);
          return goOn(at + 1);
        }
        await record(tx, now, row, doing, "done", { replied: false }, null);
        if (doing.onTimeout !== null) return goOn(doing.onTimeout);
        await end(tx, now, row, "timed_out");
        return false;
      case "branch": {
        const condition = compileConditions(doing.conditions, {
          definitions: await deps.fields.definitions(tx),
          now,
          at: `${doing.path}.conditions`,
        });
        const [around] = await readSurroundings(ctx, [subjectOfRun(row)], deps);
        if (around == null) throw new AppError("conflict", { message: "The contact or the conversation is gone." });
        const held = evaluateConditions(condition, around);
        await record(tx, now, row, doing, "done", { held }, null);
        return goOn(held ? at + 1 : doing.otherwise);
      }
      case "act": {
        if (row.conversation_id !== null) {
          const minuteAgo = new Date(now.getTime() - 60_000);
          if ((await countActions(tx, row.conversation_id, minuteAgo, actionsPerMinute)) >= actionsPerMinute)
            throw new LoopDetected(`Flows did more than ${actionsPerMinute} things in the conversation within a minute.`);
        }
        // Every event of this transaction carries it, whoever writes the event. An id of ours and a number: nothing to escape.
        const origin = JSON.stringify({ depth: row.depth, runId: wireId("frun", row.id) });
        await tx.query({ text: `set local app.origin = '${origin}'` });
        const result = await actions.perform(ctx, row, doing.step, prepared);
        await record(tx, now, row, doing, "done", result, row.conversation_id);
        return goOn(at + 1);
      }
    }
  }

  return createLoop({ name: "flow runs", run, wake: deps.wake, topics: ["flows"], pollMs, log: deps.log });
}

export const subjectOfRun = (row: RunRow) => ({ contactId: row.contact_id, conversationId: row.conversation_id, context: row.context });

/** What a run tells of a step that was refused; null: a failure of ours, to be tried again. */
function toRunError(error: unknown, path: string | null): RunError | null {
  if (error instanceof LoopDetected) return { code: "loop_detected", message: error.message, path };
  if (error instanceof AppError && error.status < 500) return { code: error.code, message: error.message, path };
  return null;
}
