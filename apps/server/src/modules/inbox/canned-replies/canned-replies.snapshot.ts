import { type Static, Type } from "typebox";
import { wireId } from "#platform/ids/ids.ts";
import { type OmittedEntry, refuseTooMany, snapshotPart, sortedBy } from "#platform/snapshot/snapshot-part.ts";
import * as queries from "./canned-replies.queries.ts";
import { CreateCannedReply } from "./canned-replies.schema.ts";
import type { CannedRepliesService } from "./canned-replies.service.ts";

const entriesMax = 1_000;
const { shortcut, title, content } = CreateCannedReply.properties;
const Entry = Type.Object({ shortcut, title, content }, { title: "SnapshotCannedReply" });
type EntryValues = Static<typeof Entry>;

const entryOf = (row: EntryValues): EntryValues => ({ shortcut: row.shortcut, title: row.title, content: row.content });

/** Media are omitted: files are not configuration. Applying an entry to a reply with files keeps its files. */
export const cannedRepliesSnapshot = (service: CannedRepliesService) =>
  snapshotPart<EntryValues[]>({
    name: "cannedReplies",
    schema: Type.Array(Entry, { maxItems: entriesMax }),
    scopes: { read: "conversations:read", write: "conversations:write" },

    async read(ctx) {
      const rows = await queries.allCannedReplies(ctx.tx, entriesMax + 1);
      refuseTooMany("canned replies", rows, entriesMax);
      const leftOut = rows
        .filter((row) => row.media_ids.length > 0)
        .map((row): OmittedEntry => ({ key: row.shortcut, reason: "has_media" }));
      return { value: sortedBy(rows.map(entryOf), (reply) => reply.shortcut), leftOut: sortedBy(leftOut, (left) => left.key) };
    },

    async apply(ctx, entries, run) {
      run.distinct(
        entries.map((entry) => entry.shortcut.toLowerCase()),
        "shortcut",
      );
      for (const [index, entry] of entries.entries()) {
        await run.entry<EntryValues>({ index, key: entry.shortcut }, async () => {
          const found = await queries.cannedReplyByShortcut(ctx.tx, entry.shortcut);
          const row = found === null ? null : await queries.findCannedReply(ctx.tx, found.id);
          return {
            current: row === null ? null : entryOf(row),
            desired: { shortcut: entry.shortcut, title: entry.title.trim(), content: entry.content },
            create: () => service.create(ctx, entryOf(entry)),
            update: (changed) => service.update(ctx, wireId("can", row?.id as string), changed),
          };
        });
      }
    },
  });
