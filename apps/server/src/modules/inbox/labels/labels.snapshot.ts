import { type Static, Type } from "typebox";
import { wireId } from "#platform/ids/ids.ts";
import { extending } from "#platform/http/openapi/schemas.ts";
import { foldName, definedOnly, refuseTooMany, snapshotPart, sortedBy } from "#platform/snapshot/snapshot-part.ts";
import { normalForm } from "#platform/text/normal.ts";
import * as queries from "./labels.queries.ts";
import { CreateLabel } from "./labels.schema.ts";
import type { LabelsService } from "./labels.service.ts";

const entriesMax = 1_000;
const Entry = extending(CreateLabel, {}, { title: "SnapshotLabel" });
type EntryValues = queries.LabelValues;

const entryOf = ({ name, color, description }: EntryValues): EntryValues => ({ name, color, description });

export const labelsSnapshot = (service: LabelsService) =>
  snapshotPart<Static<typeof Entry>[]>({
    name: "labels",
    schema: Type.Array(Entry, { maxItems: entriesMax }),
    scopes: { read: "labels:read", write: "labels:write" },

    async read(ctx) {
      const rows = await queries.allLabels(ctx.tx, entriesMax + 1);
      refuseTooMany("labels", rows, entriesMax);
      return { value: sortedBy(rows.map(entryOf), (label) => label.name), leftOut: [] };
    },

    async apply(ctx, entries, run) {
      run.distinct(
        entries.map((entry) => foldName(entry.name)),
        "name",
      );
      for (const [index, entry] of entries.entries()) {
        await run.entry<EntryValues>({ index, key: entry.name }, async () => {
          const name = normalForm("NFC", entry.name.trim());
          const found = await queries.labelByName(ctx.tx, name);
          const row = found === null ? null : await queries.findLabel(ctx.tx, found.id);
          return {
            current: row === null ? null : entryOf(row),
            desired: definedOnly<EntryValues>({
              name,
              color: entry.color == null ? entry.color : entry.color.toLowerCase(),
              description: entry.description,
            }),
            create: () => service.create(ctx, entry),
            update: (changed) => service.update(ctx, wireId("lbl", row?.id as string), changed),
          };
        });
      }
    },
  });
