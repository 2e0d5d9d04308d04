import type { Database, Tx } from "#platform/db/database.ts";
import type { FieldType } from "./custom-fields.schema.ts";
import type { FieldOwner, RemovedValue } from "./field-owner.ts";

export interface FieldRow {
  id: string;
  key: string;
  label: string;
  type: FieldType;
  options: string[];
  required: boolean;
  description: string | null;
  position: number;
  deleting_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const columns = "f.id, f.key, f.label, f.type, f.options, f.required, f.description, f.position, f.deleting_at, f.created_at, f.updated_at";

/** null: it does not exist or is being deleted. */
export async function findField(owner: FieldOwner, tx: Tx, id: string, lock = false): Promise<FieldRow | null> {
  const [row] = await tx.query<FieldRow>({
    name: `${owner.definitions}_by_id${lock ? "_locked" : ""}`,
    text: `select ${columns} from ${owner.definitions} f
            where f.tenant_id = $1 and f.id = $2 and f.deleting_at is null ${lock ? "for no key update" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

/** All fields of a tenant, in form order, including those being deleted. There are few (custom-fields.schema.ts). */
export function listAllFields(owner: FieldOwner, tx: Tx): Promise<FieldRow[]> {
  return tx.query<FieldRow>({
    name: `${owner.definitions}_all`,
    text: `select ${columns} from ${owner.definitions} f where f.tenant_id = $1 order by f.position, f.id`,
    values: [tx.tenantId],
  });
}

/** The fields that a write of these keys needs: those of the keys and, if requested, the required ones. */
export function listFieldsFor(owner: FieldOwner, tx: Tx, keys: string[], withRequired: boolean): Promise<FieldRow[]> {
  return tx.query<FieldRow>({
    name: `${owner.definitions}_for`,
    text: `select ${columns} from ${owner.definitions} f
            where f.tenant_id = $1 and (f.key = any($2) or ($3 and f.required and f.deleting_at is null))`,
    values: [tx.tenantId, keys, withRequired],
  });
}

export function listFields(owner: FieldOwner, tx: Tx, after: string[] | null, limit: number): Promise<FieldRow[]> {
  return tx.query<FieldRow>({
    name: `${owner.definitions}_list`,
    text: `select ${columns} from ${owner.definitions} f
            where f.tenant_id = $1 and f.deleting_at is null and ($2::integer is null or (f.position, f.id) > ($2, $3::uuid))
            order by f.position, f.id limit $4`,
    values: [tx.tenantId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/** Serialises creations within a tenant, so that the limit and the next position are right. */
export async function lockFields(owner: FieldOwner, tx: Tx): Promise<{ count: number; last: number | null }> {
  await tx.query({
    name: `${owner.definitions}_lock`,
    text: "select pg_advisory_xact_lock(hashtextextended($2 || ' ' || $1::text, 0))",
    values: [tx.tenantId, owner.definitions],
  });
  const [row] = await tx.query<{ count: number; last: number | null }>({
    name: `${owner.definitions}_count`,
    text: `select count(*)::integer as count, max(f.position) as last from ${owner.definitions} f where f.tenant_id = $1`,
    values: [tx.tenantId],
  });
  return row as { count: number; last: number | null };
}

export async function findFieldByKey(owner: FieldOwner, tx: Tx, key: string): Promise<FieldRow | null> {
  const [row] = await tx.query<FieldRow>({
    name: `${owner.definitions}_by_key`,
    text: `select ${columns} from ${owner.definitions} f where f.tenant_id = $1 and f.key = $2`,
    values: [tx.tenantId, key],
  });
  return row ?? null;
}

export type FieldValues = Pick<FieldRow, "label" | "options" | "required" | "description" | "position">;

export async function insertField(
  owner: FieldOwner,
  tx: Tx,
  now: Date,
  field: FieldValues & Pick<FieldRow, "id" | "key" | "type">,
): Promise<FieldRow> {
  const [row] = await tx.query<FieldRow>({
    name: `${owner.definitions}_insert`,
    text: `insert into ${owner.definitions} as f (tenant_id, id, key, label, type, options, required, description, position, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) returning ${columns}`,
    values: [
      tx.tenantId,
      field.id,
      field.key,
      field.label,
      field.type,
      field.options,
      field.required,
      field.description,
      field.position,
      now,
    ],
  });
  return row as FieldRow;
}

export async function updateField(owner: FieldOwner, tx: Tx, now: Date, id: string, v: FieldValues): Promise<FieldRow> {
  const [row] = await tx.query<FieldRow>({
    name: `${owner.definitions}_update`,
    text: `update ${owner.definitions} f set label = $3, options = $4, required = $5, description = $6, position = $7, updated_at = $8
            where f.tenant_id = $1 and f.id = $2 returning ${columns}`,
    values: [tx.tenantId, id, v.label, v.options, v.required, v.description, v.position, now],
  });
  if (row === undefined) throw new Error("the locked custom field does not exist");
  return row;
}

export async function markDeleting(owner: FieldOwner, tx: Tx, now: Date, id: string): Promise<void> {
  await tx.query({
    name: `${owner.definitions}_delete`,
    text: `update ${owner.definitions} f set deleting_at = $3, run_at = $3 where f.tenant_id = $1 and f.id = $2`,
    values: [tx.tenantId, id, now],
  });
}

/** Runs as the cross-tenant worker, because a timer cannot know which tenants have any. Only lists them. */
export function listDueRemovals(
  owner: FieldOwner,
  database: Database,
  now: Date,
  except: string[],
  limit: number,
): Promise<{ tenant_id: string; id: string }[]> {
  return database.worker({
    name: `${owner.definitions}_due`,
    text: `select tenant_id, id from ${owner.definitions}
            where deleting_at is not null and run_at <= $1 and tenant_id <> all($3::uuid[]) order by run_at limit $2`,
    values: [now, limit, except],
  });
}

export async function lockRemoval(
  owner: FieldOwner,
  tx: Tx,
  now: Date,
  id: string,
): Promise<{ key: string; last_pass: boolean; after_id: string | null } | null> {
  const [row] = await tx.query<{ key: string; last_pass: boolean; after_id: string | null }>({
    name: `${owner.definitions}_removal`,
    text: `select f.key, f.last_pass, f.after_id from ${owner.definitions} f
            where f.tenant_id = $1 and f.id = $2 and f.deleting_at is not null and f.run_at <= $3 for update skip locked`,
    values: [tx.tenantId, id, now],
  });
  return row ?? null;
}

/** Processes the next owners by id. Returns how many were checked, where that ended, and those that lost a value. */
export async function removeValues(
  owner: FieldOwner,
  tx: Tx,
  now: Date,
  key: string,
  afterId: string | null,
  limit: number,
): Promise<{ count: number; last: string | null; changed: RemovedValue[] }> {
  const [row] = await tx.query<{ count: number; last: string | null; changed: RemovedValue[] | null }>({
    name: `${owner.definitions}_values_remove`,
    text: `with page as materialized (
             select c.id from ${owner.owners} c where c.tenant_id = $1 and ($3::uuid is null or c.id > $3) order by c.id limit $4
           ), held as materialized (
             select c.id, c.custom_fields as before from ${owner.owners} c
              where c.tenant_id = $1 and c.id in (select p.id from page p) and c.custom_fields ? $2 order by c.id for no key update
           ), changed as (
             update ${owner.owners} c set custom_fields = c.custom_fields - $2, updated_at = $5 from held
              where c.tenant_id = $1 and c.id = held.id returning c.id
           )
           select (select count(*)::integer from page) as count, (select p.id from page p order by p.id desc limit 1) as last,
                  (select json_agg(json_build_object('id', h.id, 'before', h.before) order by h.id) from held h join changed x on x.id = h.id) as changed`,
    values: [tx.tenantId, key, afterId, limit, now],
  });
  return { count: row?.count ?? 0, last: row?.last ?? null, changed: row?.changed ?? [] };
}

/** Moves it to the back of the queue as well, so that a field of many owners does not delay others. */
export async function keepRemoval(owner: FieldOwner, tx: Tx, id: string, afterId: string | null, now: Date): Promise<void> {
  await tx.query({
    name: `${owner.definitions}_removal_keep`,
    text: `update ${owner.definitions} f set after_id = $3, run_at = $4 where f.tenant_id = $1 and f.id = $2`,
    values: [tx.tenantId, id, afterId, now],
  });
}

export async function beginSecondPass(owner: FieldOwner, tx: Tx, id: string, at: Date): Promise<void> {
  await tx.query({
    name: `${owner.definitions}_removal_again`,
    text: `update ${owner.definitions} f set after_id = null, run_at = $3, last_pass = true where f.tenant_id = $1 and f.id = $2`,
    values: [tx.tenantId, id, at],
  });
}

export async function deleteField(owner: FieldOwner, tx: Tx, id: string): Promise<void> {
  await tx.query({
    name: `${owner.definitions}_remove`,
    text: `delete from ${owner.definitions} f where f.tenant_id = $1 and f.id = $2`,
    values: [tx.tenantId, id],
  });
}
