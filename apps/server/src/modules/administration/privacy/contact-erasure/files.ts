import { storageKey } from "#modules/channels/media/index.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import { insertTraces, nextTraces } from "../privacy.queries.ts";
import type { Step } from "./step.ts";
import { shownInMessages, dropUploads, doomContents, dropContents } from "./files.queries.ts";

const uploadsAtOnce = 100;
const filesAtOnce = 20;

/**
 * Files of the team that were sent to the person and to nobody else, and that nothing else keeps (a canned reply). Whether a message of
 * somebody else shows one is asked as the worker, of one tenant that is named: its policy lets the index on the messages' media serve.
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

/** The files themselves, where no other media has the same one. A file is gone before its row is, so a crash leaves no file behind. */
const contents: Step<{ last: string | null; removed: string[] }> = {
  name: "contents",
  async prepare(tenantId, request, { database, storage }, now) {
    const { last, doomed } = await database.withTenant(tenantId, async (tx) => {
      const found = await nextTraces(tx, request.id, "content", request.position, filesAtOnce);
      const rows = await doomContents(tx, found, now);
      return { last: found.at(-1) ?? null, doomed: rows.map((row) => row.id) };
    });
    for (const id of doomed) await storage.remove(storageKey(tenantId, id));
    return { last, removed: doomed };
  },
  async run(piece, { last, removed }) {
    const { tx } = piece;
    const rows = await dropContents(tx, removed);
    piece.count("media_contents", "deleted", rows.length);
    return last === null ? { more: false } : { more: true, position: last };
  },
};

// What a step prepares is for itself alone.
export const fileSteps = [uploads, contents] as unknown as Step[];
