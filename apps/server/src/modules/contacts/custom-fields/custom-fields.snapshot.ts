import { Type } from "typebox";
import { AppError } from "#platform/errors/app-error.ts";
import { wireId } from "#platform/ids/ids.ts";
import { extending } from "#platform/http/openapi/schemas.ts";
import { definedOnly, snapshotPart } from "#platform/snapshot/snapshot-part.ts";
import * as queries from "./custom-fields.queries.ts";
import { type CreateCustomField, fieldSchemas, fieldsMax, titleOf } from "./custom-fields.schema.ts";
import type { CustomFieldsService } from "./custom-fields.service.ts";
import type { FieldOwner } from "./field-owner.ts";

type EntryValues = Pick<queries.FieldRow, "key" | "type" | "label" | "options" | "required" | "description" | "position">;

const entryOf = ({ key, type, label, options, required, description, position }: EntryValues): EntryValues => ({
  key,
  type,
  label,
  options,
  required,
  description,
  position,
});

export const customFieldsSnapshot = (owner: FieldOwner, service: CustomFieldsService) =>
  snapshotPart<CreateCustomField[]>({
    name: `${owner.noun}Fields`,
    schema: Type.Array(extending(fieldSchemas(owner).CreateField, {}, { title: `Snapshot${titleOf(owner)}` }), {
      maxItems: fieldsMax,
    }),
    scopes: owner.scopes,

    async read(ctx) {
      const rows = (await queries.listAllFields(owner, ctx.tx)).filter((row) => row.deleting_at === null);
      const value = rows.map(entryOf).toSorted((a, b) => a.position - b.position || (a.key < b.key ? -1 : 1));
      return { value, leftOut: [] };
    },

    async apply(ctx, entries, run) {
      run.distinct(
        entries.map((entry) => entry.key),
        "key",
      );
      for (const [index, entry] of entries.entries()) {
        await run.entry<EntryValues>({ index, key: entry.key }, async () => {
          const row = await queries.findFieldByKey(owner, ctx.tx, entry.key);
          if (row?.deleting_at != null)
            throw conflict("key", "A field with this key was deleted, and its values are still being removed. Try again in a few minutes.");
          return {
            current: row === null ? null : entryOf(row),
            desired: definedOnly<EntryValues>({
              key: entry.key,
              type: entry.type,
              label: entry.label.trim(),
              options: entry.options === undefined ? undefined : [...new Set(entry.options.map((option) => option.trim()))],
              required: entry.required,
              description: entry.description,
              position: entry.position,
            }),
            create: () => service.create(ctx, entry),
            update: async ({ type, ...changed }) => {
              if (type !== undefined)
                throw conflict(
                  "type",
                  `The field has type ${row?.type}, and ${owner.owners} have values for it, so its type cannot change.`,
                );
              await service.update(ctx, wireId(owner.prefix, row?.id as string), changed);
            },
          };
        });
      }
    },
  });

function conflict(field: string, message: string): AppError {
  return new AppError("conflict", { message, details: [{ field, issue: "not_allowed" }] });
}
