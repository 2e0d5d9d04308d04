import { labelNames } from "#modules/inbox/labels/index.ts";
import { lockDivisions } from "#modules/people/divisions/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { sqlState, type Tx } from "#platform/db/database.ts";
import { AppError, brokenRule, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import { normalForm } from "#platform/text/normal.ts";
import { type Conditions, type Policy, slaPriorities, slaSubjects } from "./choice.ts";
import * as queries from "./sla-policies.queries.ts";
import type { CreateSlaPolicy, SlaPolicy, UpdateSlaPolicy } from "./sla-policies.schema.ts";

/** Limited because each choice reads all of them. */
export const policiesMax = 100;

const noConditions: Conditions = { appliesTo: [...slaSubjects], priorities: [], channelIds: [], divisionIds: [], labels: [] };

export function createSlaPoliciesService(deps: { ids: IdSource }) {
  async function find(tx: Tx, wire: string, lock = false): Promise<queries.PolicyRow> {
    const id = parseWireId("slp", wire);
    const row = id === null ? null : await queries.findPolicy(tx, id, lock);
    if (row === null) throw notFound(wire);
    return row;
  }

  /** 404 for an unknown channel or division. */
  async function conditionsOf(tx: Tx, given: CreateSlaPolicy["conditions"], before: Conditions): Promise<Conditions> {
    if (given === undefined) return before;
    const unique = <T>(values: T[]) => [...new Set(values)];
    let { channelIds, divisionIds } = before;
    if (given.channelIds !== undefined) {
      const ids = new Map(unique(given.channelIds).map((wire) => [wire, parseWireId("chn", wire)]));
      const known = await queries.knownChannels(
        tx,
        [...ids.values()].filter((id) => id !== null),
      );
      const missing = [...ids].filter(([, id]) => id === null || !known.has(id));
      if (missing.length > 0) throw notFound(...missing.map(([wire]) => wire));
      channelIds = [...ids.values()].filter((id) => id !== null);
    }
    if (given.divisionIds !== undefined)
      divisionIds = given.divisionIds.length === 0 ? [] : await lockDivisions(tx, unique(given.divisionIds));
    return {
      appliesTo: given.appliesTo === undefined ? before.appliesTo : unique(given.appliesTo),
      priorities: given.priorities === undefined ? before.priorities : unique(given.priorities),
      channelIds,
      divisionIds,
      labels:
        given.labels === undefined
          ? before.labels
          : unique(
              (await labelNames(tx, given.labels, "conditions.labels")).map(
                (label, i) => normalForm("NFC", label.trim()) || refuseEmpty(`conditions.labels[${i}]`),
              ),
            ),
    };
  }

  /** The failed transaction can no longer say which of the two collided. */
  function refuseDuplicate(error: unknown): never {
    if (sqlState(error) !== "23505") throw error;
    throw new AppError("conflict", {
      message: "Another policy took this name or became the default at the same time. Fetch the policies and try again.",
    });
  }

  async function refuseName(tx: Tx, name: string, except: string | null): Promise<void> {
    const holder = await queries.policyByName(tx, name);
    if (holder === null || holder === except) return;
    throw new AppError("already_exists", {
      message: "An SLA policy with this name already exists. Case and accents are ignored.",
      details: [{ field: "name", issue: "exists", id: wireId("slp", holder) }],
    });
  }

  return {
    /** Throws not_found. */
    async get(tx: Tx, wire: string): Promise<SlaPolicy> {
      return renderPolicy(await find(tx, wire));
    },

    list: queries.listPolicies,

    /**
     * 404 for an unknown channel or division; 409 already_exists for a name, conflict if there are too many; 422
     * without any target.
     */
    async create(ctx: TxContext, input: CreateSlaPolicy): Promise<SlaPolicy> {
      const { tx, now } = ctx;
      const name = cleanName(input.name);
      const targets = readTargets(input.targets);
      const conditions = await conditionsOf(tx, input.conditions, noConditions);
      await refuseName(tx, name, null);
      if ((await queries.countPolicies(tx)) >= policiesMax)
        throw new AppError("conflict", { message: `There can be at most ${policiesMax} SLA policies. Delete one first.` });
      const id = deps.ids.uuid();
      if (input.isDefault === true) await queries.clearDefault(tx, now, id);
      const values: queries.PolicyValues = {
        name,
        description: input.description ?? null,
        targets,
        business_hours_only: input.businessHoursOnly ?? false,
        conditions,
        position: input.order ?? 0,
        is_default: input.isDefault ?? false,
      };
      const row = await queries.insertPolicy(tx, now, id, values).catch(refuseDuplicate);
      await recordAudit(ctx, deps.ids, "sla_policy.created", wireId("slp", id), { name });
      return renderPolicy(row);
    },

    /** Like `create`. Tickets and conversations under the policy keep their terms until the next time a policy is chosen for them. */
    async update(ctx: TxContext, wire: string, input: UpdateSlaPolicy): Promise<SlaPolicy> {
      const { tx, now } = ctx;
      const row = await find(tx, wire, true);
      const name = input.name === undefined ? row.name : cleanName(input.name);
      const targets = input.targets === undefined ? row.targets : readTargets(input.targets);
      const conditions = await conditionsOf(tx, input.conditions, row.conditions);
      await refuseName(tx, name, row.id);
      if (input.isDefault === true) await queries.clearDefault(tx, now, row.id);
      const values: queries.PolicyValues = {
        name,
        description: input.description === undefined ? row.description : input.description,
        targets,
        business_hours_only: input.businessHoursOnly ?? row.business_hours_only,
        conditions,
        position: input.order ?? row.position,
        is_default: input.isDefault ?? row.is_default,
      };
      const changed = await queries.updatePolicy(tx, now, row.id, values).catch(refuseDuplicate);
      await recordAudit(ctx, deps.ids, "sla_policy.updated", wire, { fields: Object.keys(input) });
      return renderPolicy(changed);
    },

    /** The policy is no longer chosen; subjects under it keep their terms. */
    async delete(ctx: TxContext, wire: string): Promise<{ id: string; deleted: true }> {
      const row = await find(ctx.tx, wire, true);
      await queries.deletePolicy(ctx.tx, ctx.now, row.id);
      await recordAudit(ctx, deps.ids, "sla_policy.deleted", wire, { name: row.name });
      return { id: wire, deleted: true };
    },
  };
}

export type SlaPoliciesService = ReturnType<typeof createSlaPoliciesService>;

function refuseEmpty(field: string): never {
  throw invalidField(field, "too_short");
}

function cleanName(name: string): string {
  const clean = normalForm("NFC", name.trim());
  return clean === "" ? refuseEmpty("name") : clean;
}

function readTargets(given: CreateSlaPolicy["targets"]): Policy["targets"] {
  const targets: Policy["targets"] = {};
  for (const priority of slaPriorities) {
    const target = given[priority];
    if (target === undefined) continue;
    targets[priority] = {
      first_response: target.firstResponseMinutes ?? null,
      next_response: target.nextResponseMinutes ?? null,
      resolution: target.resolutionMinutes ?? null,
    };
  }
  if (!Object.values(targets).some((target) => Object.values(target).some((minutes) => minutes !== null)))
    throw brokenRule("targets", "required", "A policy needs at least one target, in minutes, for at least one priority.");
  return targets;
}

export function renderPolicy(row: queries.PolicyRow): SlaPolicy {
  const { appliesTo, priorities, channelIds, divisionIds, labels } = row.conditions;
  return {
    id: wireId("slp", row.id),
    name: row.name,
    description: row.description,
    targets: Object.fromEntries(
      Object.entries(row.targets).map(([priority, target]) => [
        priority,
        { firstResponseMinutes: target.first_response, nextResponseMinutes: target.next_response, resolutionMinutes: target.resolution },
      ]),
    ),
    businessHoursOnly: row.business_hours_only,
    conditions: {
      appliesTo,
      priorities,
      channelIds: channelIds.map((id) => wireId("chn", id)),
      divisionIds: divisionIds.map((id) => wireId("div", id)),
      labels,
    },
    order: row.position,
    isDefault: row.is_default,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
