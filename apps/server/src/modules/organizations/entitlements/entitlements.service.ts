import { recordAudit } from "#platform/audit/audit.ts";
import { monthOf } from "#platform/clock/month.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError, brokenRule } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import type { Allowance } from "./allowance.ts";
import type { Entitlement, Entitlements, UpdateEntitlements } from "./entitlements.schema.ts";
import * as queries from "./entitlements.queries.ts";

/** A limit and how much of it is used. */
export interface Remaining {
  limit: number;
  usage: number;
}

/** The only place that enforces limits. Verbs act in their transaction's tenant. */
export function createEntitlementsService(deps: { ids: IdSource; allowances: readonly Allowance[] }) {
  const byName = new Map(deps.allowances.map((allowance) => [allowance.name, allowance]));
  /**
   * What a transaction may still use after counting under the limit's lock: nobody else can use any of it before the
   * transaction ends.
   */
  const counted = new WeakMap<Tx, Map<string, Remaining>>();

  function allowanceOf(name: string, per: Allowance["per"]): Allowance {
    const allowance = byName.get(name);
    if (allowance === undefined || allowance.per !== per) throw new Error(`no such allowance: ${name}`);
    return allowance;
  }

  async function count(tx: Tx, now: Date, allowance: Allowance): Promise<Remaining> {
    const limit = await queries.lockLimit(tx, allowance.name);
    return limit === null ? { limit: Number.POSITIVE_INFINITY, usage: 0 } : { limit, usage: await allowance.used(tx, now) };
  }

  async function usageOf(tx: Tx, now: Date, allowance: Allowance): Promise<number> {
    const known = await allowance.used(tx, now);
    if (allowance.per === null) return known;
    return Math.max(known, (await queries.findMonth(tx, allowance.name, monthOf(now)))?.used ?? 0);
  }

  /** All of the tenant's limits with their usage. */
  async function show(tx: Tx, now: Date): Promise<Entitlements> {
    const limits = new Map((await queries.listLimits(tx)).map((row) => [row.resource, row]));
    const entitlements: Record<string, Entitlement> = {};
    for (const allowance of deps.allowances) {
      const limit = limits.get(allowance.name)?.max_value ?? null;
      const usage = await usageOf(tx, now, allowance);
      const resetsAt = allowance.per === "month" ? nextMonth(now).toISOString() : null;
      entitlements[allowance.name] = { limit, usage, exceeded: limit !== null && usage > limit, resetsAt };
    }
    const updatedAt = [...limits.values()].map((row) => row.updated_at.toISOString()).sort();
    return { organizationId: wireId("org", tx.tenantId), entitlements, updatedAt: updatedAt.at(-1) ?? null };
  }

  return {
    show,

    /**
     * Must be called in the transaction that creates one more (or `wanted` more), before creating: it reserves the room
     * until the transaction ends. Throws entitlement_exceeded.
     */
    async claim(tx: Tx, now: Date, name: string, wanted = 1): Promise<void> {
      const allowance = allowanceOf(name, null);
      const known = counted.get(tx) ?? new Map<string, Remaining>();
      counted.set(tx, known);
      const remaining = known.get(name) ?? (await count(tx, now, allowance));
      known.set(name, remaining);
      if (remaining.usage + wanted > remaining.limit) throw exceeded(name, remaining);
      remaining.usage += wanted;
    },

    /** The state of a month's limit, without a lock, for callers that should not start work in vain. null: no limit. */
    async remaining(tx: Tx, now: Date, name: string): Promise<Remaining | null> {
      const row = await queries.findMonth(tx, allowanceOf(name, "month").name, monthOf(now));
      return row === null ? null : { limit: row.max_value, usage: row.used };
    },

    /**
     * Takes from a month's limit, all or nothing. Call it last, because other transactions wait from here until the
     * commit. Throws entitlement_exceeded. False: there is no limit, and nothing was counted.
     */
    async take(tx: Tx, now: Date, name: string, wanted: number): Promise<boolean> {
      allowanceOf(name, "month");
      if (wanted === 0) return false;
      if (await queries.takeOfMonth(tx, name, monthOf(now), wanted)) return true;
      const row = await queries.findMonth(tx, name, monthOf(now));
      if (row !== null) throw exceeded(name, { limit: row.max_value, usage: row.used });
      return false;
    },

    /** Returns what was taken at `takenAt` for something that then failed. Call it last too. */
    async giveBack(tx: Tx, takenAt: Date, name: string, count: number): Promise<void> {
      await queries.giveBackOfMonth(tx, allowanceOf(name, "month").name, monthOf(takenAt), count);
    },

    /**
     * Keyed by the names of the API reference. Names without an allowance are ignored, like unknown fields everywhere;
     * the response shows all limits.
     */
    named(input: UpdateEntitlements): UpdateEntitlements {
      const names = new Map(deps.allowances.flatMap(({ name, alias }) => [[name, name] as const, [alias ?? name, name] as const]));
      const given: UpdateEntitlements = {};
      for (const [field, value] of Object.entries(input)) {
        const name = names.get(field);
        if (name === undefined || value === undefined) continue;
        if (given[name] !== undefined && given[name] !== value)
          throw brokenRule(field, "not_allowed", `It is the same as ${name}, which is also set.`);
        given[name] = value;
      }
      return given;
    },

    /**
     * Omitted: unchanged. null: no limit. Runs in the client's tenant; `by` is the agency's context. Returns what
     * changed, by name.
     */
    async set(ctx: TxContext, input: UpdateEntitlements): Promise<Record<string, { from: number | null; to: number | null }>> {
      const { tx, now } = ctx;
      const before = new Map((await queries.listLimits(tx)).map((row) => [row.resource, row.max_value]));
      const changes: Record<string, { from: number | null; to: number | null }> = {};
      for (const allowance of deps.allowances) {
        const to = input[allowance.name];
        const from = before.get(allowance.name) ?? null;
        if (to === undefined || to === from) continue;
        changes[allowance.name] = { from, to };
        if (to === null) await queries.deleteLimits(tx, [allowance.name]);
        else await queries.saveLimit(tx, now, allowance.name, to);
        if ((to === null) === (from === null)) continue;
        if (to !== null && allowance.per === "month")
          await queries.beginMonth(tx, allowance.name, monthOf(now), await allowance.used(tx, now));
        await allowance.limited?.(tx, to !== null);
      }
      if (Object.keys(changes).length > 0) await recordAudit(ctx, deps.ids, "entitlements.updated", wireId("org", ctx.tenantId), changes);
      return changes;
    },

    /** For a tenant that is no longer a client: removes all its limits. */
    async removeLimits(tx: Tx): Promise<void> {
      const names = (await queries.listLimits(tx)).map((row) => row.resource);
      if (names.length === 0) return;
      await queries.deleteLimits(tx, names);
      for (const name of names) await byName.get(name)?.limited?.(tx, false);
    },
  };
}

export type EntitlementsService = ReturnType<typeof createEntitlementsService>;

/** The error that names the exhausted limit. */
export function exceeded(name: string, remaining: Remaining): AppError {
  return new AppError("entitlement_exceeded", {
    message: `The plan's limit has been reached: ${name} ${remaining.usage} of ${remaining.limit}.`,
    details: [{ field: name, issue: "too_many", limit: remaining.limit, usage: remaining.usage }],
  });
}

function nextMonth(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
}
