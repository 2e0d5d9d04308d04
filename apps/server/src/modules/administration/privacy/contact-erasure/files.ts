import { storageKey } from "#modules/channels/media/index.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import { insertTraces, nextTraces } from "../privacy.queries.ts";
import type { Step } from "./step.ts";
import { shownInMessages, dropUploads, markContents, dropContents } from "./files.queries.ts";

const uploadsAtOnce = 100;
const filesAtOnce = 20;

/**
 * Files that the team sent only to this person and that nothing else keeps, such as a canned reply. Runs as the worker, for one named
 * tenant, to check whether another person's message shows a file: only under the worker's policy can the index on the messages' media be
 * used.
 */
const uploads: Step<{ last: string | null; alone: string[] }> = {
  name: "uploads",
  async prepare(tenantId, request, deps) {
    const found = await deps.database.withTenant(tenantId, (tx) =>
      nextTraces(tx, request.id, "id", request.position ?? "med_", uploadsAtOnce),
    );
    const wires = found.filter((wire) => wire.startsWith("med_"));
    const shown = await shownInMessages(deps.database, tenantId, wires);
    const elsewhere = new Set(shown.map((row) => row.wire));
    return { last: wires.at(-1) ?? null, alone: wires.filter((wire) => !elsewhere.has(wire)) };
  },
  async run(piece, { last, alone }) {
    const { tx } = piece;
    const rows = await dropUploads(
      tx,
      alone.flatMap((wire) => parseWireId("med", wire) ?? []),
    );
    await insertTraces(
      tx,
      piece.request.id,
      "content",
      rows.flatMap((row) => row.content_id ?? []),
    );
    piece.count("media", "deleted", rows.length);
    return last === null ? { more: false } : { more: true, position: last };
  },
};

/**
 * The contents of files, unless another media row has the same content. A file goes before its row, so a crash leaves
 * no file behind.
 */
const contents: Step<{ last: string | null; removed: string[] }> = {
  name: "contents",
  async prepare(tenantId, request, { database, storage }, now) {
    const { last, removable } = await database.withTenant(tenantId, async (tx) => {
      const found = await nextTraces(tx, request.id, "content", request.position, filesAtOnce);
      const rows = await markContents(tx, found, now);
      return { last: found.at(-1) ?? null, removable: rows.map((row) => row.id) };
    });
    for (const id of removable) await storage.remove(storageKey(tenantId, id));
    return { last, removed: removable };
  },
  async run(piece, { last, removed }) {
    const { tx } = piece;
    const rows = await dropContents(tx, removed);
    piece.count("media_contents", "deleted", rows.length);
    return last === null ? { more: false } : { more: true, position: last };
  },
};

// Only the step itself reads what it prepares.
export const fileSteps = [uploads, contents] as unknown as Step[];
