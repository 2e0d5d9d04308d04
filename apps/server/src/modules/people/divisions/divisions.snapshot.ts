import { type Static, Type } from "typebox";
import { brokenRule } from "#platform/errors/app-error.ts";
import { wireId } from "#platform/ids/ids.ts";
import { foldName, definedOnly, pathKey, snapshotPart, sortedBy } from "#platform/snapshot/snapshot-part.ts";
import { normalForm } from "#platform/text/normal.ts";
import { divisionPaths, findDivisionAt } from "./division-paths.ts";
import { CreateDivision, DivisionPath, divisionsMax } from "./divisions.schema.ts";
import type { DivisionsService } from "./divisions.service.ts";

const { description, color } = CreateDivision.properties;
const Entry = Type.Object({ path: DivisionPath, description, color }, { title: "SnapshotDivision" });
type EntryValues = { name: string; description: string | null; color: string | null };

export const divisionsSnapshot = (service: Pick<DivisionsService, "create" | "update">) =>
  snapshotPart<Static<typeof Entry>[]>({
    name: "divisions",
    schema: Type.Array(Entry, { maxItems: divisionsMax }),
    scopes: { read: "divisions:read", write: "divisions:write" },

    async read(ctx) {
      const all = [...(await divisionPaths(ctx.tx)).values()];
      const value = all.map(({ path, row }) => ({ path, description: row.description, color: row.color }));
      return { value: sortedBy(value, ({ path }) => pathKey(path)), leftOut: [] };
    },

    async apply(ctx, entries, run) {
      run.distinct(
        entries.map((entry) => pathKey(entry.path.map(foldName))),
        "path",
      );
      // Parents before their children.
      const inOrder = [...entries.entries()].toSorted(([, a], [, b]) => a.path.length - b.path.length);
      for (const [index, entry] of inOrder) {
        await run.entry<EntryValues>({ index, key: entry.path.join(" / ") }, async () => {
          const above = entry.path.slice(0, -1);
          const name = normalForm("NFC", (entry.path.at(-1) as string).trim());
          const parent = above.length === 0 ? null : await findDivisionAt(ctx.tx, above);
          if (above.length > 0 && parent === null) throw brokenRule("path", "unknown", `The division ${above.join(" / ")} does not exist.`);
          const found = await findDivisionAt(ctx.tx, [...above, name]);
          return {
            current: found === null ? null : { name: found.row.name, description: found.row.description, color: found.row.color },
            desired: definedOnly<EntryValues>({
              name,
              description: entry.description === undefined ? undefined : entry.description?.trim() || null,
              color: entry.color === undefined ? undefined : entry.color?.toLowerCase() || null,
            }),
            create: () =>
              service.create(ctx, {
                name,
                ...definedOnly<{ description: string | null; color: string | null }>({
                  description: entry.description,
                  color: entry.color,
                }),
                parent_division_id: parent === null ? null : wireId("div", parent.row.id),
              }),
            update: (changed) => service.update(ctx, wireId("div", found?.row.id as string), changed),
          };
        });
      }
    },
  });
