import type { Database, Tx } from "#platform/db/database.ts";

export function shownInMessages(database: Pick<Database, "worker">, tenantId: string, wires: string[]): Promise<{ wire: string }[]> {
  return database.worker({
    name: "erase_uploads_shown",
    text: `select w.wire from unnest($2::text[]) w (wire) where exists (
             select from messages m where m.tenant_id = $1 and m.media <> '[]' and m.media @> jsonb_build_array(jsonb_build_object('id', w.wire)))`,
    values: [tenantId, wires],
  });
}

export function dropUploads(tx: Tx, ids: string[]): Promise<{ content_id: string | null }[]> {
  return tx.query({
    name: "erase_uploads",
    text: `delete from media where tenant_id = $1 and id = any($2) and holders = 0
              and not exists (select 1 from knowledge_sources s where s.tenant_id = $1 and s.media_id = media.id) returning content_id`,
    values: [tx.tenantId, ids],
  });
}

export function markContents(tx: Tx, ids: string[], now: Date): Promise<{ id: string }[]> {
  return tx.query({
    name: "erase_contents_doom",
    text: `update media_contents c set state = 'deleting', unused_since = $3
            where c.tenant_id = $1 and c.id = any($2)
              and not exists (select 1 from media m where m.tenant_id = $1 and m.content_id = c.id) returning c.id`,
    values: [tx.tenantId, ids, now],
  });
}

export function dropContents(tx: Tx, ids: string[]): Promise<object[]> {
  return tx.query({
    name: "erase_contents",
    text: "delete from media_contents where tenant_id = $1 and id = any($2) and state = 'deleting' returning 1",
    values: [tx.tenantId, ids],
  });
}
