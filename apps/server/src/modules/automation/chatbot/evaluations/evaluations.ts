import { recordAudit } from "#platform/audit/audit.ts";
import { AppError, notFound } from "#platform/errors/app-error.ts";
import type { Tx } from "#platform/db/database.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import { type Claims, rotateLanes } from "#platform/jobs/claim.ts";
import { createLoop } from "#platform/jobs/loop.ts";
import { isSetAside, setAsideReason } from "#platform/jobs/set-aside.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import type { Log } from "#platform/log/log.ts";
import type { ChatbotsService } from "../chatbots.service.ts";
import * as queries from "./evaluations.queries.ts";
import type {
  Case,
  ChatbotEvaluation,
  CreateEvaluation,
  EvaluationRun,
  EvaluationSummary,
  Result,
  RunSummary,
  StartRun,
  UpdateEvaluation,
} from "./evaluations.schema.ts";
import type { TrialDeps, Trials } from "../trials.ts";
import type { Decided } from "../turns/turn.ts";

export interface EvaluationDeps extends TrialDeps {
  ids: IdSource;
  wake: Wake;
  log: Log;
  claims: Claims;
}

/** For one case, which takes at most a turn's time. */
const leaseMs = 120_000;
const atOnce = 4;
const pollMs = 1_000;

/** How a decision differs from what a case expects. Pure. */
export function evaluateCase(expected: Case["expect"], decided: Decided): Result["problems"] {
  const reply = (decided.outcome.text ?? decided.reply ?? "").toLowerCase();
  const problems: Result["problems"] = [];
  if (expected.decision !== undefined && expected.decision !== decided.outcome.decision) problems.push("decision");
  if (expected.reason !== undefined && expected.reason !== decided.outcome.reason) problems.push("reason");
  if (expected.contains?.some((text) => !reply.includes(text.toLowerCase()))) problems.push("missing_text");
  if (expected.excludes?.some((text) => reply.includes(text.toLowerCase()))) problems.push("forbidden_text");
  return problems;
}

/** A tenant's suites of cases, and their runs: each case is a trial (trials.ts). */
export function createEvaluations(deps: EvaluationDeps, chatbots: ChatbotsService, trials: Trials) {
  const claim = rotateLanes<queries.ClaimedRun>(deps.claims, queries.runSource);
  async function find(tx: Tx, wire: string, lock = false): Promise<queries.EvaluationRow> {
    const id = parseWireId("bev", wire);
    const row = id === null ? null : await queries.findEvaluation(tx, id, lock);
    if (row === null) throw notFound(wire);
    return row;
  }

  /** One case; the run then waits its turn again. So a server that stops waits for one case, and no run holds up the others. */
  async function runNextCase({ tenant_id: tenantId, id, lease_until: claim }: queries.ClaimedRun): Promise<void> {
    const run = await deps.database.withTenant(tenantId, (tx) => queries.findNextCase(tx, id));
    if (run === null) return;
    const { given, place } = run;
    const { decided } = await trials.tryMessage(
      tenantId,
      { id: run.chatbot_id, version: run.chatbot_version, settings: run.settings },
      {
        message: given.message,
        history: given.history,
        at: given.at === undefined ? undefined : new Date(given.at),
        purpose: "evaluation",
        // The same if the case is run again after a crash, so that it is charged once.
        reference: `evaluation:${id}:${place}`,
      },
    );
    const problems = evaluateCase(given.expect, decided);
    const { decision, reason, text } = decided.outcome;
    const result: Result = { name: given.name, passed: problems.length === 0, problems, decision, reason, reply: text ?? decided.reply };
    const added = { id, claim, place, result, isLast: place === run.total - 1 };
    await deps.database.withTenant(tenantId, (tx) => queries.addResult(tx, deps.clock.now(), added));
  }

  return {
    find,

    /** Throws not_found if the chatbot was deleted. */
    chatbotOf: (tx: Tx, row: queries.EvaluationRow) => chatbots.find(tx, wireId("bot", row.chatbot_id)),

    list: queries.listEvaluations,
    listRuns: queries.listRuns,

    async create(ctx: TxContext, chatbot: string, input: CreateEvaluation): Promise<ChatbotEvaluation> {
      const { id: chatbotId } = await chatbots.find(ctx.tx, chatbot);
      const id = deps.ids.uuid();
      await queries.insertEvaluation(ctx.tx, ctx.now, { id, chatbotId, name: input.name, cases: known(input.cases) });
      await recordAudit(ctx, deps.ids, "chatbot_evaluation.created", wireId("bev", id), { cases: input.cases.length });
      return renderEvaluation(await find(ctx.tx, wireId("bev", id)));
    },

    async update(ctx: TxContext, wire: string, input: UpdateEvaluation): Promise<ChatbotEvaluation> {
      const row = await find(ctx.tx, wire, true);
      const cases = input.cases === undefined ? row.cases : known(input.cases);
      await queries.updateEvaluation(ctx.tx, ctx.now, { id: row.id, name: input.name ?? row.name, cases });
      await recordAudit(ctx, deps.ids, "chatbot_evaluation.updated", wire, { cases: cases.length });
      return renderEvaluation(await find(ctx.tx, wire));
    },

    async delete(ctx: TxContext, wire: string): Promise<{ id: string; deleted: true }> {
      const row = await find(ctx.tx, wire, true);
      await queries.deleteEvaluation(ctx.tx, row.id);
      await recordAudit(ctx, deps.ids, "chatbot_evaluation.deleted", wire);
      return { id: wire, deleted: true };
    },

    /**
     * Runs it with the chatbot's current settings, or with others merged in. 409 conflict while one of its runs is in progress; 404 also
     * for a deleted chatbot.
     */
    async start(ctx: TxContext, wire: string, input: StartRun): Promise<EvaluationRun> {
      // Locked, because it may be deleted meanwhile.
      const evaluation = await find(ctx.tx, wire, true);
      const chatbot = await this.chatbotOf(ctx.tx, evaluation);
      const id = deps.ids.uuid();
      const settings =
        input.settings === undefined ? chatbot.settings : await chatbots.merge(ctx.tx, chatbot.settings, input.settings, "settings.");
      const tried = input.settings !== undefined;
      await queries.endSetAsideRun(ctx.tx, ctx.now, evaluation.id);
      if (!(await queries.insertRun(ctx.tx, ctx.now, { id, evaluation, version: chatbot.version, settings, tried })))
        throw new AppError("conflict", { message: "A run of this evaluation is already in progress." });
      await recordAudit(ctx, deps.ids, "chatbot_evaluation.run", wire, { runId: wireId("brn", id) });
      return this.getRun(ctx.tx, wireId("brn", id));
    },

    async getRun(tx: Tx, wire: string): Promise<EvaluationRun> {
      const id = parseWireId("brn", wire);
      const row = id === null ? null : await queries.findRun(tx, id);
      if (row === null) throw notFound(wire);
      return renderRun(row);
    },

    /**
     * Executes one case of each of some waiting runs. Idempotent and safe to run concurrently: a result has its position, and only the
     * holder of the claim adds it.
     */
    loop: createLoop({
      name: "chatbot evaluations",
      wake: deps.wake,
      topics: [],
      pollMs,
      log: deps.log,
      async run() {
        const now = deps.clock.now();
        await deps.claims.returnExpired(queries.runSource, now);
        const claims = await claim({ now, leaseMs, perLane: 1, lanes: atOnce });
        const runs = await Promise.allSettled(claims.map(runNextCase));
        for (const run of runs)
          if (run.status === "rejected")
            deps.log.error({ err: run.reason }, "a run of an evaluation was interrupted; it resumes when its lease expires");
        return claims.length > 0;
      },
    }),
  };
}

export type Evaluations = ReturnType<typeof createEvaluations>;

/** Drops what the schema does not name: bodies may hold more. */
function known(cases: Case[]): Case[] {
  return cases.map(({ name, message, history, at, expect: { decision, reason, contains, excludes } }) => ({
    name,
    message,
    ...(history === undefined ? {} : { history: history.map(({ from, text }) => ({ from, text })) }),
    ...(at === undefined ? {} : { at }),
    expect: {
      ...(decision === undefined ? {} : { decision }),
      ...(reason === undefined ? {} : { reason }),
      ...(contains === undefined ? {} : { contains }),
      ...(excludes === undefined ? {} : { excludes }),
    },
  }));
}

export function renderEvaluation(row: queries.EvaluationRow): ChatbotEvaluation {
  return {
    id: wireId("bev", row.id),
    chatbotId: wireId("bot", row.chatbot_id),
    name: row.name,
    cases: row.cases,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

export function renderEvaluationSummary(row: queries.EvaluationSummaryRow): EvaluationSummary {
  return {
    id: wireId("bev", row.id),
    chatbotId: wireId("bot", row.chatbot_id),
    name: row.name,
    caseCount: row.case_count,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** A run that was set aside ends as `done` when another one replaces it, with fewer results than cases. */
function statusOf({ state, done, total }: queries.RunSummaryRow): Pick<RunSummary, "status" | "error"> {
  const interrupted = isSetAside(state) || (state === "done" && done < total);
  if (!interrupted) return { status: state === "done" ? "done" : "running", error: null };
  return { status: "failed", error: setAsideReason(state) ?? "It was interrupted twice, and another run took its place." };
}

export function renderRunSummary(row: queries.RunSummaryRow): RunSummary {
  return {
    id: wireId("brn", row.id),
    evaluationId: wireId("bev", row.evaluation_id),
    chatbotId: wireId("bot", row.chatbot_id),
    chatbotVersion: row.chatbot_version,
    triedSettings: row.tried_settings,
    ...statusOf(row),
    total: row.total,
    passed: row.passed,
    failed: row.done - row.passed,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

function renderRun(row: queries.RunRow): EvaluationRun {
  const passed = row.results.filter((result) => result.passed).length;
  const results = row.results.map((result, place) => {
    const { message, expect } = row.cases[place] as Case;
    return { ...result, message, expect };
  });
  return { ...renderRunSummary({ ...row, total: row.cases.length, done: row.results.length, passed }), results };
}
