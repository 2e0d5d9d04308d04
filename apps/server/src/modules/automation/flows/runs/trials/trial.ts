import type { ContactFieldsService } from "#modules/contacts/contact-fields/index.ts";
import type { ContactsService } from "#modules/contacts/contacts/index.ts";
import type { ConversationsService } from "#modules/inbox/conversations/index.ts";
import type { SegmentsService } from "#modules/contacts/segments/index.ts";
import type { Database } from "#platform/db/database.ts";
import { AppError, invalidField, missingReference, unprocessable } from "#platform/errors/app-error.ts";
import type { Context, TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import type { Actions } from "../steps/actions.ts";
import { flowActor } from "../steps/step-kit.ts";
import { LoopDetected } from "../steps/notification-steps.ts";
import type { Definition, Step } from "../../definition/definition.ts";
import { explainConditions } from "../../definition/explain.ts";
import { findVersion } from "../../definition/flows.queries.ts";
import type { FlowsService } from "../../definition/flows.service.ts";
import { buildRequest, textsOfRequest } from "../../requests/http-request.ts";
import { isInAudience, isSchedule, type ScheduleTrigger } from "../../schedules/schedule-audience.ts";
import { isSeen, subjectFor } from "../../schedules/schedule-subjects.ts";
import { compileProgram, type Instruction, instructionAt } from "../../definition/program.ts";
import type { RunRow } from "../runs.queries.ts";
import { readConditionContext, type Subject, type ConditionContextDeps } from "../condition-context.ts";
import { findEvent, findLastMessage } from "./trial.queries.ts";
import type { FlowTest, TestFlow } from "./trial.schema.ts";
import { withAnswers } from "../form-answers.ts";
import { contextOf, eventTypeOf, startsFlow, subjectOf } from "../../definition/triggers.ts";

export interface TrialDeps extends Omit<ConditionContextDeps, "contacts"> {
  database: Database;
  ids: IdSource;
  contacts: Pick<ContactsService, "get" | "listByIds">;
  conversations: Pick<ConversationsService, "get">;
  fields: Pick<ContactFieldsService, "definitions">;
  segments: Pick<SegmentsService, "check" | "compile" | "get">;
}

/**
 * Each holds a transaction while it asks for another connection (a message is prepared in parallel): only a few at a time, so that the pool
 * is never exhausted.
 */
const atOnceMax = 2;

type ShownStep = FlowTest["steps"][number];

/** Rolls back the transaction of a trial. */
class RolledBack extends Error {
  readonly result: FlowTest;
  constructor(result: FlowTest) {
    super("taken back");
    this.result = result;
  }
}

/**
 * What a flow would do. Its steps are really performed, by the services that a run uses, in a transaction that is rolled back at its end:
 * what would be refused is refused, and a branch sees the effects of the steps before it. Nothing is sent or called, because that happens
 * after a commit.
 */
export function createTrials(deps: TrialDeps, flows: Pick<FlowsService, "find" | "problemsOf">, actions: Actions) {
  let free = atOnceMax;
  const queue: (() => void)[] = [];

  async function serialized<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) free++;
      else next();
    }
  }

  async function readSubject(
    ctx: TxContext,
    input: TestFlow,
  ): Promise<{ subject: Subject; event: { type: string; data: Record<string, unknown> } | null }> {
    if (input.eventId !== undefined) {
      const id = parseWireId("evt", input.eventId);
      const event = id === null ? null : await findEvent(ctx.tx, id);
      const about = event === null ? null : subjectOf(event.data);
      if (event === null || about === null || !(await isSeen(ctx, deps.conversations, about.conversationId)))
        throw missingReference("eventId", "There is no such event with a contact, or it is no longer in the log.");
      for (const field of ["conversationId", "contactId", "message"] as const)
        if (input[field] !== undefined)
          throw invalidField(field, "not_allowed", "An event already determines the contact and the message. Leave those fields out.");
      const [{ context } = { context: {} }] = await withAnswers(ctx.tx, [{ event, context: contextOf(event.data) }]);
      return { subject: { ...about, context }, event };
    }
    if (input.conversationId !== undefined) {
      const conversation = await deps.conversations.get(ctx, input.conversationId);
      if (input.contactId !== undefined && (await deps.contacts.get(ctx.tx, input.contactId)).id !== conversation.contactId)
        throw new AppError("conflict", { message: "The conversation belongs to another contact." });
      const conversationId = parseWireId("conv", conversation.id) as string;
      const contactId = parseWireId("cnt", conversation.contactId) as string;
      const said =
        input.message === undefined
          ? await findLastMessage(ctx.tx, conversationId)
          : { id: deps.ids.uuid(), type: "text", text: input.message };
      const message = said === null ? undefined : { id: wireId("msg", said.id), type: said.type, text: said.text };
      const data = { channelId: conversation.channelId, conversationId: conversation.id, contactId: conversation.contactId, message };
      return {
        subject: { contactId, conversationId, context: contextOf(data) },
        event: message === undefined ? null : { type: "message.received", data },
      };
    }
    if (input.message !== undefined) throw invalidField("conversationId", "required", "A message needs a conversation.");
    if (input.contactId === undefined) throw invalidField("eventId", "required", "Send an event, a conversation or a contact.");
    const contact = await deps.contacts.get(ctx.tx, input.contactId);
    return { subject: { contactId: parseWireId("cnt", contact.id) as string, conversationId: null, context: {} }, event: null };
  }

  async function definitionOf(ctx: TxContext, wire: string, input: TestFlow) {
    const flow = await flows.find(ctx.tx, wire);
    const number = input.version ?? flow.version;
    const version = await findVersion(ctx.tx, flow.id, number);
    if (version === null) throw invalidField("version", "unknown", "This version of the flow does not exist.");
    const { definition } = version;
    const problems = await flows.problemsOf(ctx, { id: flow.id, definition });
    const [first] = problems;
    if (first !== undefined)
      throw unprocessable(
        first.message,
        problems.map(({ field, issue }) => ({ field, issue })),
      );
    return { flow, number, definition };
  }

  async function simulate(ctx: TxContext, row: RunRow, definition: Definition, reply: string | undefined) {
    const steps: ShownStep[] = [];
    const program = compileProgram(definition.steps);
    for (let place = 0; ; ) {
      const next = instructionAt(program, place);
      if (next === null) return { steps, outcome: "completed" as const };
      const { at, instruction } = next;
      const shown: ShownStep = {
        path: instruction.path,
        type: "step" in instruction ? instruction.step.type : instruction.do,
        does: {},
        conditions: null,
        error: null,
      };
      steps.push(shown);
      await ctx.tx.query({ text: "savepoint flow_trial" });
      try {
        const then = await simulateStep(ctx, row, instruction, shown, reply);
        if (typeof then === "string") return { steps, outcome: then };
        place = then ?? at + 1;
      } catch (error) {
        const failure = error instanceof LoopDetected ? { code: "loop_detected", message: error.message } : refusalOf(error);
        if (failure === null) throw error;
        await ctx.tx.query({ text: "rollback to savepoint flow_trial" });
        shown.error = failure;
        return { steps, outcome: "failed" as const };
      }
    }
  }

  /** Where the run would continue; null: at the next instruction; a status: how it would end. */
  async function simulateStep(
    ctx: TxContext,
    row: RunRow,
    instruction: Exclude<Instruction, { do: "jump" }>,
    shown: ShownStep,
    reply: string | undefined,
  ): Promise<number | null | "completed" | "handed_off" | "timed_out"> {
    switch (instruction.do) {
      case "stop":
        return "completed";
      case "wait":
        shown.does = { seconds: instruction.ms / 1_000 };
        return null;
      case "wait_for_reply":
        shown.does = { timeoutSeconds: instruction.ms / 1_000, replied: reply !== undefined };
        if (reply === undefined) return instruction.onTimeout ?? "timed_out";
        row.context = { ...row.context, message: { id: wireId("msg", deps.ids.uuid()), type: "text", text: reply } };
        return null;
      case "branch": {
        const explained = await explain(
          ctx,
          { contactId: row.contact_id, conversationId: row.conversation_id, context: row.context },
          instruction.conditions,
          `${instruction.path}.conditions`,
        );
        shown.conditions = explained;
        shown.does = { held: explained.held };
        return explained.held ? null : instruction.otherwise;
      }
      case "request": {
        const built = buildRequest(instruction.step, await actions.fillingsOf(ctx, row, textsOfRequest(instruction.step)), null);
        shown.does = { ...built, assumed: "a response with status 200, of which nothing is stored" };
        // Later steps may use the variables that it would have set.
        const assumed = (instruction.step.store ?? []).flatMap(({ variable }) =>
          variable === undefined ? [] : [[variable, `(${variable})`]],
        );
        row.context = { ...row.context, variables: { ...row.context.variables, ...Object.fromEntries(assumed) } };
        return null;
      }
      case "hand_over":
      case "act": {
        const { step } = instruction;
        const prepared = await actions.prepare(ctx, row, step);
        const result = await actions.perform(ctx, row, step, prepared);
        shown.does = {
          ...describe(step),
          ...(await actions.textsOf(ctx, row, step)),
          ...(result["runId"] === null ? { starts: false } : {}),
        };
        return instruction.do === "hand_over" ? "handed_off" : null;
      }
    }
  }

  async function explain(ctx: TxContext, subject: Subject, rules: Parameters<typeof explainConditions>[0], at: string) {
    const [around] = await readConditionContext(ctx, [subject], deps);
    if (around == null) throw new AppError("conflict", { message: "The contact or the conversation no longer exists." });
    return explainConditions(rules, around, { definitions: await deps.fields.definitions(ctx.tx), now: ctx.now, at });
  }

  return {
    /**
     * 404 for an unknown flow, contact or conversation; 400 for an unknown event or version; 422 for a version that
     * could not be activated.
     */
    async run(ctx: Context, wire: string, input: TestFlow): Promise<FlowTest> {
      try {
        return await serialized(() => deps.database.withTenant(ctx.tenantId, (tx) => attempt({ ...ctx, tx }, wire, input)));
      } catch (error) {
        if (error instanceof RolledBack) return error.result;
        throw error;
      }
    },
  };

  async function attempt(caller: TxContext, wire: string, input: TestFlow): Promise<never> {
    const { flow, number, definition } = await definitionOf(caller, wire, input);
    const { subject: given, event } = await readSubject(caller, input);
    const subject = isSchedule(definition.trigger) ? await subjectFor(caller, deps.conversations, definition.trigger, given) : given;
    const ctx: TxContext = { ...caller, actor: flowActor(flow.id), session: null, scopes: new Set() };
    const { trigger } = definition;
    const listens = eventTypeOf(trigger);
    // A message only tests message triggers: it says nothing about other events of the conversation.
    const testable = event !== null && (input.eventId !== undefined || listens === event.type);
    const byEvent = testable ? listens === event.type && startsFlow(trigger, event) : null;
    const matched = isSchedule(trigger) ? await matchesSchedule(ctx, subject, trigger) : byEvent;
    const conditions = definition.conditions === null ? null : await explain(ctx, subject, definition.conditions, "conditions");
    const simulated = await simulate(ctx, runRow(ctx, flow.id, number, subject), definition, input.reply);
    throw new RolledBack({
      flowId: wire,
      version: number,
      contactId: wireId("cnt", subject.contactId),
      conversationId: subject.conversationId === null ? null : wireId("conv", subject.conversationId),
      trigger: { type: trigger.type, matched, eventType: event?.type ?? null },
      conditions,
      starts: matched !== false && conditions?.held !== false,
      ...simulated,
    });
  }

  /** Whether the contact is in the audience. */
  async function matchesSchedule(ctx: TxContext, subject: Subject, trigger: ScheduleTrigger): Promise<boolean> {
    const [around] = await readConditionContext(ctx, [subject], deps);
    return around != null && isInAudience(ctx.tx, ctx.now, deps.segments, trigger, around);
  }

  function runRow(ctx: TxContext, flowId: string, version: number, subject: Subject): RunRow {
    return {
      id: deps.ids.uuid(),
      flow_id: flowId,
      version,
      contact_id: subject.contactId,
      conversation_id: subject.conversationId,
      status: "running",
      started_by: "",
      trigger_event_id: null,
      depth: 0,
      context: subject.context,
      place: 0,
      steps: 0,
      waiting_for: null,
      waiting_since: null,
      error: null,
      state: "leased",
      run_at: ctx.now,
      attempts: 1,
      tries: 0,
      started_at: ctx.now,
      updated_at: ctx.now,
      ended_at: null,
      flow_deleted: false,
      grant_ended: false,
      position: "",
    };
  }
}

export type Trials = ReturnType<typeof createTrials>;

const describe = ({ type: _, ...fields }: Step): Record<string, unknown> => fields;

function refusalOf(error: unknown): { code: string; message: string } | null {
  return error instanceof AppError && error.status < 500 ? { code: error.code, message: error.message } : null;
}
