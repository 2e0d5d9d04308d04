import { type Static, Type } from "typebox";
import { AppError } from "#platform/errors/app-error.ts";
import { wireId } from "#platform/ids/ids.ts";
import { given, snapshotPart } from "#platform/snapshot/snapshot-part.ts";
import * as queries from "./contact-fields.queries.ts";
import { CreateContactField, fieldsMax } from "./contact-fields.schema.ts";
import type { ContactFieldsService } from "./contact-fields.service.ts";

const Entry = Type.Object(CreateContactField.properties, { title: "SnapshotContactField" });
type Kept = Pick<queries.FieldRow, "key" | "type" | "label" | "options" | "required" | "description" | "position">;

const kept = ({ key, type, label, options, required, description, position }: Kept): Kept => ({
  key,
  type,
  label,
  options,
  required,
  description,
  position,
});

export const contactFieldsSnapshot = (service: ContactFieldsService) =>
  snapshotPart<Static<typeof Entry>[]>({
    name: "contactFields",
    schema: Type.Array(Entry, { maxItems: fieldsMax }),
    scopes: { read: "contacts:read", write: "contacts:write" },

    async read(ctx) {
      const rows = (await queries.listAllFields(ctx.tx)).filter((row) => row.deleting_at === null);
      const value = rows.map(kept).toSorted((a, b) => a.position - b.position || (a.key < b.key ? -1 : 1));
      return { value, leftOut: [] };
    },

    async apply(ctx, entries, run) {
      run.distinct(
        entries.map((entry) => entry.key),
        "key",
      );
      for (const [index, entry] of entries.entries()) {
        await run.entry<Kept>({ index, key: entry.key }, async () => {
          const row = await queries.findFieldByKey(ctx.tx, entry.key);
          if (row?.deleting_at != null)
            throw conflict("key", "A field with this key was deleted and its values are still being removed. Try again in some minutes.");
          return {
            current: row === null ? null : kept(row),
            wanted: given<Kept>({
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
                throw conflict("type", `The field is of type ${row?.type}, and contacts have values of it: a type cannot be changed.`);
              await service.update(ctx, wireId("cfd", row?.id as string), changed);
            },
          };
        });
      }
    },
  });

function conflict(field: string, message: string): AppError {
  return new AppError("conflict", { message, details: [{ field, issue: "not_allowed" }] });
}
