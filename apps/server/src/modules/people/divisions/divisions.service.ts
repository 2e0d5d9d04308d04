import { recordAudit } from "#platform/audit/audit.ts";
import { sqlState, type Tx } from "#platform/db/database.ts";
import { AppError, brokenRule, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { normalForm } from "#platform/text/normal.ts";
import * as queries from "./divisions.queries.ts";
import { type CreateDivision, type Division, divisionsMax, type UpdateDivision } from "./divisions.schema.ts";

export interface DivisionsDeps {
  ids: IdSource;
  pager: Pager;
  /** Moves a division's conversations to another. */
  moveConversations(ctx: TxContext, from: string, to: string): Promise<void>;
  /** Moves its tickets likewise. */
  moveTickets(ctx: TxContext, from: string, to: string): Promise<void>;
}

/**
 * Stored ids of divisions by wire id, without duplicates; none can be deleted before this transaction ends. Throws
 * not_found for an unknown id.
 */
export async function lockDivisions(tx: Tx, wires: string[]): Promise<string[]> {
  if (wires.length === 0) return [];
  const ids = wires.map((wire) => parseWireId("div", wire));
  const found = await queries.lockExisting(
    tx,
    ids.filter((id) => id !== null),
  );
  const missing = wires.filter((_, i) => !found.has(ids[i] ?? ""));
  if (missing.length > 0) throw notFound(...missing);
  return [...found];
}

export function createDivisionsService(deps: DivisionsDeps) {
  async function find(tx: Tx, wire: string): Promise<queries.DivisionRow> {
    const id = parseWireId("div", wire);
    const row = id === null ? null : await queries.findDivision(tx, id);
    if (row === null) throw notFound(wire);
    return row;
  }

  async function shown(tx: Tx, id: string): Promise<Division> {
    const row = await queries.findDivision(tx, id);
    if (row === null) throw new Error("a division that was just written does not exist");
    return render(row);
  }

  /** Under the lock of the whole tree. Throws not_found for an unknown parent. */
  function parentIn(tree: { id: string }[], wire: string | null): string | null {
    if (wire === null) return null;
    const id = parseWireId("div", wire);
    if (id === null || !tree.some((node) => node.id === id)) throw notFound(wire);
    return id;
  }

  return {
    async list(ctx: TxContext, { limit, cursor }: { limit: number; cursor?: string | undefined }) {
      const filters = { list: "divisions" };
      const rows = await queries.listDivisions(ctx.tx, deps.pager.read(ctx.tenantId, filters, cursor), limit + 1);
      return deps.pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.position, row.id], render);
    },

    /** Throws not_found. */
    async get(tx: Tx, wire: string): Promise<Division> {
      return render(await find(tx, wire));
    },

    /** Throws not_found. */
    async exists(tx: Tx, wire: string): Promise<void> {
      await find(tx, wire);
    },

    /** 404 for an unknown parent; 409 already_exists for a sibling's name, conflict if there are too many. */
    async create(ctx: TxContext, input: CreateDivision): Promise<Division> {
      const name = cleanName(input.name);
      const tree = await queries.lockTree(ctx.tx);
      if (tree.length >= divisionsMax) throw new AppError("conflict", { message: `There can be at most ${divisionsMax} divisions.` });
      const parentId = parentIn(tree, input.parent_division_id ?? null);
      const id = deps.ids.uuid();
      await queries
        .insertDivision(ctx.tx, ctx.now, { id, name, description: textOf(input.description), color: colorOf(input.color), parentId })
        .catch(refuseDuplicate);
      await recordAudit(ctx, deps.ids, "division.created", wireId("div", id));
      return shown(ctx.tx, id);
    },

    /**
     * 404 for an unknown parent; 409 conflict for a parent that is the division itself or below it, already_exists for
     * a sibling's name.
     */
    async update(ctx: TxContext, wire: string, input: UpdateDivision): Promise<Division> {
      const tree = new Map((await queries.lockTree(ctx.tx)).map((node) => [node.id, node]));
      const row = await find(ctx.tx, wire);
      const after = {
        id: row.id,
        name: input.name === undefined ? row.name : cleanName(input.name),
        description: input.description === undefined ? row.description : textOf(input.description),
        color: input.color === undefined ? row.color : colorOf(input.color),
        parentId: input.parent_division_id === undefined ? row.parent_id : parentIn([...tree.values()], input.parent_division_id),
      };
      for (let above = after.parentId; above !== null; above = tree.get(above)?.parent_id ?? null) {
        if (above !== row.id) continue;
        throw new AppError("conflict", {
          message: "A division cannot be below itself.",
          details: [{ field: "parent_division_id", issue: "not_allowed" }],
        });
      }
      await queries.updateDivision(ctx.tx, ctx.now, after).catch(refuseDuplicate);
      await recordAudit(ctx, deps.ids, "division.updated", wire, { moved: after.parentId !== row.parent_id });
      return shown(ctx.tx, row.id);
    },

    /**
     * 409 conflict for a division with members (including invited ones), children, conversations or tickets, unless
     * `moveTo` names the division that receives them; 404 if that one is unknown.
     */
    async delete(ctx: TxContext, wire: string, moveTo: string | undefined): Promise<{ id: string; deleted: true }> {
      const tree = await queries.lockTree(ctx.tx);
      const { id } = await find(ctx.tx, wire);
      const to = moveTo === undefined ? null : parentIn(tree, moveTo);
      if (!(await queries.lockForRemoval(ctx.tx, id))) throw notFound(wire);
      const use = await queries.readUse(ctx.tx, id);
      const used = (["members", "children", "conversations", "tickets"] as const).filter((what) => use[what]);
      if (used.length > 0 && to === null) {
        throw new AppError("conflict", {
          message: `The division has ${used.join(" and ")}. In \`moveTo\`, name the division that takes them over.`,
        });
      }
      if (to !== null) {
        const parents = new Map(tree.map((node) => [node.id, node.parent_id]));
        for (let above: string | null = to; above !== null; above = parents.get(above) ?? null) {
          if (above === id) throw brokenRule("moveTo", "not_allowed", "It is the same division, or a division below it.");
        }
        if (use.members) await queries.moveMembers(ctx.tx, id, to);
        if (use.children) await queries.moveChildren(ctx.tx, ctx.now, id, to).catch(refuseDuplicate);
        if (use.conversations) await deps.moveConversations(ctx, id, to);
        if (use.tickets) await deps.moveTickets(ctx, id, to);
      }
      await queries.deleteDivision(ctx.tx, id);
      await recordAudit(ctx, deps.ids, "division.deleted", wire, { movedTo: moveTo ?? null });
      return { id: wire, deleted: true };
    },
  };
}

export type DivisionsService = ReturnType<typeof createDivisionsService>;

function cleanName(name: string): string {
  const clean = normalForm("NFC", name.trim());
  if (clean === "") throw invalidField("name", "too_short");
  return clean;
}

/** An emptied form field means no text. */
const textOf = (text: string | null | undefined) => text?.trim() || null;
const colorOf = (color: string | null | undefined) => color?.toLowerCase() || null;

function refuseDuplicate(error: unknown): never {
  if (sqlState(error) !== "23505") throw error;
  throw new AppError("already_exists", {
    message: "A division with this name already exists there. Case and accents are ignored.",
    details: [{ field: "name", issue: "exists" }],
  });
}

function render(row: queries.DivisionRow): Division {
  return {
    id: wireId("div", row.id),
    name: row.name,
    description: row.description,
    color: row.color,
    parent_division_id: row.parent_id === null ? null : wireId("div", row.parent_id),
    memberCount: row.members,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
