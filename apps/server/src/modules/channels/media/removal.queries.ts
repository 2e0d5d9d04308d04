import type { Database, Tx } from "#platform/db/database.ts";

export interface RemovableMedia {
  tenant_id: string;
  id: string;
}

export function findUnused(database: Pick<Database, "worker">, createdBefore: Date, limit: number): Promise<RemovableMedia[]> {
  return database.worker({
    name: "media_find_unused",
    text: "select tenant_id, id from media where used_at is null and holders = 0 and source <> 'inbound' and created_at < $1 order by created_at limit $2",
    values: [createdBefore, limit],
  });
}

export function removeUnused(tx: Tx, id: string, now: Date): Promise<object[]> {
  return tx.query({
    name: "media_remove_unused",
    text: `with gone as (
             delete from media where tenant_id = $1 and id = $2 and used_at is null and holders = 0 returning content_id)
           update media_contents c set unused_since = $3 from gone where c.tenant_id = $1 and c.id = gone.content_id returning 1`,
    values: [tx.tenantId, id, now],
  });
}

export function findExpired(database: Pick<Database, "worker">, now: Date, limit: number): Promise<RemovableMedia[]> {
  return database.worker({
    name: "media_find_expired",
    text: "select tenant_id, id from media where expires_at <= $1 order by expires_at limit $2",
    values: [now, limit],
  });
}

export function expire(tx: Tx, id: string, now: Date): Promise<{ message_id: string | null }[]> {
  return tx.query({
    name: "media_expire",
    text: `with was as (
             select id, content_id from media where tenant_id = $1 and id = $2 and expires_at <= $3 for update
           ), ended as (
             update media m set state = 'expired', content_id = null, expires_at = null, error = 'It was only to be kept for a while.',
                    updated_at = $3
               from was where m.tenant_id = $1 and m.id = was.id returning m.message_id
           ), fetches as (
             delete from media_fetches f using was where f.tenant_id = $1 and f.media_id = was.id
           ), freed as (
             update media_contents c set unused_since = $3 from was where c.tenant_id = $1 and c.id = was.content_id
           )
           select message_id from ended`,
    values: [tx.tenantId, id, now],
  });
}

export function findUnusedContents(database: Pick<Database, "worker">, unusedBefore: Date, limit: number): Promise<RemovableMedia[]> {
  return database.worker({
    name: "media_find_unused_contents",
    text: "select tenant_id, id from media_contents where unused_since < $1 order by unused_since limit $2",
    values: [unusedBefore, limit],
  });
}

export function markContentForRemoval(tx: Tx, id: string, unusedBefore: Date): Promise<{ state: string }[]> {
  return tx.query({
    name: "media_content_doom",
    // Checked again once the row is locked: a new reference clears unused_since in the same row first.
    text: `update media_contents c
              set state = case when u.used then c.state else 'deleting' end, unused_since = case when u.used then null else c.unused_since end
             from (select exists (select 1 from media m where m.tenant_id = $1 and m.content_id = $2) as used) u
            where c.tenant_id = $1 and c.id = $2 and c.unused_since < $3
           returning c.state`,
    values: [tx.tenantId, id, unusedBefore],
  });
}

export function removeContent(tx: Tx, id: string): Promise<object[]> {
  return tx.query({
    name: "media_content_remove",
    text: "delete from media_contents where tenant_id = $1 and id = $2 and state = 'deleting'",
    values: [tx.tenantId, id],
  });
}
