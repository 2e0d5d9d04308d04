import type { Attempts } from "#modules/people/auth/index.ts";
import type { ContactFieldsService } from "#modules/contacts/contact-fields/index.ts";
import type { ContactsService, CreateContact } from "#modules/contacts/contacts/index.ts";
import type { NotificationsService } from "#modules/inbox/notifications/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { actorWireId } from "#platform/auth/actor.ts";
import { hashToken, isToken, mintToken } from "#platform/auth/session-token.ts";
import { isConflict } from "#platform/db/conflicts.ts";
import type { Database } from "#platform/db/database.ts";
import { AppError, brokenRule, notFound } from "#platform/errors/app-error.ts";
import { type Origins, setOrigin } from "#platform/events/origin.ts";
import type { PublicContext, TxContext } from "#platform/http/context.ts";
import { networkOf } from "#platform/http/hardening/network.ts";
import { readIdempotencyKey } from "#platform/idempotency/idempotency.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import { flowActor } from "../runs/steps/step-kit.ts";
import { chainMax } from "../runs/steps/notification-steps.ts";
import { compileConditions, evaluateConditions } from "../definition/conditions.ts";
import type { Trigger } from "../definition/definition.ts";
import { derivedUuid } from "../runs/derived-id.ts";
import { findFlow, findVersion } from "../definition/flows.queries.ts";
import type { FlowsService } from "../definition/flows.service.ts";
import * as queries from "./hooks.queries.ts";
import type { FlowHook, FlowHookAnswer, FlowHookWithUrl } from "./hooks.schema.ts";
import { type Stored, type StoredValue, valueAt } from "../requests/http-request.ts";
import { pauseFlow } from "../runs/pausing.ts";
import { insertRuns, type RunContext } from "../runs/runs.queries.ts";
import { readConditionContext, type ConditionContextDeps } from "../runs/condition-context.ts";

export interface HooksDeps extends Omit<ConditionContextDeps, "contacts"> {
  database: Database;
  ids: IdSource;
  wake: Wake;
  attempts: Attempts;
  origins: Origins;
  contacts: Pick<ContactsService, "create" | "findByEmail" | "findByPhone" | "get" | "lockEmail" | "listByIds">;
  fields: Pick<ContactFieldsService, "definitions">;
  notifications: Pick<NotificationsService, "notify">;
  publicUrl(): string;
}

/** What a `webhook` trigger says about the body. */
interface HookTrigger extends Trigger {
  contactBy: "phone" | "email" | "id";
  contactFrom: string;
  createContact?: boolean;
  nameFrom?: string;
  store?: Stored[];
}

const triesMax = 4;
/** A concurrent, identical call has started the run while this one created a contact: nothing of this one is stored. */
const concurrentCallWon = Symbol("a concurrent call was first");

/** Addresses at which other systems start flows. See docs/subsystems/automation/flows.md, Webhooks. */
export function createHooksService(deps: HooksDeps, flows: Pick<FlowsService, "find">) {
  async function find(ctx: TxContext, wire: string): Promise<queries.HookRow> {
    const flow = await flows.find(ctx.tx, wire);
    const row = await queries.findHook(ctx.tx, flow.id, ctx.now);
    if (row === null) throw notFound(wire);
    return row;
  }

  const render = (row: queries.HookRow): FlowHook => ({
    flowId: wireId("flow", row.flow_id),
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
  });

  /**
   * Throws 422 for a body without the contact, for one that matches several contacts, and for an unknown contact that the trigger does not
   * create; 403 entitlement_exceeded if it may be created and the limit is reached.
   */
  async function contactOf(ctx: TxContext, trigger: HookTrigger, body: unknown): Promise<{ contactId: string; made: boolean }> {
    const { contactBy, contactFrom, nameFrom } = trigger;
    const given = valueAt(body, contactFrom);
    const text = typeof given === "number" ? String(given) : given;
    if (typeof text !== "string" || text.trim() === "")
      throw brokenRule(contactFrom, "required", `The flow expects the contact's ${contactBy} at ${contactFrom}.`);
    const unknown = () => brokenRule(contactFrom, "unknown", `No contact has this ${contactBy}.`);
    if (contactBy === "id") {
      const id = parseWireId("cnt", text);
      if (id === null) throw unknown();
      try {
        return { contactId: parseWireId("cnt", (await deps.contacts.get(ctx.tx, text)).id) as string, made: false };
      } catch (error) {
        throw error instanceof AppError && error.code === "not_found" ? unknown() : error;
      }
    }
    // Phones are unique, e-mails are not: two concurrent calls would both find nobody and create two contacts.
    if (contactBy === "email" && trigger.createContact === true) await deps.contacts.lockEmail(ctx.tx, text.trim());
    const [known, second] =
      contactBy === "phone" ? await deps.contacts.findByPhone(ctx.tx, text) : await deps.contacts.findByEmail(ctx.tx, text.trim());
    if (second !== undefined) throw brokenRule(contactFrom, "duplicate", `Several contacts have this ${contactBy}.`);
    if (known !== undefined) return { contactId: known, made: false };
    if (trigger.createContact !== true) throw unknown();
    const name = nameFrom === undefined ? undefined : valueAt(body, nameFrom);
    const input: CreateContact = {
      ...(contactBy === "phone" ? { phone: text } : { email: text.trim() }),
      ...(typeof name === "string" && name.trim() !== "" ? { name: name.trim().slice(0, 200).toWellFormed() } : {}),
      source: "webhook",
    };
    try {
      return { contactId: parseWireId("cnt", (await deps.contacts.create(ctx, input)).id) as string, made: true };
    } catch (error) {
      // The limits of the plan are none of the caller's business.
      if (error instanceof AppError && error.code === "entitlement_exceeded")
        throw new AppError("entitlement_exceeded", { message: "No more contacts can be created." });
      if (error instanceof AppError && error.code === "validation_error")
        throw brokenRule(contactFrom, "invalid_format", `This is not a valid ${contactBy}.`);
      throw error;
    }
  }

  async function startIn(
    ctx: TxContext,
    flowId: string,
    call: { body: unknown; key: string | null; origin: string | string[] | undefined },
  ): Promise<FlowHookAnswer> {
    const { tx, now, tenantId } = ctx;
    const flow = await findFlow(tx, flowId);
    if (flow === null) throw notFound();
    // The same for the same key, so that one run per event (flow_runs_event) means one run per key.
    const eventId = call.key === null ? null : derivedUuid(flowId, call.key);
    // Whatever has happened to the flow since, a repeated call gets the answer of the first one.
    const before = eventId === null ? null : await queries.runOfEvent(tx, flowId, eventId);
    if (before !== null) return answerOf(before);
    const version = flow.active_version === null ? null : await findVersion(tx, flowId, flow.active_version);
    if (flow.status !== "active" || version === null || version.definition.trigger.type !== "webhook")
      throw new AppError("conflict", { message: "The flow at this address is not active." });
    const { definition } = version;
    const trigger = definition.trigger as HookTrigger;
    const origin = deps.origins.read(tenantId, call.origin);
    // A contact created here belongs to the chain as well.
    if (origin !== null) await setOrigin(tx, origin);
    const { contactId, made } = await contactOf(ctx, trigger, call.body);
    const variables = Object.fromEntries(
      (trigger.store ?? []).map(({ from, variable }): [string, StoredValue] => [variable as string, valueAt(call.body, from)]),
    );
    const context: RunContext = { variables };
    const depth = origin === null ? 0 : origin.depth + 1;
    const looping = depth > chainMax;
    if (definition.conditions !== null && !looping) {
      const condition = compileConditions(definition.conditions, {
        definitions: await deps.fields.definitions(tx),
        now,
        at: "conditions",
      });
      const [around] = await readConditionContext(ctx, [{ contactId, conversationId: null, context }], deps);
      if (around == null || !evaluateConditions(condition, around)) return { starts: false, runId: null, reason: "conditions" };
    }
    const id = deps.ids.uuid();
    const [startedRunId] = await insertRuns(tx, now, [
      {
        id,
        flowId,
        version: version.version,
        contactId,
        conversationId: null,
        startedBy: origin?.runId ?? "webhook",
        eventId,
        depth,
        context,
        once: definition.oncePerContact,
        error: looping
          ? { code: "loop_detected", message: `More than ${chainMax} flows started each other in a chain.`, path: null }
          : null,
      },
    ]);
    if (startedRunId === undefined) {
      // The same call at the same moment, or a run in progress.
      if (made) throw concurrentCallWon;
      const twin = eventId === null ? null : await queries.runOfEvent(tx, flowId, eventId);
      return twin === null ? { starts: false, runId: null, reason: "running" } : answerOf(twin);
    }
    if (looping) await pauseFlow({ ...ctx, actor: flowActor(flowId) }, flowId, "loop_detected", deps);
    return { starts: !looping, runId: wireId("frun", startedRunId), reason: null };
  }

  return {
    get: async (ctx: TxContext, wire: string): Promise<FlowHook> => render(await find(ctx, wire)),

    /**
     * Creates a new address; the previous one no longer starts anything. Only this response shows it. 409 for a flow with another trigger.
     */
    async put(ctx: TxContext, wire: string): Promise<FlowHookWithUrl> {
      const flow = await flows.find(ctx.tx, wire, true);
      if (flow.definition.trigger.type !== "webhook")
        throw new AppError("conflict", { message: "Only a flow with a webhook trigger has an address." });
      const { token, hash: tokenHash } = mintToken();
      await queries.saveHook(ctx.tx, ctx.now, {
        flowId: flow.id,
        tokenHash,
        by: actorWireId(ctx.actor),
        grantId: ctx.delegation?.grantId ?? null,
      });
      await recordAudit(ctx, deps.ids, "flow.address_made", wire);
      return { ...render(await find(ctx, wire)), url: `${deps.publicUrl()}/api/v1/public/flow-hooks/${token}` };
    },

    async delete(ctx: TxContext, wire: string): Promise<{ id: string; deleted: true }> {
      const flow = await flows.find(ctx.tx, wire, true);
      if (!(await queries.deleteHook(ctx.tx, flow.id))) throw notFound(wire);
      await recordAudit(ctx, deps.ids, "flow.address_deleted", wire);
      return { id: wire, deleted: true };
    },

    /**
     * A call to an address. 404 for an unknown address, 409 for a flow that is not active, 422 for a body without its contact, 403 if the
     * limit of contacts is reached; 429 after too many. A repeated idempotency-key starts one run.
     */
    async call(ctx: PublicContext, token: string, body: unknown): Promise<FlowHookAnswer> {
      const network = networkOf(ctx.address);
      await deps.attempts.check("flowHookAtAddress", network);
      const hook = isToken(token) ? await queries.hookOf(deps.database, hashToken(token), ctx.now) : null;
      if (hook === null) {
        await deps.attempts.attempt({ flowHookAtAddress: network });
        throw notFound();
      }
      const key = readIdempotencyKey(ctx.idempotencyKey);
      await deps.attempts.attempt({ flowHook: hook.flow_id });
      const asked = { body, key, origin: ctx.flowOrigin };
      for (let tries = 1; ; tries++) {
        try {
          const answer = await deps.database.withTenant(hook.tenant_id, (tx) =>
            startIn(
              {
                tenantId: hook.tenant_id,
                actor: flowActor(hook.flow_id),
                scopes: new Set(),
                session: null,
                requestId: ctx.requestId,
                now: ctx.now,
                tx,
              },
              hook.flow_id,
              asked,
            ),
          );
          deps.wake.hint("flows");
          deps.wake.hint("events");
          return answer;
        } catch (error) {
          // Somebody has created the same contact meanwhile, so it can be found now.
          const again = error === concurrentCallWon || isConflict(error) || (error instanceof AppError && error.code === "already_exists");
          if (again && tries < triesMax) continue;
          throw error === concurrentCallWon
            ? new AppError("conflict", { message: "The flow is being started for this contact. Try again." })
            : error;
        }
      }
    },
  };
}

export type HooksService = ReturnType<typeof createHooksService>;

/** A loop is reported immediately, by a run that fails before its first step; every other run has begun. */
function answerOf({ id, looped }: queries.EventRun): FlowHookAnswer {
  return { starts: !looped, runId: wireId("frun", id), reason: null };
}
