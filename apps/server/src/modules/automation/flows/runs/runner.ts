import type { ContactFieldsService } from "#modules/contacts/contact-fields/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import { retryConflicts } from "#platform/db/conflicts.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { setOrigin } from "#platform/events/origin.ts";
import type { Context } from "#platform/http/context.ts";
import { wireId } from "#platform/ids/ids.ts";
import { type Claimed, type Claims, rotateLanes } from "#platform/jobs/claim.ts";
import { createLoop, type Loop } from "#platform/jobs/loop.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import type { Actions } from "./steps/actions.ts";
import { type ActionDeps, flowActor, type Prepared } from "./steps/step-kit.ts";
import { LoopDetected } from "./steps/notification-steps.ts";
import { compileConditions, evaluateConditions } from "../definition/conditions.ts";
import { pauseFlow } from "./pausing.ts";
import { buildRequest, textsOfRequest } from "../requests/http-request.ts";
import { emptyResult } from "../requests/requests.jobs.ts";
import { insertRequest, type RequestRow, takeRequest } from "../requests/requests.queries.ts";
import { type Instruction, instructionAt } from "../definition/program.ts";
import type { Programs } from "./programs.ts";
import { countActions, findRun, insertStep, type RunError, type RunRow, runSource, saveRun } from "./runs.queries.ts";
import { readConditionContext, type ConditionContextDeps } from "./condition-context.ts";

export interface RunnerDeps extends ActionDeps, Omit<ConditionContextDeps, "contacts"> {
  contacts: ActionDeps["contacts"] & ConditionContextDeps["contacts"];
  claims: Claims;
  clock: Clock;
  wake: Wake;
  log: Log;
  fields: Pick<ContactFieldsService, "definitions">;
}

/** A step takes a moment; a run whose worker died waits at most this long. */
const leaseMs = 30_000;
const perTenant = 64;
const tenantsAtOnce = 16;
const runsAtOnce = 8;
const stepsAtOnce = 25;
const pollMs = 250;
const triesMax = 5;
const retryMs = 1_000;
/** Longer than all calls of a request take together; a run without an answer by then continues without one. */
const answerMsMax = 3_600_000;
/** Actions of flows in one conversation. */
export const actionsPerMinute = 20;

type Item = Claimed & { id: string };
interface Seen {
  row: RunRow;
  next: ReturnType<typeof instructionAt>;
}
type ExecutableInstruction = Exclude<Instruction, { do: "jump" }>;

/** Advances runs: each step with its effect in one transaction. A waiting run is just a row with the time of its next step. */
export function createRunner(deps: RunnerDeps, actions: Actions, programs: Programs): Loop {
  const claimSome = rotateLanes<Item>(deps.claims, runSource);

  async function run(): Promise<boolean | number> {
    const now = deps.clock.now();
    await deps.claims.returnExpired(runSource, now);
    const claimed = await claimSome({ now, leaseMs, perLane: perTenant, lanes: tenantsAtOnce });
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

  /** Executes a run's steps one after the other, until it waits, ends, or must give others a turn. */
  async function advance(item: Item): Promise<void> {
    try {
      for (let i = 0; i < stepsAtOnce; i++) if (!(await step(item))) return;
      await inTenant(item, async (tx) => {
        const row = await hold(tx, item);
        if (row !== null) await saveRun(tx, deps.clock.now(), { ...row, state: "ready", run_at: deps.clock.now() });
      });
    } catch (error) {
      deps.log.error({ err: error, runId: wireId("frun", item.id) }, "a step of a flow could not be run");
      await inTenant(item, (tx) => postpone(tx, item)).catch((again: unknown) =>
        deps.log.error({ err: again, runId: wireId("frun", item.id) }, "a run of a flow is retried when its lease expires"),
      );
    }
  }

  const inTenant = <T>(item: Item, fn: (tx: Tx) => Promise<T>) => retryConflicts(() => deps.database.withTenant(item.tenant_id, fn));
  const isStillClaimed = (row: RunRow | null, item: Item): row is RunRow => row?.state === "leased" && row.attempts === item.attempts;

  /** Locks the run; null if the claim is no longer ours. */
  async function hold(tx: Tx, item: Item): Promise<RunRow | null> {
    const row = await findRun(tx, item.id, true);
    return isStillClaimed(row, item) ? row : null;
  }

  async function postpone(tx: Tx, item: Item): Promise<void> {
    const row = await hold(tx, item);
    if (row === null) return;
    const now = deps.clock.now();
    row.tries += 1;
    if (row.tries >= triesMax)
      return end(tx, now, row, "failed", { code: "internal_error", message: "The step failed repeatedly.", path: null });
    row.state = "ready";
    row.run_at = new Date(now.getTime() + retryMs * 2 ** row.tries);
    await saveRun(tx, now, row);
  }

  async function end(tx: Tx, now: Date, row: RunRow, status: RunRow["status"], error: RunError | null = null): Promise<void> {
    await saveRun(tx, now, { ...row, status, error, state: "idle", waiting_for: null, waiting_since: null, ended_at: now });
  }

  /** One step. False: the run waits, has ended, or is no longer ours. */
  async function step(item: Item): Promise<boolean> {
    const now = deps.clock.now();
    let found: Seen | null = null;
    const contextOf = (row: RunRow): Context => ({
      tenantId: item.tenant_id,
      actor: flowActor(row.flow_id),
      scopes: new Set(),
      session: null,
      requestId: "",
      now,
    });

    /** null: a message must first be prepared outside the transaction. */
    const attempt = (prepared: Prepared | null, place: number | null) =>
      inTenant(item, async (tx): Promise<boolean | null> => {
        const row = await hold(tx, item);
        if (row === null || (place !== null && row.place !== place)) return false;
        // It began while the grant behind its version was ending: it does nothing more.
        if (row.flow_deleted || row.grant_ended) return end(tx, now, row, "cancelled").then(() => false);
        const program = await programs.of(tx, row);
        const next = instructionAt(program, row.place);
        found = { row: { ...row }, next };
        if (next === null) return end(tx, now, row, "completed").then(() => false);
        if (prepared === null && next.instruction.do === "act" && actions.prepares(next.instruction.step)) return null;
        return apply({ ...contextOf(row), tx }, row, program, next.at, next.instruction, prepared ?? { message: null });
      });

    const seen = (): Seen | null => found;
    try {
      const done = await attempt(null, null);
      const first = seen();
      if (done !== null || first === null) return done === true;
      if (first.next?.instruction.do !== "act") throw new Error("nothing to prepare");
      return (await attempt(await actions.prepare(contextOf(first.row), first.row, first.next.instruction.step), first.row.place)) === true;
    } catch (error) {
      const failed = seen();
      const instruction = failed?.next?.instruction ?? null;
      const runError = toRunError(error, instruction?.path ?? null);
      if (runError === null || failed === null) throw error;
      // The transaction of the effect was rolled back; the failure is stored in another.
      await inTenant(item, async (tx) => {
        const row = await hold(tx, item);
        if (row === null || row.place !== failed.row.place) return;
        if (instruction !== null)
          await record(tx, now, row, instruction, "failed", { code: runError.code, message: runError.message }, null);
        if (instruction?.do === "request") await takeRequest(tx, row.id);
        await end(tx, now, row, "failed", runError);
        if (error instanceof LoopDetected) await pauseFlow({ ...contextOf(row), tx }, row.flow_id, "loop_detected", deps);
      });
      return false;
    }
  }

  async function record(
    tx: Tx,
    now: Date,
    row: RunRow,
    instruction: ExecutableInstruction,
    status: "done" | "waiting" | "failed",
    result: Record<string, unknown>,
    conversationId: string | null,
  ): Promise<void> {
    const type = "step" in instruction ? instruction.step.type : instruction.do;
    await insertStep(tx, now, row.id, { n: ++row.steps, path: instruction.path, type, status, result }, conversationId);
  }

  async function checkPace({ tx, now }: Context & { tx: Tx }, row: RunRow): Promise<void> {
    if (row.conversation_id === null) return;
    const minuteAgo = new Date(now.getTime() - 60_000);
    if ((await countActions(tx, row.conversation_id, minuteAgo, actionsPerMinute)) >= actionsPerMinute)
      throw new LoopDetected(`Flows took more than ${actionsPerMinute} actions in the conversation within a minute.`);
  }

  const originOf = (row: RunRow) => ({ depth: row.depth, runId: wireId("frun", row.id) });

  /** Handles the outcome of a request, in the transaction that advances the run; without one, the outcome is unknown. */
  async function answered(
    ctx: Context & { tx: Tx },
    row: RunRow,
    at: number,
    instruction: Extract<ExecutableInstruction, { do: "request" }>,
    continueAt: (place: number) => Promise<boolean>,
    request: RequestRow | null,
  ): Promise<boolean> {
    const { tx, now } = ctx;
    const answer = request?.answer ?? emptyResult("There was no response in time, so the outcome of the request is unknown.");
    const good = answer.error === null && answer.status !== null && answer.status >= 200 && answer.status <= 299;
    const { values: _, ...response } = answer;
    const result = { outcome: request?.outcome ?? "unknown", ...response, calls: request?.calls ?? 0 };
    if (good) {
      await setOrigin(tx, originOf(row));
      const variables = await actions.storeAnswer(ctx, row, instruction.step, answer);
      row.context = { ...row.context, variables };
      const stored = (instruction.step.store ?? []).map(({ from, variable, field }, i) => ({
        from,
        into: variable === undefined ? field : `variables.${variable}`,
        value: answer.values[i] ?? null,
      }));
      await record(tx, now, row, instruction, "done", { ...result, stored }, null);
    } else await record(tx, now, row, instruction, "failed", result, null);
    const place = good ? at + 1 : instruction.onError;
    if (place !== null) return continueAt(place);
    const message = answer.error ?? `The server responded with ${answer.status}.`;
    await end(tx, now, row, "failed", { code: "provider_error", message, path: instruction.path });
    return false;
  }

  async function apply(
    ctx: Context & { tx: Tx },
    row: RunRow,
    program: readonly Instruction[],
    at: number,
    instruction: ExecutableInstruction,
    prepared: Prepared,
  ): Promise<boolean> {
    const { tx, now } = ctx;
    row.tries = 0;
    const continueAt = async (place: number): Promise<boolean> => {
      const more = instructionAt(program, place) !== null;
      if (more) await saveRun(tx, now, { ...row, place, status: "running", waiting_for: null, waiting_since: null });
      else await end(tx, now, { ...row, place }, "completed");
      return more;
    };
    const rest = async (place: number, waitingFor: "timer" | "reply", until: Date): Promise<false> => {
      await record(tx, now, row, instruction, "waiting", { until: until.toISOString() }, null);
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
    switch (instruction.do) {
      case "stop":
        await record(tx, now, row, instruction, "done", {}, null);
        await end(tx, now, row, "completed");
        return false;
      case "wait":
        return rest(at + 1, "timer", new Date(now.getTime() + instruction.ms));
      case "wait_for_reply":
        if (row.waiting_for === null || row.waiting_for === "timer") return rest(at, "reply", new Date(now.getTime() + instruction.ms));
        if (row.waiting_for === "replied") {
          await record(tx, now, row, instruction, "done", { replied: true, messageId: row.context.message?.id ?? null }, null);
          return continueAt(at + 1);
        }
        await record(tx, now, row, instruction, "done", { replied: false }, null);
        if (instruction.onTimeout !== null) return continueAt(instruction.onTimeout);
        await end(tx, now, row, "timed_out");
        return false;
      case "branch": {
        const condition = compileConditions(instruction.conditions, {
          definitions: await deps.fields.definitions(tx),
          now,
          at: `${instruction.path}.conditions`,
        });
        const [around] = await readConditionContext(ctx, [subjectOfRun(row)], deps);
        if (around == null) throw new AppError("conflict", { message: "The contact or the conversation no longer exists." });
        const held = evaluateConditions(condition, around);
        await record(tx, now, row, instruction, "done", { held }, null);
        return continueAt(held ? at + 1 : instruction.otherwise);
      }
      case "request": {
        if (row.waiting_for === "answer" || row.waiting_for === "answered")
          return answered(ctx, row, at, instruction, continueAt, await takeRequest(tx, row.id));
        await checkPace(ctx, row);
        const fillings = await actions.fillingsOf(ctx, row, textsOfRequest(instruction.step));
        const { method, url } = buildRequest(instruction.step, fillings, null);
        await insertRequest(tx, now, { id: deps.ids.uuid(), runId: row.id, fillings });
        await record(tx, now, row, instruction, "waiting", { method, url }, row.conversation_id);
        const until = new Date(now.getTime() + answerMsMax);
        await saveRun(tx, now, {
          ...row,
          place: at,
          status: "waiting",
          waiting_for: "answer",
          waiting_since: now,
          state: "ready",
          run_at: until,
        });
        return false;
      }
      case "hand_over": {
        await checkPace(ctx, row);
        await setOrigin(tx, originOf(row));
        const result = await actions.perform(ctx, row, instruction.step, prepared);
        await record(tx, now, row, instruction, "done", result, row.conversation_id);
        await end(tx, now, row, "handed_off");
        return false;
      }
      case "act": {
        await checkPace(ctx, row);
        await setOrigin(tx, originOf(row));
        const result = await actions.perform(ctx, row, instruction.step, prepared);
        await record(tx, now, row, instruction, "done", result, row.conversation_id);
        return continueAt(at + 1);
      }
    }
  }

  return createLoop({ name: "flow runs", run, wake: deps.wake, topics: ["flows"], pollMs, log: deps.log });
}

export const subjectOfRun = (row: RunRow) => ({ contactId: row.contact_id, conversationId: row.conversation_id, context: row.context });

/** The error that a run shows for a refused step; null: a failure of ours, to be retried. */
function toRunError(error: unknown, path: string | null): RunError | null {
  if (error instanceof LoopDetected) return { code: "loop_detected", message: error.message, path };
  if (error instanceof AppError && error.status < 500) return { code: error.code, message: error.message, path };
  return null;
}
