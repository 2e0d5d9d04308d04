import { recordAudit } from "#platform/audit/audit.ts";
import { AppError, brokenRule, invalidField } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import type { SnapshotPart } from "#platform/snapshot/snapshot-part.ts";
import { cut } from "#platform/text/clean.ts";
import { partsInOrder } from "./part-order.ts";
import { createRun } from "./snapshot-run.ts";
import {
  type ApplySnapshot,
  type ExistingMode,
  type Snapshot,
  type SnapshotEntryResult,
  type SnapshotInput,
  type SnapshotResult,
  snapshotBytesMax,
  snapshotVersion,
} from "./snapshots.schema.ts";
import { lockSnapshots } from "./snapshots.queries.ts";

export interface SnapshotsDeps {
  ids: IdSource;
  parts: readonly SnapshotPart[];
}

export function createSnapshotsService(deps: SnapshotsDeps) {
  const parts = partsInOrder(deps.parts);

  /** The parts with these names, in order of application. Throws insufficient_scope if the credential lacks the scope of one of them. */
  function named(ctx: TxContext, names: readonly string[], what: "read" | "write"): SnapshotPart[] {
    const wanted = parts.filter((part) => names.includes(part.name));
    const missing = [...new Set(wanted.map((part) => part.scopes[what]).filter((scope) => !ctx.scopes.has(scope)))];
    if (missing.length > 0) {
      const theirs = wanted.filter((part) => missing.includes(part.scopes[what])).map((part) => part.name);
      throw new AppError("insufficient_scope", {
        message: `The parts ${theirs.join(", ")} need ${missing.join(", ")}. Leave these parts out, or use a credential with these scopes.`,
        details: missing.map((scope) => ({ field: scope, issue: "missing_scope" })),
      });
    }
    return wanted;
  }

  /** 422 for an unknown part: ignoring it would apply only half of what was intended. 400 for what no organization could apply. */
  function check(snapshot: SnapshotInput, now: Date): void {
    for (const [name, value] of Object.entries(snapshot.parts)) {
      const part = parts.find((each) => each.name === name);
      if (part !== undefined) {
        part.check?.(value as never, `snapshot.parts.${name}`, now);
        continue;
      }
      const known = parts.map((part) => part.name).join(", ");
      throw brokenRule(`snapshot.parts.${cut(name, 100)}`, "unknown", `Unknown part. The parts are ${known}.`);
    }
  }

  /** The parts of a snapshot. */
  function partsOf(ctx: TxContext, snapshot: SnapshotInput): SnapshotPart[] {
    check(snapshot, ctx.now);
    return named(ctx, Object.keys(snapshot.parts), "write");
  }

  async function applyParts(ctx: TxContext, wanted: SnapshotPart[], input: ApplySnapshot, rehearsal: boolean): Promise<SnapshotResult> {
    // One at a time per tenant: the second sees what the first created, instead of colliding with it name by name.
    await lockSnapshots(ctx.tx);
    const existing: ExistingMode = input.existing ?? "update";
    const entries: SnapshotEntryResult[] = [];
    for (const part of wanted) {
      const run = createRun(ctx, { part: part.name, existing, rehearsal }, entries);
      await part.apply(ctx, input.snapshot.parts[part.name] as never, run);
    }
    const count = (action: SnapshotEntryResult["action"]) => entries.filter((entry) => entry.action === action).length;
    return {
      created: count("create"),
      changed: count("change"),
      kept: count("keep"),
      left: count("leave"),
      conflicts: count("conflict"),
      entries,
    };
  }

  return {
    check,

    /**
     * The parts of a list, or all that the credential may read. 400 for an unknown part; 403 without a named part's scope; 409 conflict for
     * a result too large for any request.
     */
    async read(ctx: TxContext, list: string | undefined): Promise<Snapshot> {
      const withheld = list === undefined ? parts.filter((part) => !ctx.scopes.has(part.scopes.read)) : [];
      const names = list?.split(",") ?? parts.filter((part) => !withheld.includes(part)).map((part) => part.name);
      const unknown = names.find((name) => !parts.some((part) => part.name === name));
      if (unknown !== undefined)
        throw invalidField(
          "parts",
          "unknown_value",
          `Unknown part: ${unknown}. The parts are ${parts.map((part) => part.name).join(", ")}.`,
        );
      const snapshot: Snapshot = {
        version: snapshotVersion,
        exportedAt: ctx.now.toISOString(),
        parts: {},
        withheld: withheld.map((part) => ({ part: part.name, scope: part.scopes.read })),
        leftOut: [],
      };
      let bytes = 0;
      for (const part of named(ctx, names, "read")) {
        const { value, leftOut } = await part.read(ctx);
        bytes += Buffer.byteLength(JSON.stringify(value));
        if (bytes > snapshotBytesMax)
          throw new AppError("conflict", {
            message: `The snapshot is larger than ${snapshotBytesMax} bytes. In \`parts\`, name the parts that you need, and take several snapshots.`,
          });
        snapshot.parts[part.name] = value;
        snapshot.leftOut.push(...leftOut.map((left) => ({ part: part.name, ...left })));
      }
      return snapshot;
    },

    /** What `apply` would do, found by applying and rolling back: there is no second set of rules that could differ. */
    async plan(ctx: TxContext, input: ApplySnapshot): Promise<SnapshotResult> {
      const wanted = partsOf(ctx, input.snapshot);
      await ctx.tx.query({ text: "savepoint snapshot_plan" });
      const result = await applyParts(ctx, wanted, input, true);
      await ctx.tx.query({ text: "rollback to savepoint snapshot_plan" });
      return result;
    },

    /** All or nothing; nothing is ever deleted. Throws what the services of the parts throw, with the path of the entry. */
    async apply(ctx: TxContext, input: ApplySnapshot): Promise<SnapshotResult> {
      const result = await applyParts(ctx, partsOf(ctx, input.snapshot), input, false);
      await recordAudit(ctx, deps.ids, "snapshot.applied", wireId("org", ctx.tenantId), {
        parts: Object.keys(input.snapshot.parts),
        created: result.created,
        changed: result.changed,
      });
      return result;
    },
  };
}

export type SnapshotsService = ReturnType<typeof createSnapshotsService>;
