import { recordAudit } from "#platform/audit/audit.ts";
import { sqlState, type Tx } from "#platform/db/database.ts";
import { AppError, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, looksLikeId, parseWireId, wireId } from "#platform/ids/ids.ts";
import { normalForm } from "#platform/text/normal.ts";
import * as queries from "./categories.queries.ts";
import type { CreateKnowledgeCategory, KnowledgeCategory, UpdateKnowledgeCategory } from "./categories.schema.ts";
import type { Bounds } from "./knowledge.settings.ts";

export interface CategoriesDeps {
  ids: IdSource;
  bounds: Bounds;
}

/** The category in a request; null stays null. Throws not_found. */
export async function categoryId(tx: Tx, wire: string | null | undefined): Promise<string | null> {
  if (wire === null || wire === undefined) return null;
  const id = parseWireId("kct", wire);
  if (id === null || (await queries.findCategory(tx, id)) === null) throw notFound(wire);
  return id;
}

/**
 * A category's uuid by its id, or by its name ignoring case. Of several with the same name it is the topmost and
 * oldest; if there is none, it is created. Throws not_found for an unknown id.
 */
export async function ensureCategory(ctx: TxContext, deps: CategoriesDeps, text: string, field: string): Promise<string> {
  if (looksLikeId(text)) return (await categoryId(ctx.tx, text.trim())) as string;
  const name = normalForm("NFC", text.trim());
  if (name === "") throw invalidField(field, "too_short");
  const known = await queries.findCategoryByName(ctx.tx, name);
  if (known !== null) return known;
  const count = await queries.countCategories(ctx.tx);
  // Counting waits for concurrent creations, one of which may be this category.
  const meanwhile = await queries.findCategoryByName(ctx.tx, name);
  if (meanwhile !== null) return meanwhile;
  if (count >= deps.bounds.categoriesPerTenant) throw tooMany(deps.bounds);
  const id = deps.ids.uuid();
  await queries.insertCategory(ctx.tx, ctx.now, id, { name, description: null, position: 0, parentId: null });
  await recordAudit(ctx, deps.ids, "knowledge_category.created", wireId("kct", id));
  return id;
}

function tooMany(bounds: Bounds): AppError {
  return new AppError("entitlement_exceeded", { message: `There can be at most ${bounds.categoriesPerTenant} categories.` });
}

/** Throws validation_error for an id: no category may have such a name. */
function refuseId(name: string): void {
  if (looksLikeId(name)) throw invalidField("name", "not_allowed", "This is an id, not a name.");
}

export function createCategoriesService(deps: CategoriesDeps) {
  async function find(tx: Tx, wire: string): Promise<queries.CategoryRow> {
    const id = parseWireId("kct", wire);
    const row = id === null ? null : await queries.findCategory(tx, id);
    if (row === null) throw notFound(wire);
    return row;
  }

  async function get(tx: Tx, wire: string): Promise<KnowledgeCategory> {
    return renderCategory(await find(tx, wire));
  }

  return {
    get,

    async list(tx: Tx, parent: string | undefined, after: string[] | null, limit: number): Promise<queries.CategoryRow[]> {
      return queries.listCategories(tx, await categoryId(tx, parent), after, limit);
    },

    /** 404 for an unknown parent; 403 entitlement_exceeded. */
    async create(ctx: TxContext, input: CreateKnowledgeCategory): Promise<KnowledgeCategory> {
      const parentId = await categoryId(ctx.tx, input.parentId);
      refuseId(input.name);
      if ((await queries.countCategories(ctx.tx)) >= deps.bounds.categoriesPerTenant) throw tooMany(deps.bounds);
      const id = deps.ids.uuid();
      await queries.insertCategory(ctx.tx, ctx.now, id, {
        name: input.name,
        description: input.description ?? null,
        position: input.position ?? 0,
        parentId,
      });
      await recordAudit(ctx, deps.ids, "knowledge_category.created", wireId("kct", id));
      return get(ctx.tx, wireId("kct", id));
    },

    /** 404 for an unknown category or parent; 409 conflict for a parent below it. */
    async update(ctx: TxContext, wire: string, input: UpdateKnowledgeCategory): Promise<KnowledgeCategory> {
      const tree = await queries.lockTree(ctx.tx);
      const row = await find(ctx.tx, wire);
      refuseId(input.name ?? "");
      const parentId = input.parentId === undefined ? row.parent_id : await categoryId(ctx.tx, input.parentId);
      if (parentId !== null && isWithin(tree, parentId, row.id)) throw circle("parentId");
      const after = {
        name: input.name ?? row.name,
        description: input.description === undefined ? row.description : input.description,
        position: input.position ?? row.position,
        parentId,
      };
      const fields = [
        ...(after.name === row.name ? [] : ["name"]),
        ...(after.description === row.description ? [] : ["description"]),
        ...(after.position === row.position ? [] : ["position"]),
        ...(after.parentId === row.parent_id ? [] : ["parentId"]),
      ];
      if (fields.length === 0) return renderCategory(row);
      await queries.updateCategory(ctx.tx, ctx.now, row.id, after);
      await recordAudit(ctx, deps.ids, "knowledge_category.updated", wire, { fields });
      return get(ctx.tx, wire);
    },

    /**
     * 409 conflict while it is not empty, unless `moveTo` gives a destination for its content: another category, or
     * none.
     */
    async delete(ctx: TxContext, wire: string, moveTo: string | undefined): Promise<{ id: string; deleted: true }> {
      const tree = await queries.lockTree(ctx.tx);
      const row = await find(ctx.tx, wire);
      if (moveTo !== undefined) {
        const target = moveTo === "none" ? null : await categoryId(ctx.tx, moveTo);
        if (target !== null && isWithin(tree, target, row.id)) throw circle("moveTo");
        await queries.moveContent(ctx.tx, ctx.now, row.id, target);
      }
      await queries.deleteCategory(ctx.tx, row.id).catch((error: unknown) => {
        throw sqlState(error) === "23503"
          ? new AppError("conflict", {
              message: "The category is not empty. In moveTo, name the category that takes over its sources, FAQs and categories.",
              details: [{ field: "moveTo", issue: "required" }],
            })
          : error;
      });
      await recordAudit(ctx, deps.ids, "knowledge_category.deleted", wire, moveTo === undefined ? {} : { moveTo });
      return { id: wire, deleted: true };
    },
  };
}

export type CategoriesService = ReturnType<typeof createCategoriesService>;

/** Whether `id` is `top` or below it. */
export function isWithin(parents: ReadonlyMap<string, string | null>, id: string, top: string): boolean {
  for (let at: string | null = id, steps = 0; at !== null && steps <= parents.size; at = parents.get(at) ?? null, steps++)
    if (at === top) return true;
  return false;
}

function circle(field: string): AppError {
  return new AppError("conflict", {
    message: "The category is the same, or within this one.",
    details: [{ field, issue: "not_allowed" }],
  });
}

export function renderCategory(row: queries.CategoryRow): KnowledgeCategory {
  return {
    id: wireId("kct", row.id),
    name: row.name,
    description: row.description,
    position: row.position,
    parentId: row.parent_id === null ? null : wireId("kct", row.parent_id),
    sourceCount: row.source_count,
    faqCount: row.faq_count,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
