import { storageKey } from "#modules/channels/media/index.ts";
import { dropFile } from "../privacy.queries.ts";
import type { Piece, Step } from "./step.ts";

/** Files made before: which of them tell of the person cannot be seen from outside. Unfinished ones begin anew, without the person. */
const exports: Step = {
  name: "exports",
  async run(piece) {
    const { tx, now, request } = piece;
    const chunks = await tx.query({
      name: "erase_export_chunks",
      text: "delete from contact_export_chunks where tenant_id = $1 and export_id in (select id from contact_exports where tenant_id = $1 and created_at <= $2) returning 1",
      values: [tx.tenantId, request.created_at],
    });
    await tx.query({
      name: "erase_exports",
      text: `update contact_exports
                set state = case when state = 'completed' then 'expired' else 'ready' end, next_chunk = 0, after_at = null, after_id = null,
                    contact_count = case when state = 'completed' then contact_count else 0 end,
                    size_bytes = case when state = 'completed' then size_bytes else 0 end, lease_until = null, run_at = $3
              where tenant_id = $1 and created_at <= $2 and state in ('completed', 'ready', 'leased')`,
      values: [tx.tenantId, request.created_at, now],
    });
    piece.count("contact_export_chunks", "deleted", chunks.length);
    await dropOwnFiles(piece);
    return { more: false };
  },
};

const piecesAtOnce = 50;

/**
 * Exports of the organization, likewise, once nothing else tells of the person: events and audit entries are in them, too. Those that began before this
 * step go; `position` keeps when it was. Their pieces are objects of the storage, and go before their rows. What a worker may still be writing is waited
 * for: it becomes no part of a file any more.
 */
const organizationExports: Step<{ cut: string; pieces: string[] }> = {
  name: "organization_exports",
  async prepare(tenantId, request, { database, storage }, now) {
    const cut = request.position ?? now.toISOString();
    const pieces = await database.withTenant(tenantId, async (tx) => {
      await tx.query({
        name: "erase_organization_exports",
        text: `with dropped as (
                 update organization_exports
                    set state = case when state = 'completed' then 'expired' else 'ready' end, lease_until = null, run_at = $3, position = null,
                        counts = case when state = 'completed' then counts else '{}' end,
                        began_at = case when state = 'completed' then began_at else greatest($3, $2::timestamptz + interval '1 ms') end,
                        size_bytes = case when state = 'completed' then size_bytes else 0 end
                  where tenant_id = $1 and began_at <= $2::timestamptz and state in ('completed', 'ready', 'leased') returning id)
               update organization_export_pieces p set is_doomed = true, remove_at = coalesce(p.remove_at, $3)
                 from dropped where p.tenant_id = $1 and p.export_id = dropped.id`,
        values: [tenantId, cut, now],
      });
      const rows = await tx.query<{ id: string }>({
        name: "erase_organization_export_pieces",
        text: "select id from organization_export_pieces where tenant_id = $1 and remove_at <= $2 order by remove_at, id limit $3",
        values: [tenantId, now, piecesAtOnce],
      });
      return rows.map((row) => row.id);
    });
    for (const id of pieces) await storage.remove(storageKey(tenantId, id));
    return { cut, pieces };
  },
  async run(piece, { cut, pieces }) {
    const { tx, now } = piece;
    const rows = await tx.query({
      name: "erase_organization_export_pieces_delete",
      text: "delete from organization_export_pieces where tenant_id = $1 and id = any($2) returning 1",
      values: [tx.tenantId, pieces],
    });
    piece.count("organization_export_pieces", "deleted", rows.length);
    if (pieces.length > 0) return { more: true, position: cut };
    const [waiting] = await tx.query<{ at: Date | null }>({
      name: "erase_organization_export_pieces_waiting",
      text: "select min(remove_at) as at from organization_export_pieces where tenant_id = $1 and is_doomed",
      values: [tx.tenantId],
    });
    return waiting?.at == null
      ? { more: false }
      : { more: true, position: cut, waitMs: Math.max(1_000, waiting.at.getTime() - now.getTime()) };
  },
};

async function dropOwnFiles({ tx, now, request, count }: Piece): Promise<void> {
  const rows = await tx.query<{ id: string; state: string }>({
    name: "erase_privacy_exports",
    text: `select id, state from privacy_requests
            where tenant_id = $1 and contact_id = $2 and kind = 'contact_export' and state in ('ready', 'leased', 'completed')`,
    values: [tx.tenantId, request.contact_id],
  });
  for (const row of rows) await dropFile(tx, now, row.id, row.state === "completed" ? "expired" : "failed", "The contact was erased.");
  count("privacy_export_chunks", "deleted", rows.length);
}

// What a step prepares is for itself alone.
export const [csvExports, archiveExports] = [exports, organizationExports] as unknown as [Step, Step];
