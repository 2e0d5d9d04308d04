import { storageKey } from "#modules/channels/media/index.ts";
import { dropFile, peopleOf } from "../privacy.queries.ts";
import { tracedContacts } from "./traced-contacts.ts";
import { type Piece, type Step, visibleUntil } from "./step.ts";
import {
  dropContactExportChunks,
  restartContactExports,
  restartOrganizationExports,
  piecesToRemove,
  dropPieces,
  nextRemovalAt,
  lockExportsOf,
  lockExportsOfSurvivors,
} from "./exports.queries.ts";

/**
 * CSV files created earlier: their contents cannot be searched for the person. Unfinished exports restart, without the
 * person.
 */
const exports: Step = {
  name: "exports",
  async run(piece) {
    const { tx, now, request } = piece;
    // In this order: whoever writes a piece locks the export, and the piece is deleted once it is committed.
    const until = visibleUntil(request);
    await restartContactExports(tx, until, now);
    const chunks = await dropContactExportChunks(tx, until);
    piece.count("contact_export_chunks", "deleted", chunks.length);
    // Those made while the erasure was running.
    await dropFiles(piece, await lockExportsOf(tx, await tracedContacts(tx, request.id)), "The contact was erased.");
    return { more: false };
  },
};

/** Files about the person, and about contacts that included them. The merges go with the contacts, so this step comes before those. */
const privacyExports: Step = {
  name: "privacy_exports",
  async run(piece) {
    const people = await peopleOf(piece.tx, piece.request.contact_id);
    await dropFiles(piece, await lockExportsOf(piece.tx, people), "The contact was erased.");
    await dropFiles(piece, await lockExportsOfSurvivors(piece.tx, people), "A contact that was part of this one was erased.");
    return { more: false };
  },
};

const piecesAtOnce = 50;

/**
 * The same for exports of the organization, once no other row mentions the person, because they also contain events and audit entries.
 * Removes those that began before this step; `position` stores when that was. Their pieces are objects in storage and go before their rows.
 * Waits for a piece that a worker may still be writing: it can no longer become part of a file.
 */
const organizationExports: Step<{ cut: string; pieces: string[] }> = {
  name: "organization_exports",
  async prepare(tenantId, request, { database, storage }, now) {
    const cut = request.position ?? now.toISOString();
    const pieces = await database.withTenant(tenantId, async (tx) => {
      await restartOrganizationExports(tx, cut, now);
      const rows = await piecesToRemove(tx, now, piecesAtOnce);
      return rows.map((row) => row.id);
    });
    for (const id of pieces) await storage.remove(storageKey(tenantId, id));
    return { cut, pieces };
  },
  async run(piece, { cut, pieces }) {
    const { tx, now } = piece;
    const rows = await dropPieces(tx, pieces);
    piece.count("organization_export_pieces", "deleted", rows.length);
    if (pieces.length > 0) return { more: true, position: cut };
    const [waiting] = await nextRemovalAt(tx);
    return waiting?.at == null
      ? { more: false }
      : { more: true, position: cut, waitMs: Math.max(1_000, waiting.at.getTime() - now.getTime()) };
  },
};

async function dropFiles({ tx, now, count }: Piece, rows: { id: string; state: string }[], why: string): Promise<void> {
  for (const row of rows) await dropFile(tx, now, row.id, row.state === "completed" ? "expired" : "failed", why);
  count("privacy_export_chunks", "deleted", rows.length);
}

// Only the step itself reads what it prepares.
export const [csvExports, archiveExports, contactExports] = [exports, organizationExports, privacyExports] as unknown as [Step, Step, Step];
