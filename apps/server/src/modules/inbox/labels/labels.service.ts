import { recordAudit } from "#platform/audit/audit.ts";
import { sqlState, type Tx } from "#platform/db/database.ts";
import { AppError, invalidField, missingReference, notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, looksLikeId, parseWireId, wireId } from "#platform/ids/ids.ts";
import { normalForm } from "#platform/text/normal.ts";
import * as queries from "./labels.queries.ts";
import { type CreateLabel, countMax, type Label, type UpdateLabel } from "./labels.schema.ts";

/** A label of a conversation, by its stored id. */
export interface NamedLabel {
  id: string;
  name: string;
}

export function createLabelsService(deps: { ids: IdSource }) {
  async function find(tx: Tx, wire: string, lock = false): Promise<queries.LabelRow> {
    const id = parseWireId("lbl", wire);
    const row = id === null ? null : await queries.findLabel(tx, id, lock);
    if (row === null) throw notFound(wire);
    return row;
  }

  async function render(tx: Tx, rows: queries.LabelRow[]): Promise<Label[]> {
    if (rows.length === 0) return [];
    const counts = await queries.countConversations(
      tx,
      rows.map((row) => row.id),
      countMax,
    );
    return rows.map((row) => ({
      id: wireId("lbl", row.id),
      name: row.name,
      color: row.color,
      description: row.description,
      conversationCount: counts.get(row.id) ?? 0,
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
    }));
  }

  const renderOne = async (tx: Tx, row: queries.LabelRow) => (await render(tx, [row]))[0] as Label;

  return {
    render,

    /** Throws not_found. */
    async get(tx: Tx, wire: string): Promise<Label> {
      return renderOne(tx, await find(tx, wire));
    },

    /** Throws not_found; cheaper than `get`, which counts. */
    async exists(tx: Tx, wire: string): Promise<void> {
      await find(tx, wire);
    },

    list: (tx: Tx, q: string | undefined, after: string[] | null, limit: number) => queries.listLabels(tx, q ?? null, after, limit),

    /** 409 already_exists, naming the label that has the name. */
    async create(ctx: TxContext, input: CreateLabel): Promise<Label> {
      const name = cleanName(input.name, "name");
      const id = deps.ids.uuid();
      const values = { name, color: input.color?.toLowerCase() ?? null, description: input.description ?? null };
      const [row] = await queries.insertLabels(ctx.tx, ctx.now, [{ id, ...values }]);
      if (row === undefined) throw alreadyExists((await queries.labelByName(ctx.tx, name))?.id ?? null);
      await recordAudit(ctx, deps.ids, "label.created", wireId("lbl", id));
      return renderOne(ctx.tx, row);
    },

    /** The new name shows everywhere at once, because conversations hold ids. */
    async update(ctx: TxContext, wire: string, input: UpdateLabel): Promise<Label> {
      const row = await find(ctx.tx, wire, true);
      const after = {
        name: input.name === undefined ? row.name : cleanName(input.name, "name"),
        color: input.color === undefined ? row.color : (input.color?.toLowerCase() ?? null),
        description: input.description === undefined ? row.description : input.description,
      };
      const fields = (["name", "color", "description"] as const).filter((field) => after[field] !== row[field]);
      if (fields.length === 0) return renderOne(ctx.tx, row);
      if (fields.includes("name")) {
        const holder = await queries.labelByName(ctx.tx, after.name);
        if (holder !== null && holder.id !== row.id) throw alreadyExists(holder.id);
      }
      const changed = await queries.updateLabel(ctx.tx, ctx.now, row.id, after).catch((error: unknown) => {
        // Another label has taken the name since the check above. The failed transaction can no longer be queried for it.
        throw sqlState(error) === "23505" ? alreadyExists(null) : error;
      });
      await recordAudit(ctx, deps.ids, "label.updated", wire, { fields });
      return renderOne(ctx.tx, changed);
    },

    /** Removes the label from all conversations at once: an id without a label is not shown anywhere. */
    async delete(ctx: TxContext, wire: string): Promise<{ id: string; deleted: true }> {
      const row = await find(ctx.tx, wire, true);
      await queries.deleteLabel(ctx.tx, row.id);
      await recordAudit(ctx, deps.ids, "label.deleted", wire);
      return { id: wire, deleted: true };
    },

    /** Those of the stored ids that still are labels, in the order given. */
    named: (tx: Tx, ids: string[]): Promise<NamedLabel[]> => (ids.length === 0 ? Promise.resolve([]) : queries.labelsById(tx, ids)),

    /**
     * Labels by name or id, in the order given; unknown names are left out. `field` is the path for errors. Throws not_found for an unknown
     * id.
     */
    async byName(tx: Tx, input: string[], field: string | ((i: number) => string)): Promise<NamedLabel[]> {
      return input.length === 0 ? [] : queries.labelsByName(tx, await cleanNames(tx, input, field));
    },

    /** Labels by name or id, in the order given; an unknown name creates a label. Throws not_found for an unknown id. */
    async ensure(ctx: TxContext, input: string[], field: string | ((i: number) => string)): Promise<NamedLabel[]> {
      if (input.length === 0) return [];
      const clean = await cleanNames(ctx.tx, input, field);
      const known = await queries.labelsByName(ctx.tx, clean);
      const missing = clean.length > known.length;
      if (!missing) return known;
      const made = await queries.insertLabels(
        ctx.tx,
        ctx.now,
        clean.map((name) => ({ id: deps.ids.uuid(), name, color: null, description: null })),
      );
      for (const row of made) await recordAudit(ctx, deps.ids, "label.created", wireId("lbl", row.id));
      return queries.labelsByName(ctx.tx, clean);
    },
  };
}

/**
 * The same texts with label names in place of ids; text that does not look like an id stays as it is. `field` is the path for errors.
 * Throws not_found for an id without a label.
 */
export async function labelNames(tx: Tx, input: string[], field: string | ((i: number) => string)): Promise<string[]> {
  const ids = input.map((text) => (looksLikeId(text) ? (parseWireId("lbl", text.trim()) ?? "") : null));
  const asked = ids.flatMap((id) => (id === null || id === "" ? [] : [id]));
  const known = new Map((asked.length === 0 ? [] : await queries.labelsById(tx, asked)).map(({ id, name }) => [id, name]));
  return input.map((text, i) => {
    const id = ids[i] ?? null;
    const name = id === null ? text : known.get(id);
    if (name === undefined) throw missingReference(placeOf(field, i));
    return name;
  });
}

async function cleanNames(tx: Tx, input: string[], field: string | ((i: number) => string)): Promise<string[]> {
  return (await labelNames(tx, input, field)).map((name, i) => cleanName(name, placeOf(field, i)));
}

const placeOf = (field: string | ((i: number) => string), i: number) => (typeof field === "string" ? `${field}[${i}]` : field(i));

export type LabelsService = ReturnType<typeof createLabelsService>;

function cleanName(name: string, field: string): string {
  const clean = normalForm("NFC", name.trim());
  if (clean === "") throw invalidField(field, "too_short");
  if (looksLikeId(clean)) throw invalidField(field, "not_allowed", "This is an id, not a name.");
  return clean;
}

function alreadyExists(id: string | null): AppError {
  return new AppError("already_exists", {
    message: "A label with this name already exists. Case and accents are ignored.",
    details: [{ field: "name", issue: "exists", ...(id === null ? {} : { id: wireId("lbl", id) }) }],
  });
}
