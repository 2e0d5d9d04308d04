import type { ContactsService } from "#modules/contacts/contacts/index.ts";
import type { ConversationsService } from "#modules/inbox/conversations/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { actorWireId } from "#platform/auth/actor.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import { chainMax } from "./steps/notification-steps.ts";
import { findVersion } from "../definition/flows.queries.ts";
import type { FlowRun, FlowRunWithSteps, StartRun } from "../definition/flows.schema.ts";
import type { FlowsService } from "../definition/flows.service.ts";
import { isSetAside, setAsideReason } from "#platform/jobs/set-aside.ts";
import { takeRequest } from "../requests/requests.queries.ts";
import { isSchedule } from "../schedules/schedule-audience.ts";
import { subjectFor } from "../schedules/schedule-subjects.ts";
import * as queries from "./runs.queries.ts";

export interface RunsDeps {
  ids: IdSource;
  contacts: Pick<ContactsService, "get">;
  conversations: Pick<ConversationsService, "get">;
}

/** A run has at most as many steps as its flow, and two for each that waits. */
const stepsShownMax = 500;

export function createRunsService(deps: RunsDeps, flows: Pick<FlowsService, "find">) {
  async function find(tx: Tx, wire: string, lock = false): Promise<queries.RunRow> {
    const id = parseWireId("frun", wire);
    const row = id === null ? null : await queries.findRun(tx, id, lock);
    if (row === null || row.flow_deleted) throw notFound(wire);
    return row;
  }

  async function show(tx: Tx, row: queries.RunRow): Promise<FlowRunWithSteps> {
    const steps = await queries.listSteps(tx, row.id, 0, stepsShownMax);
    return { ...renderRun(row), steps: steps.map((step) => ({ ...step, at: step.at.toISOString() })) };
  }

  return {
    find,
    list: queries.listRuns,

    /** Throws not_found. */
    async get(tx: Tx, wire: string): Promise<FlowRunWithSteps> {
      return show(tx, await find(tx, wire));
    },

    /**
     * Starts it by hand, regardless of the trigger and the conditions. 404 for an unknown contact or conversation; 409 conflict for a flow
     * that is not active, that is already running for the contact, that is once per contact and was completed, or whose chain of requests
     * has reached its limit.
     */
    async start(ctx: TxContext, wire: string, input: StartRun): Promise<FlowRunWithSteps> {
      const flow = await flows.find(ctx.tx, wire, true);
      const conversation = input.conversationId === undefined ? null : await deps.conversations.get(ctx, input.conversationId);
      const chosen = input.contactId ?? conversation?.contactId;
      if (chosen === undefined) throw invalidField("contactId", "required", "Send a contact or a conversation.");
      const contact = await deps.contacts.get(ctx.tx, chosen);
      if (conversation !== null && conversation.contactId !== contact.id)
        throw new AppError("conflict", { message: "The conversation belongs to another contact." });
      if (flow.status !== "active" || flow.active_version === null)
        throw new AppError("conflict", { message: `The flow is ${flow.status}. Activate it first.` });
      const depth = ctx.origin === undefined ? 0 : ctx.origin.depth + 1;
      if (depth > chainMax)
        throw new AppError("conflict", { message: `This is a loop: more than ${chainMax} flows started each other in a chain.` });
      const version = await findVersion(ctx.tx, flow.id, flow.active_version);
      const asked = {
        contactId: parseWireId("cnt", contact.id) as string,
        conversationId: conversation === null ? null : parseWireId("conv", conversation.id),
        context: {},
      };
      const trigger = version?.definition.trigger;
      const subject = trigger !== undefined && isSchedule(trigger) ? await subjectFor(ctx, deps.conversations, trigger, asked) : asked;
      const [id] = await queries.insertRuns(ctx.tx, ctx.now, [
        {
          id: deps.ids.uuid(),
          flowId: flow.id,
          version: flow.active_version,
          ...subject,
          startedBy: actorWireId(ctx.actor),
          eventId: null,
          depth,
          once: version?.definition.oncePerContact === true,
          error: null,
        },
      ]);
      if (id === undefined)
        throw new AppError("conflict", { message: "The flow is already running for this contact, or has already run once for them." });
      await recordAudit(ctx, deps.ids, "flow_run.started", wireId("frun", id), { flowId: wire, contactId: contact.id });
      return show(ctx.tx, await find(ctx.tx, wireId("frun", id)));
    },

    /** Stops further steps; what was done stays. 409 invalid_transition for a run that has ended. */
    async cancel(ctx: TxContext, wire: string): Promise<FlowRunWithSteps> {
      const row = await find(ctx.tx, wire, true);
      if (row.ended_at !== null) throw new AppError("invalid_transition", { message: `The run is ${row.status}.` });
      await queries.saveRun(ctx.tx, ctx.now, {
        ...row,
        status: "cancelled",
        state: "idle",
        waiting_for: null,
        waiting_since: null,
        ended_at: ctx.now,
      });
      await takeRequest(ctx.tx, row.id);
      await recordAudit(ctx, deps.ids, "flow_run.cancelled", wire, { flowId: wireId("flow", row.flow_id) });
      return show(ctx.tx, await find(ctx.tx, wire));
    },
  };
}

export type RunsService = ReturnType<typeof createRunsService>;

/** A run that was set aside does not continue until it is cancelled or put back, and says why. */
function setAsideErrorOf({ state }: queries.RunRow): queries.RunError | null {
  const message = setAsideReason(state);
  return message === null ? null : { code: "internal_error", message, path: null };
}

export function renderRun(row: queries.RunRow): FlowRun {
  return {
    id: wireId("frun", row.id),
    flowId: wireId("flow", row.flow_id),
    version: row.version,
    contactId: wireId("cnt", row.contact_id),
    conversationId: row.conversation_id === null ? null : wireId("conv", row.conversation_id),
    status: row.status,
    startedBy: row.started_by,
    depth: row.depth,
    // When an answer will come is unknown.
    waitingUntil: row.status === "waiting" && row.waiting_for !== "answer" && !isSetAside(row.state) ? row.run_at.toISOString() : null,
    error: row.error ?? setAsideErrorOf(row),
    startedAt: row.started_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}
