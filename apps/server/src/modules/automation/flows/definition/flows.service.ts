import type { ContactFieldsService } from "#modules/contacts/contact-fields/index.ts";
import type { EntitlementsService } from "#modules/organizations/entitlements/index.ts";
import { readSettings } from "#modules/people/agent-settings/index.ts";
import { type AudienceRules, normalizeRules, measureAudience, type SegmentsService } from "#modules/contacts/segments/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { assignToActingGrant } from "#platform/auth/acting-grant.ts";
import { actorWireId } from "#platform/auth/actor.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError, invalidField, notFound, unprocessable } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import type { OutboundGuard } from "#platform/outbound-http/guard.ts";
import { compileConditions } from "./conditions.ts";
import type { Definition, ScheduleAudience, Step, Trigger } from "./definition.ts";
import { readSteps, readTrigger } from "./definition-reading.ts";
import { flowAllowance } from "./flow-allowance.ts";
import * as queries from "./flows.queries.ts";
import type { CreateFlow, Flow, FlowValidation, FlowVersion, UpdateFlow } from "./flows.schema.ts";
import { innerSteps } from "./program.ts";
import { compileRules, isSchedule, normalizeAudience, rulesOf } from "../schedules/schedule-audience.ts";
import { nextOccurrence } from "../schedules/schedule-times.ts";
import { setSchedule, stopSchedule } from "../schedules/schedules.queries.ts";
import type { SecretsService } from "../requests/secrets.service.ts";
import { allowsHost, secretUses } from "../requests/secret-hosts.ts";
import { hostNotAllowed, requireOrganization } from "../requests/secrets.service.ts";
import { findProblems, type Problem } from "./validation.ts";

export interface FlowsDeps {
  ids: IdSource;
  fields: Pick<ContactFieldsService, "definitions">;
  entitlements: Pick<EntitlementsService, "claim">;
  segments: Pick<SegmentsService, "check" | "compile" | "get">;
  guard: OutboundGuard;
}

/** The body fields that create a new version. */
const defining = ["trigger", "conditions", "steps", "oncePerContact"] as const;
const definitionBytesMax = 256 * 1_024;

export function createFlowsService(deps: FlowsDeps, secrets: Pick<SecretsService, "hostsOf">) {
  async function find(tx: Tx, wire: string, lock = false): Promise<queries.FlowRow> {
    const id = parseWireId("flow", wire);
    const row = id === null ? null : await queries.findFlow(tx, id, lock);
    if (row === null) throw notFound(wire);
    return row;
  }

  /** Invalid conditions are rejected immediately, in branches too, because the code that reads these rules also stores them. */
  async function normalizeConditions(ctx: TxContext, rules: AudienceRules, at: string): Promise<AudienceRules> {
    // Missing references are reported for all parts together.
    compileConditions(rules, { definitions: await deps.fields.definitions(ctx.tx), now: ctx.now, at, references: [] });
    return normalizeRules(rules);
  }

  async function normalizeSteps(ctx: TxContext, steps: Step[], at: string): Promise<Step[]> {
    const kept: Step[] = [];
    for (const [i, step] of steps.entries()) {
      const next = { ...step };
      if (next["conditions"] !== undefined)
        next["conditions"] = await normalizeConditions(ctx, next["conditions"] as AudienceRules, `${at}[${i}].conditions`);
      for (const inner of innerSteps)
        if (next[inner] !== undefined) next[inner] = await normalizeSteps(ctx, next[inner] as Step[], `${at}[${i}].${inner}`);
      kept.push(next);
    }
    return kept;
  }

  /** A schedule stores its time zone, so that a change of the business hours does not move it. */
  async function normalizeTrigger(ctx: TxContext, trigger: Trigger): Promise<Trigger> {
    if (trigger.type !== "schedule") return trigger;
    const audience = trigger["audience"] as ScheduleAudience | undefined;
    return {
      ...trigger,
      timezone: trigger["timezone"] ?? (await readSettings(ctx.tx)).business_hours?.timezone ?? "UTC",
      ...(audience === undefined ? {} : { audience: await normalizeAudience(ctx.tx, ctx.now, deps.segments, audience) }),
    };
  }

  /** Schedules the version that is now active. `continues`: an occurrence of the same trigger continues. */
  async function schedule(ctx: TxContext, row: queries.FlowRow, continues: boolean): Promise<void> {
    const { trigger } = row.definition;
    if (!isSchedule(trigger)) return stopSchedule(ctx.tx, row.id);
    await setSchedule(ctx.tx, ctx.now, row.id, nextOccurrence(trigger.at, trigger.timezone, ctx.now), continues);
  }

  /** Throws validation_error for what does not fit its type; missing fields are reported by the validation. */
  async function readDefinition(ctx: TxContext, input: UpdateFlow, before: Definition | null): Promise<Definition> {
    const trigger = input.trigger === undefined ? before?.trigger : await normalizeTrigger(ctx, readTrigger(input.trigger, "trigger"));
    if (trigger === undefined) throw invalidField("trigger", "required");
    const definition: Definition = {
      trigger,
      conditions:
        input.conditions === undefined
          ? (before?.conditions ?? null)
          : input.conditions === null
            ? null
            : await normalizeConditions(ctx, input.conditions, "conditions"),
      steps: input.steps === undefined ? (before?.steps ?? []) : await normalizeSteps(ctx, readSteps(input.steps, "steps"), "steps"),
      oncePerContact: input.oncePerContact ?? before?.oncePerContact ?? false,
    };
    if (Buffer.byteLength(JSON.stringify(definition)) > definitionBytesMax)
      throw invalidField("steps", "too_long", "A flow can be at most 256 KiB.");
    return definition;
  }

  /**
   * Refuses steps that would send a secret to a host not in its list: 422, each with its field. A step that sends a secret of this flow to
   * another address than before requires `organization:write`, even if the host is in the secret's list: 403. `flowId` null: a new flow.
   */
  async function checkSecrets(ctx: TxContext, flowId: string | null, definition: Definition): Promise<void> {
    const uses = secretUses(definition.steps);
    if (uses.length === 0) return;
    const hosts = await secrets.hostsOf(ctx.tx, [...new Set(uses.map(({ name }) => name))]);
    const disallowed = uses.filter(({ name, origin }) => hosts.has(name) && !allowsHost(hosts.get(name) ?? [], origin));
    const [first] = disallowed;
    if (first !== undefined)
      throw unprocessable(
        hostNotAllowed(first.name, first.origin),
        disallowed.map(({ field }) => ({ field, issue: "not_allowed" })),
      );
    if (flowId === null) return;
    const before = Map.groupBy(
      (await queries.listVersionsWithSecrets(ctx.tx, flowId)).flatMap((version) => secretUses(version.definition.steps)),
      ({ name }) => name,
    );
    const moved = uses.find(({ name, withPort }) => before.get(name)?.every((use) => use.withPort !== withPort) === true);
    if (moved !== undefined) requireOrganization(ctx, `${moved.field} would send the secret ${moved.name} to a different host than before`);
  }

  /** A draft may be incomplete, but what it refers to must exist. 422, naming the paths. */
  async function refuseMissing(ctx: TxContext, flowId: string, definition: Definition, given: UpdateFlow): Promise<void> {
    const parts = (["trigger", "conditions", "steps"] as const).filter((part) => given[part] !== undefined);
    const missing = (await problemsOf(ctx, { id: flowId, definition })).filter(
      ({ field, issue }) => issue === "not_found" && parts.some((part) => field.startsWith(part)),
    );
    const [first] = missing;
    if (first !== undefined)
      throw unprocessable(
        first.message,
        missing.map(({ field, issue }) => ({ field, issue })),
      );
  }

  const problemsOf = (ctx: TxContext, row: Pick<queries.FlowRow, "id" | "definition">): Promise<Problem[]> =>
    findProblems(ctx.tx, ctx.now, row.id, row.definition, { ...deps, secretHosts: secrets.hostsOf });

  return {
    /** Throws not_found. */
    find,

    async get(ctx: TxContext, wire: string): Promise<Flow> {
      return renderFlow(await find(ctx.tx, wire), ctx.now);
    },

    list: queries.listFlows,

    /** Creates a draft. 400 for an invalid trigger, conditions or steps; 403 entitlement_exceeded. */
    async create(ctx: TxContext, input: CreateFlow): Promise<Flow> {
      const name = cleanName(input.name);
      const definition = await readDefinition(ctx, input, null);
      await checkSecrets(ctx, null, definition);
      await deps.entitlements.claim(ctx.tx, ctx.now, flowAllowance.name);
      const id = deps.ids.uuid();
      await refuseMissing(ctx, id, definition, input);
      const by = actorWireId(ctx.actor);
      await queries.insertFlow(ctx.tx, ctx.now, { id, name, description: input.description ?? null, by, definition });
      await recordAudit(ctx, deps.ids, "flow.created", wireId("flow", id));
      return renderFlow(await find(ctx.tx, wireId("flow", id)), ctx.now);
    },

    /** A change of what it does creates a new version; an active flow continues with the activated one. */
    async update(ctx: TxContext, wire: string, input: UpdateFlow): Promise<Flow> {
      const row = await find(ctx.tx, wire, true);
      const changes = defining.some((field) => input[field] !== undefined);
      const version = changes ? row.version + 1 : row.version;
      if (changes) {
        const definition = await readDefinition(ctx, input, row.definition);
        if (input.steps !== undefined) await checkSecrets(ctx, row.id, definition);
        await refuseMissing(ctx, row.id, definition, input);
        await queries.insertVersion(ctx.tx, ctx.now, row.id, version, actorWireId(ctx.actor), definition);
      }
      await queries.updateFlow(ctx.tx, ctx.now, {
        ...row,
        name: input.name === undefined ? row.name : cleanName(input.name),
        description: input.description === undefined ? row.description : input.description,
        version,
      });
      const fields = (["name", "description", ...defining] as const).filter((field) => input[field] !== undefined);
      await recordAudit(ctx, deps.ids, "flow.updated", wire, { fields, version });
      return renderFlow(await find(ctx.tx, wire), ctx.now);
    },

    /** Deletes it with its runs, which end where they are. 409 conflict while it is active. */
    async delete(ctx: TxContext, wire: string): Promise<{ id: string; deleted: true }> {
      const row = await find(ctx.tx, wire, true);
      if (row.status === "active") throw new AppError("conflict", { message: "The flow is active. Deactivate it first." });
      await queries.markDeleted(ctx.tx, ctx.now, row.id);
      await recordAudit(ctx, deps.ids, "flow.deleted", wire);
      return { id: wire, deleted: true };
    },

    async validate(ctx: TxContext, wire: string): Promise<FlowValidation> {
      const { tx, now } = ctx;
      const row = await find(tx, wire);
      const problems = await problemsOf(ctx, row);
      const { trigger } = row.definition;
      if (problems.length > 0 || !isSchedule(trigger)) return { valid: problems.length === 0, problems, audience: null };
      const rules = await rulesOf(tx, deps.segments, trigger.audience);
      const { count, exact, range } = await measureAudience(tx, await compileRules(tx, now, deps.segments, rules), 0);
      return { valid: true, problems, audience: { count, exact, countRange: range } };
    },

    /** Starts with the newest version from now on. 422 with every problem and its path. */
    async activate(ctx: TxContext, wire: string): Promise<Flow> {
      const row = await find(ctx.tx, wire, true);
      const problems = await problemsOf(ctx, row);
      const [first] = problems;
      if (first !== undefined)
        throw unprocessable(
          first.message,
          problems.map(({ field, issue }) => ({ field, issue })),
        );
      const continues = await queries.isActiveBy(ctx.tx, row, row.definition.trigger);
      await queries.updateFlow(ctx.tx, ctx.now, {
        ...row,
        status: "active",
        paused_reason: null,
        active_version: row.version,
        // A new trigger applies from now on: earlier events do not count.
        activated_at: continues ? row.activated_at : ctx.now,
      });
      await assignToActingGrant(ctx.tx, "flows", row.id);
      await queries.bindVersionToGrant(ctx.tx, row.id, row.version);
      await schedule(ctx, row, continues);
      await queries.bumpRevision(ctx.tx);
      await recordAudit(ctx, deps.ids, "flow.activated", wire, { version: row.version });
      return renderFlow(await find(ctx.tx, wire), ctx.now);
    },

    /** No longer starts anything; runs that have begun continue. 409 invalid_transition unless it is active. */
    async deactivate(ctx: TxContext, wire: string): Promise<Flow> {
      const row = await find(ctx.tx, wire, true);
      if (row.status !== "active") throw new AppError("invalid_transition", { message: `The flow is ${row.status}, not active.` });
      await queries.updateFlow(ctx.tx, ctx.now, { ...row, status: "paused", paused_reason: "deactivated" });
      await stopSchedule(ctx.tx, row.id);
      await queries.bumpRevision(ctx.tx);
      await recordAudit(ctx, deps.ids, "flow.deactivated", wire);
      return renderFlow(await find(ctx.tx, wire), ctx.now);
    },

    problemsOf,
    /** The definition as it would be stored. */
    normalizeDefinition: (ctx: TxContext, input: UpdateFlow) => readDefinition(ctx, input, null),
    listVersions: queries.listVersions,

    /** Throws not_found, also for a version that is not a number. */
    async getVersion(tx: Tx, wire: string, given: string): Promise<FlowVersion> {
      const row = await find(tx, wire);
      const version = /^[1-9]\d{0,8}$/.test(given) ? await queries.findVersion(tx, row.id, Number(given)) : null;
      if (version === null) throw notFound(wire);
      return renderVersion(row.id, version);
    },
  };
}

export type FlowsService = ReturnType<typeof createFlowsService>;

function cleanName(name: string): string {
  const clean = name.trim();
  if (clean === "") throw invalidField("name", "too_short");
  return clean;
}

export function renderVersion(flowId: string, row: queries.VersionRow): FlowVersion {
  return {
    flowId: wireId("flow", flowId),
    version: row.version,
    ...row.definition,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
  };
}

export function renderFlow(row: queries.FlowRow, now: Date): Flow {
  const { hook_by: by, hook_at: at, hook_until: until } = row;
  const hasHook = by !== null && at !== null && (until === null || until > now);
  return {
    id: wireId("flow", row.id),
    name: row.name,
    description: row.description,
    status: row.status,
    pausedReason: row.paused_reason,
    version: row.version,
    activeVersion: row.active_version,
    ...row.definition,
    nextRunAt: row.next_run_at?.toISOString() ?? null,
    webhook: hasHook ? { createdBy: by, createdAt: at.toISOString() } : null,
    createdBy: row.created_by,
    activatedAt: row.activated_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
