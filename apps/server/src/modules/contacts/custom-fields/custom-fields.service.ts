import { recordAudit } from "#platform/audit/audit.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import * as queries from "./custom-fields.queries.ts";
import {
  type CreateCustomField,
  type CustomField,
  type FieldType,
  fieldsMax,
  optionsMax,
  type UpdateCustomField,
} from "./custom-fields.schema.ts";
import type { FieldOwner } from "./field-owner.ts";
import { type CustomValue, checkValue, type FieldDefinition, readText } from "./field-values.ts";

export interface CustomFieldsDeps {
  ids: IdSource;
}

export function createCustomFieldsService(owner: FieldOwner, deps: CustomFieldsDeps) {
  const audited = `${owner.noun}_field`;
  const show = (row: queries.FieldRow) => renderField(owner, row);

  async function find(tx: Tx, wire: string, lock = false): Promise<queries.FieldRow> {
    const id = parseWireId(owner.prefix, wire);
    const row = id === null ? null : await queries.findField(owner, tx, id, lock);
    if (row === null) throw notFound(wire);
    return row;
  }

  return {
    /** Throws not_found. */
    async get(tx: Tx, wire: string): Promise<CustomField> {
      return show(await find(tx, wire));
    },

    /** In form order, after a position. */
    list: (tx: Tx, after: string[] | null, limit: number): Promise<queries.FieldRow[]> => queries.listFields(owner, tx, after, limit),

    /** All fields of a tenant that are not being deleted, for readers of many owners. */
    async definitions(tx: Tx): Promise<FieldDefinition[]> {
      return (await queries.listAllFields(owner, tx)).filter((row) => row.deleting_at === null);
    },

    /**
     * 400 for options that do not fit the type; 409 already_exists for the key; 409 conflict beyond 200 definitions.
     */
    async create(ctx: TxContext, input: CreateCustomField): Promise<CustomField> {
      const options = readOptions(input.type, input.options);
      const { count, last } = await queries.lockFields(owner, ctx.tx);
      const twin = await queries.findFieldByKey(owner, ctx.tx, input.key);
      if (twin?.deleting_at != null) throw beingDeleted(input.key);
      if (twin !== null)
        throw new AppError("already_exists", {
          message: "A field with this key already exists.",
          details: [{ field: "key", issue: "exists", id: wireId(owner.prefix, twin.id) }],
        });
      if (count >= fieldsMax) throw new AppError("conflict", { message: `A tenant can have at most ${fieldsMax} ${owner.noun} fields.` });
      const row = await queries.insertField(owner, ctx.tx, ctx.now, {
        id: deps.ids.uuid(),
        key: input.key,
        type: input.type,
        label: readLabel(input.label),
        options,
        required: input.required ?? false,
        description: input.description ?? null,
        position: input.position ?? Math.min((last ?? -1) + 1, 100_000),
      });
      await recordAudit(ctx, deps.ids, `${audited}.created`, wireId(owner.prefix, row.id), { key: row.key, type: row.type });
      return show(row);
    },

    /** Existing values stay as they are, even those whose option was removed. */
    async update(ctx: TxContext, wire: string, input: UpdateCustomField): Promise<CustomField> {
      const row = await find(ctx.tx, wire, true);
      const changed = await queries.updateField(owner, ctx.tx, ctx.now, row.id, {
        label: input.label === undefined ? row.label : readLabel(input.label),
        options: input.options === undefined ? row.options : readOptions(row.type, input.options),
        required: input.required ?? row.required,
        description: input.description === undefined ? row.description : input.description,
        position: input.position ?? row.position,
      });
      await recordAudit(ctx, deps.ids, `${audited}.updated`, wire, { fields: Object.keys(input) });
      return show(changed);
    },

    /** Its values are removed in the background; the key becomes free once they are gone. */
    async delete(ctx: TxContext, wire: string): Promise<{ id: string; deleted: true }> {
      const row = await find(ctx.tx, wire, true);
      await queries.markDeleting(owner, ctx.tx, ctx.now, row.id);
      await recordAudit(ctx, deps.ids, `${audited}.deleted`, wire, { key: row.key });
      return { id: wire, deleted: true };
    },

    /**
     * The values that a filter text may stand for under `key`: for a defined field its value, or an option of its list; without a
     * definition also the number or boolean it spells. A text that the field cannot hold matches nothing, or values stored before the
     * definition.
     */
    async possibleValues(tx: Tx, key: string, text: string): Promise<CustomValue[]> {
      const row = await queries.findFieldByKey(owner, tx, key);
      if (row === null || row.deleting_at !== null) {
        const number = /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/.test(text) ? [Number(text)] : [];
        return [text, ...number, ...(text === "true" || text === "false" ? [text === "true"] : [])];
      }
      if (row.type === "multi_select") return [[text.trim()]];
      const checked = checkValue(row, readText(row, text));
      return [checked.ok ? checked.value : text];
    },

    /**
     * Custom field values as stored: those of defined fields checked and normalised, others as given. null removes a value. `creating`:
     * required fields must be present. Throws validation_error naming `customFields.KEY`, and conflict for a field whose values are being
     * removed.
     */
    async check(tx: Tx, given: Record<string, CustomValue | null>, creating: boolean): Promise<Record<string, CustomValue | null>> {
      const keys = Object.keys(given);
      if (keys.length === 0 && !creating) return given;
      const rows = new Map((await queries.listFieldsFor(owner, tx, keys, creating)).map((row) => [row.key, row]));
      const kept: Record<string, CustomValue | null> = {};
      for (const [key, value] of Object.entries(given)) {
        const row = rows.get(key);
        const field = `customFields.${key}`;
        if (row?.deleting_at != null && value !== null) throw beingDeleted(key);
        if (row === undefined || row.deleting_at !== null) {
          if (Array.isArray(value)) throw invalidField(field, "invalid_type", "Only a field of type multi_select can have a list.");
          setOwn(kept, key, value);
        } else if (value === null) {
          if (row.required) throw invalidField(field, "required", "The field is required, so it cannot be empty.");
          setOwn(kept, key, null);
        } else {
          const checked = checkValue(row, value);
          if (!checked.ok) throw invalidField(field, checked.issue, checked.message);
          setOwn(kept, key, checked.value);
        }
      }
      if (creating)
        for (const row of rows.values())
          if (row.required && row.deleting_at === null && !Object.hasOwn(given, row.key))
            throw invalidField(`customFields.${row.key}`, "required");
      return kept;
    },
  };
}

export type CustomFieldsService = ReturnType<typeof createCustomFieldsService>;

export function renderField(owner: FieldOwner, row: queries.FieldRow): CustomField {
  return {
    id: wireId(owner.prefix, row.id),
    key: row.key,
    label: row.label,
    type: row.type,
    options: row.options,
    required: row.required,
    description: row.description,
    position: row.position,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** Also works for a key like `__proto__`, which an assignment would treat differently. */
function setOwn(target: Record<string, CustomValue | null>, key: string, value: CustomValue | null): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

function readLabel(text: string): string {
  const label = text.trim();
  if (label === "") throw invalidField("label", "too_short");
  return label;
}

function readOptions(type: FieldType, input: string[] | undefined): string[] {
  const takes = type === "select" || type === "multi_select";
  if (!takes) {
    if (input !== undefined && input.length > 0) throw invalidField("options", "not_allowed", "Fields of this type cannot have options.");
    return [];
  }
  const options = [...new Set((input ?? []).map((option) => option.trim()))];
  if (options.length === 0) throw invalidField("options", input === undefined ? "required" : "too_short");
  if (options.includes("")) throw invalidField("options", "too_short");
  if (options.length > optionsMax) throw invalidField("options", "too_many");
  return options;
}

function beingDeleted(key: string): AppError {
  return new AppError("conflict", {
    message: "A field with this key was deleted, and its values are still being removed. Try again in a few minutes.",
    details: [{ field: `customFields.${key}`, issue: "not_allowed" }],
  });
}
