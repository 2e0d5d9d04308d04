import { recordAudit } from "#platform/audit/audit.ts";
import { actorWireId } from "#platform/auth/actor.ts";
import type { Tx } from "#platform/db/database.ts";
import { invalidField, notFound } from "#platform/errors/app-error.ts";
import type { Context, TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import { createMacroActions } from "./macro-actions.ts";
import * as queries from "./macros.queries.ts";
import type { CreateMacro, Macro, MacroRun, UpdateMacro } from "./macros.schema.ts";
import { createRunning, type PreparedRun, type RunningDeps } from "./running.ts";

export interface MacrosDeps extends RunningDeps {
  ids: IdSource;
  labels: Parameters<typeof createMacroActions>[0]["labels"];
}

export function createMacrosService(deps: MacrosDeps) {
  const actions = createMacroActions(deps);
  const running = createRunning(deps);

  async function find(ctx: Context, tx: Tx, wire: string, lock = false): Promise<queries.MacroRow> {
    const id = parseWireId("mac", wire);
    const row = id === null ? null : await queries.findMacro(tx, id, actorWireId(ctx.actor), lock);
    if (row === null) throw notFound(wire);
    return row;
  }

  async function render(tx: Tx, row: queries.MacroRow): Promise<Macro> {
    return {
      id: wireId("mac", row.id),
      name: row.name,
      visibility: row.visibility,
      ownerId: row.owner,
      actions: await actions.render(tx, row.actions),
      usageCount: row.usage_count,
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
    };
  }

  return {
    render,

    /** Throws not_found, also for another member's private macro. */
    async get(ctx: TxContext, wire: string): Promise<Macro> {
      return render(ctx.tx, await find(ctx, ctx.tx, wire));
    },

    list: (ctx: TxContext, visibility: string | undefined, after: string[] | null, limit: number) =>
      queries.listMacros(ctx.tx, actorWireId(ctx.actor), visibility, after, limit),

    /** 400 for an action whose fields do not fit; 404 for an unknown member or canned reply. */
    async create(ctx: TxContext, input: CreateMacro): Promise<Macro> {
      const id = deps.ids.uuid();
      const row = await queries.insertMacro(ctx.tx, ctx.now, id, actorWireId(ctx.actor), {
        name: cleanName(input.name),
        visibility: input.visibility ?? "private",
        actions: await actions.toStored(ctx, input.actions),
      });
      await recordAudit(ctx, deps.ids, "macro.created", wireId("mac", id), { visibility: row.visibility });
      return render(ctx.tx, row);
    },

    async update(ctx: TxContext, wire: string, input: UpdateMacro): Promise<Macro> {
      const row = await find(ctx, ctx.tx, wire, true);
      const changed = await queries.updateMacro(ctx.tx, ctx.now, row.id, {
        name: input.name === undefined ? row.name : cleanName(input.name),
        visibility: input.visibility ?? row.visibility,
        actions: input.actions === undefined ? row.actions : await actions.toStored(ctx, input.actions),
      });
      const fields = (["name", "visibility", "actions"] as const).filter((field) => input[field] !== undefined);
      await recordAudit(ctx, deps.ids, "macro.updated", wire, { fields });
      return render(ctx.tx, changed);
    },

    async delete(ctx: TxContext, wire: string): Promise<{ id: string; deleted: true }> {
      const row = await find(ctx, ctx.tx, wire, true);
      await queries.deleteMacro(ctx.tx, row.id);
      await recordAudit(ctx, deps.ids, "macro.deleted", wire);
      return { id: wire, deleted: true };
    },

    /** Runs before the transaction of `run`. */
    async prepareRun(ctx: Context, wire: string, conversation: string): Promise<PreparedRun> {
      const macro = await deps.database.withTenant(ctx.tenantId, (tx) => find(ctx, tx, wire));
      return running.prepare(ctx, macro, conversation);
    },

    /** Runs all actions or none; its messages are accepted in the same transaction. */
    async run(ctx: TxContext, wire: string, conversation: string, prepared: PreparedRun): Promise<MacroRun> {
      const result = await running.run(ctx, wire, conversation, prepared);
      await queries.countUse(ctx.tx, ctx.now, parseWireId("mac", wire) as string);
      await recordAudit(ctx, deps.ids, "macro.run", wire, { conversationId: conversation });
      return result;
    },
  };
}

export type MacrosService = ReturnType<typeof createMacrosService>;

function cleanName(name: string): string {
  const clean = name.trim();
  if (clean === "") throw invalidField("name", "too_short");
  return clean;
}
