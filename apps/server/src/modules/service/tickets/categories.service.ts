import { recordAudit } from "#platform/audit/audit.ts";
import { sqlState, type Tx } from "#platform/db/database.ts";
import { AppError, invalidField, missingReference, notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, looksLikeId, parseWireId, wireId } from "#platform/ids/ids.ts";
import { normalForm } from "#platform/text/normal.ts";
import * as queries from "./categories.queries.ts";
import type { CreateTicketCategory, TicketCategory, UpdateTicketCategory } from "./tickets.schema.ts";

export function createCategoriesService(deps: { ids: IdSource }) {
  async function find(tx: Tx, wire: string, lock = false): Promise<queries.CategoryRow> {
    const id = parseWireId("tca", wire);
    const row = id === null ? null : await queries.findCategory(tx, id, lock);
    if (row === null) throw notFound(wire);
    return row;
  }

  return {
    find,

    async create(ctx: TxContext, input: CreateTicketCategory): Promise<TicketCategory> {
      const name = readName(input.name);
      const row = await queries.insertCategory(ctx.tx, ctx.now, { id: deps.ids.uuid(), name, description: input.description ?? null });
      if (row === null) throw alreadyExists((await queries.findCategoryByName(ctx.tx, name))?.id ?? null);
      await recordAudit(ctx, deps.ids, "ticket_category.created", wireId("tca", row.id));
      return renderCategory(row);
    },

    /** A new name shows on all of the category's tickets. 409 already_exists for another category's name. */
    async update(ctx: TxContext, wire: string, input: UpdateTicketCategory): Promise<TicketCategory> {
      const row = await find(ctx.tx, wire, true);
      const values = {
        id: row.id,
        name: input.name === undefined ? row.name : readName(input.name),
        description: input.description === undefined ? row.description : input.description,
      };
      const changed = await queries.updateCategory(ctx.tx, ctx.now, values).catch((error: unknown) => {
        throw sqlState(error) === "23505" ? alreadyExists(null) : error;
      });
      await recordAudit(ctx, deps.ids, "ticket_category.updated", wire, { fields: Object.keys(input) });
      return renderCategory(changed);
    },

    async delete(ctx: TxContext, wire: string): Promise<{ id: string; deleted: true }> {
      const row = await find(ctx.tx, wire, true);
      await queries.deleteCategory(ctx.tx, row.id);
      await recordAudit(ctx, deps.ids, "ticket_category.deleted", wire, { name: row.name });
      return { id: wire, deleted: true };
    },
  };
}

/** The category with this name or id; null: none. */
export async function categoryNamed(tx: Tx, text: string): Promise<{ id: string } | null> {
  if (!looksLikeId(text)) return queries.findCategoryByName(tx, normalForm("NFC", text.trim()));
  const id = parseWireId("tca", text.trim());
  return id === null ? null : queries.findCategory(tx, id);
}

/**
 * The category with this name, created if missing, or with this id. Of two concurrent requests the second waits and
 * finds what the first created. Throws not_found for an unknown id.
 */
export async function ensureCategory(ctx: TxContext, ids: IdSource, text: string, field: string): Promise<{ id: string }> {
  const known = await categoryNamed(ctx.tx, text);
  if (known === null && looksLikeId(text)) throw missingReference(field);
  const name = known === null ? readName(text, field) : "";
  if (known !== null) return known;
  const made = await queries.insertCategory(ctx.tx, ctx.now, { id: ids.uuid(), name, description: null });
  if (made === null) return (await queries.findCategoryByName(ctx.tx, name)) as queries.CategoryRow;
  await recordAudit(ctx, ids, "ticket_category.created", wireId("tca", made.id));
  return made;
}

export type CategoriesService = ReturnType<typeof createCategoriesService>;

function readName(text: string, field = "name"): string {
  const name = normalForm("NFC", text.trim());
  if (name === "") throw invalidField(field, "too_short");
  if (looksLikeId(name)) throw invalidField(field, "not_allowed", "This is an id, not a name.");
  return name;
}

function alreadyExists(id: string | null): AppError {
  return new AppError("already_exists", {
    message: "A category with this name already exists.",
    details: [{ field: "name", issue: "exists", ...(id === null ? {} : { id: wireId("tca", id) }) }],
  });
}

export function renderCategory(row: queries.CategoryRow): TicketCategory {
  return {
    id: wireId("tca", row.id),
    name: row.name,
    description: row.description,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
