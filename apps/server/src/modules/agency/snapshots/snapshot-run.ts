import { isDeepStrictEqual } from "node:util";
import { AppError, brokenRule } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import type { SnapshotRun, SnapshotStep } from "#platform/snapshot/snapshot-part.ts";
import type { ExistingMode, SnapshotEntryResult } from "./snapshots.schema.ts";

export interface RunOptions {
  part: string;
  existing: ExistingMode;
  /** Refusals are reported and the entry is undone, instead of ending everything. */
  rehearsal: boolean;
}

/** Applies a part's entries; the outcome of each is added to `results`, in order. */
export function createRun(ctx: TxContext, options: RunOptions, results: SnapshotEntryResult[]): SnapshotRun {
  const { part, existing, rehearsal } = options;
  const place = (index: number | null) => `snapshot.parts.${part}${index === null ? "" : `[${index}]`}`;

  async function applyStep<E extends object>(step: SnapshotStep<E>): Promise<Pick<SnapshotEntryResult, "action" | "fields">> {
    const { current, desired } = step;
    if (current === null) {
      await step.create();
      return { action: "create", fields: [] };
    }
    const fields = (Object.keys(desired) as (keyof E & string)[]).filter((field) => !isDeepStrictEqual(desired[field], current[field]));
    if (fields.length === 0) return { action: "leave", fields };
    if (existing === "keep") return { action: "keep", fields };
    await step.update(Object.fromEntries(fields.map((field) => [field, desired[field]])) as Partial<E>);
    return { action: "change", fields };
  }

  return {
    distinct(keys, field) {
      const seen = new Set<string>();
      for (const [i, key] of keys.entries()) {
        if (seen.has(key)) throw brokenRule(`${place(i)}.${field}`, "duplicate", "Two entries of the snapshot have this name.");
        seen.add(key);
      }
    },

    async entry({ index, key }, find) {
      if (rehearsal) await ctx.tx.query({ text: "savepoint snapshot_entry" });
      try {
        results.push({ part, key, ...(await applyStep(await find())), problem: null });
        if (rehearsal) await ctx.tx.query({ text: "release savepoint snapshot_entry" });
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        const located = withSnapshotPath(error, place(index));
        // Invalid entries must be fixed by the caller before there is anything to plan.
        if (!rehearsal || located.status === 400) throw located;
        await ctx.tx.query({ text: "rollback to savepoint snapshot_entry" });
        const problem = { code: located.code, message: located.message, field: located.details?.[0]?.field ?? place(index) };
        results.push({ part, key, action: "conflict", fields: [], problem });
      }
    },
  };
}

/** A service's refusal with the snapshot's paths instead of those of the service's own body. */
function withSnapshotPath(error: AppError, place: string): AppError {
  const given = error.details ?? [{ field: "", issue: "not_allowed" as const }];
  const details = given.map((detail) => ({ ...detail, field: detail.field === "" ? place : `${place}.${detail.field}` }));
  // What an entry refers to was deleted meanwhile: that is not a 404 of this path.
  const code = error.code === "not_found" ? "conflict" : error.code;
  return new AppError(code, { message: error.message, details, cause: error, ...(error.status === 422 ? { status: 422 as const } : {}) });
}
