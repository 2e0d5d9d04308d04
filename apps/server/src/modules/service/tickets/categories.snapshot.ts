import { type Static, Type } from "typebox";
import { wireId } from "#platform/ids/ids.ts";
import { definedOnly, refuseTooMany, snapshotPart, sortedBy } from "#platform/snapshot/snapshot-part.ts";
import { normalForm } from "#platform/text/normal.ts";
import * as queries from "./categories.queries.ts";
import type { CategoriesService } from "./categories.service.ts";
import { CreateTicketCategory } from "./tickets.schema.ts";

const entriesMax = 500;
const Entry = Type.Object(CreateTicketCategory.properties, { title: "SnapshotTicketCategory" });
type EntryValues = Pick<queries.CategoryRow, "name" | "description">;

const entryOf = ({ name, description }: EntryValues): EntryValues => ({ name, description });

export const ticketCategoriesSnapshot = (service: CategoriesService) =>
  snapshotPart<Static<typeof Entry>[]>({
    name: "ticketCategories",
    schema: Type.Array(Entry, { maxItems: entriesMax }),
    scopes: { read: "tickets:read", write: "tickets:write" },

    async read(ctx) {
      const rows = await queries.listCategories(ctx.tx, null, entriesMax + 1);
      refuseTooMany("ticket categories", rows, entriesMax);
      return { value: sortedBy(rows.map(entryOf), (category) => category.name), leftOut: [] };
    },

    async apply(ctx, entries, run) {
      const nameOf = (entry: { name: string }) => normalForm("NFC", entry.name.trim());
      run.distinct(
        entries.map((entry) => nameOf(entry).toLowerCase()),
        "name",
      );
      for (const [index, entry] of entries.entries()) {
        await run.entry<EntryValues>({ index, key: entry.name }, async () => {
          const row = await queries.findCategoryByName(ctx.tx, nameOf(entry));
          return {
            current: row === null ? null : entryOf(row),
            desired: definedOnly<EntryValues>({ name: nameOf(entry), description: entry.description }),
            create: () => service.create(ctx, entry),
            update: (changed) => service.update(ctx, wireId("tca", row?.id as string), changed),
          };
        });
      }
    },
  });
