import { storageKey } from "#modules/channels/media/index.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import { insertTraces, nextTraces } from "../privacy.queries.ts";
import type { Step } from "./step.ts";

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
    const shown = await deps.database.worker<{ wire: string }>({
      name: "erase_uploads_shown",
      text: `select w.wire from unnest($2::text[]) w (wire) where exists (
               select from messages m where m.tenant_id = $1 and m.media <> '[]' and m.media @> jsonb_build_array(jsonb_build_object('id', w.wire)))`,
      values: [tenantId, wires],
    });
    const elsewhere = new Set(shown.map((row) => row.wire));
    return { last: wires.at(-1) ?? null, alone: wires.filter((wire) => !elsewhere.has(wire)) };
  },
  async run(piece, { last, alone }) {
    const { tx } = piece;
    const rows = await tx.query<{ content_id: string | null }>({
      name: "erase_uploads",
      text: `delete from media where tenant_id = $1 and id = any($2) and holders = 0
                and not exists (select 1 from knowledge_sources s where s.tenant_id = $1 and s.media_id = media.id) returning content_id`,
      values: [tx.tenantId, alone.flatMap((wire) => parseWireId("med", wire) ?? [])],
    });
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
      const rows = await tx.query<{ id: string }>({
        name: "erase_contents_doom",
        text: `update media_contents c set state = 'deleting', unused_since = $3
                where c.tenant_id = $1 and c.id = any($2)
                  and not exists (select 1 from media m where m.tenant_id = $1 and m.content_id = c.id) returning c.id`,
        values: [tenantId, found, now],
      });
      return { last: found.at(-1) ?? null, doomed: rows.map((row) => row.id) };
    });
    for (const id of doomed) await storage.remove(storageKey(tenantId, id));
    return { last, removed: doomed };
  },
  async run(piece, { last, removed }) {
    const { tx } = piece;
    const rows = await tx.query({
      name: "erase_contents",
      text: "delete from media_contents where tenant_id = $1 and id = any($2) and state = 'deleting' returning 1",
      values: [tx.tenantId, removed],
    });
    piece.count("media_contents", "deleted", rows.length);
    return last === null ? { more: false } : { more: true, position: last };
  },
};

// What a step prepares is for itself alone.
export const fileSteps = [uploads, contents] as unknown as Step[];
