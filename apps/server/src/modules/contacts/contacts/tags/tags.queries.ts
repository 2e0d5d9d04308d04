import type { Database, Tx } from "#platform/db/database.ts";

/**
 * Tags with the number of contacts that have each, by name. Reads all contacts that have tags, so it is too expensive to run on every
 * click.
 */
export function listTags(
  tx: Tx,
  q: string | undefined,
  after: string | null,
  limit: number,
): Promise<{ name: string; contacts: number }[]> {
  return tx.query({
    name: "tags_list",
    text: `select t.name, count(*)::integer as contacts
             from contacts c cross join lateral unnest(c.tags) as t (name)
            where c.tenant_id = $1 and c.tags <> '{}' and c.merged_into_id is null
              and ($2::text is null or lower(t.name) like $2) and ($3::text is null or t.name collate "C" > $3)
            group by t.name collate "C", t.name order by t.name collate "C" limit $4`,
    values: [tx.tenantId, q === undefined ? null : `%${q.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`, after, limit],
  });
}

/**
 * Replaces tags of up to `limit` contacts that have any of them, locked in id order. The new tag takes the place of the first old one.
 * functions/list_contacts.sql finds the contacts of a tag.
 */
export function replaceTags(
  tx: Tx,
  now: Date,
  from: string[],
  to: string | null,
  limit: number,
): Promise<{ id: string; before: string[]; after: string[] }[]> {
  return tx.query({
    name: "tags_replace",
    text: `with found as materialized (
             select l.id from unnest($2::text[]) as f (tag)
              cross join lateral list_contacts(null, null, null, null, f.tag, null, null, null, $4) as l (id) limit $4
           ), held as materialized (
             select c.id, c.tags from contacts c
              where c.tenant_id = $1 and c.id in (select f.id from found f) and c.tags && $2 and c.merged_into_id is null
              order by c.id for no key update
           ), next as (
             select h.id, h.tags as before, (
               select coalesce(array_agg(k.tag order by k.at), '{}') from (
                 select r.tag, min(r.at) as at from (
                   select case when t.tag = any($2) then $3 else t.tag end as tag, t.at from unnest(h.tags) with ordinality as t (tag, at)) r
                  where r.tag is not null group by r.tag) k) as after
               from held h
           )
           update contacts c set tags = n.after, updated_at = $5 from next n
            where c.tenant_id = $1 and c.id = n.id returning c.id, n.before, n.after`,
    values: [tx.tenantId, from, to, limit, now],
  });
}

export async function anyTagged(tx: Tx, tags: string[]): Promise<boolean> {
  const rows = await tx.query({
    name: "tags_any",
    text: `select 1 from unnest($1::text[]) as f (tag)
            cross join lateral list_contacts(null, null, null, null, f.tag, null, null, null, 1) as l (id)
             join contacts c on c.tenant_id = $2 and c.id = l.id limit 1`,
    values: [tags, tx.tenantId],
  });
  return rows.length > 0;
}

export async function insertTagChange(
  tx: Tx,
  now: Date,
  change: { id: string; from: string[]; to: string | null; actor: { kind: string; id: string } },
): Promise<void> {
  await tx.query({
    name: "tag_change_insert",
    text: `insert into contact_tag_changes (tenant_id, id, from_tags, to_tag, actor_kind, actor_id, run_at, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    values: [tx.tenantId, change.id, change.from, change.to, change.actor.kind, change.actor.id, now],
  });
}

/** A change of many contacts is not finished. */
export async function anyTagChange(tx: Tx): Promise<boolean> {
  const rows = await tx.query({
    name: "tag_changes_any",
    text: "select 1 from contact_tag_changes where tenant_id = $1 limit 1",
    values: [tx.tenantId],
  });
  return rows.length > 0;
}

/**
 * The oldest change of each tenant, if due: the next one starts when it is finished, because two opposite ones would undo each other
 * without end. Runs as the cross-tenant worker, because a timer cannot know which tenants have any. Only lists them.
 */
export function listDueTagChanges(
  database: Database,
  now: Date,
  except: string[],
  limit: number,
): Promise<{ tenant_id: string; id: string }[]> {
  return database.worker({
    name: "tag_changes_due",
    text: `select o.tenant_id, o.id from (
             select distinct on (tenant_id) tenant_id, id, run_at from contact_tag_changes
              where tenant_id <> all($3::uuid[]) order by tenant_id, created_at, id) o
            where o.run_at <= $1 order by o.run_at limit $2`,
    values: [now, limit, except],
  });
}

export async function lockTagChange(
  tx: Tx,
  id: string,
): Promise<{ from_tags: string[]; to_tag: string | null; actor_kind: "api" | "member" | "system"; actor_id: string } | null> {
  const [row] = await tx.query<{ from_tags: string[]; to_tag: string | null; actor_kind: "api" | "member" | "system"; actor_id: string }>({
    name: "tag_change_lock",
    text: `select from_tags, to_tag, actor_kind, actor_id from contact_tag_changes
            where tenant_id = $1 and id = $2 for update skip locked`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

/** Moves it to the back of the queue, so that a change of many contacts does not delay other tenants'. */
export async function postponeTagChange(tx: Tx, now: Date, id: string): Promise<void> {
  await tx.query({
    name: "tag_change_postpone",
    text: "update contact_tag_changes set run_at = $3 where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id, now],
  });
}

export async function deleteTagChange(tx: Tx, id: string): Promise<void> {
  await tx.query({
    name: "tag_change_delete",
    text: "delete from contact_tag_changes where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id],
  });
}
