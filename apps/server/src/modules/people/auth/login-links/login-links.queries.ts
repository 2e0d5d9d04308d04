import type { Database, Tx } from "#platform/db/database.ts";
import { linkIsValidSql, accessStateSql } from "#platform/auth/link-validity.ts";
import type { MemberRole } from "#platform/auth/roles.ts";
import type { WorkerQuery } from "#modules/organizations/tenants/index.ts";
import type { Maker } from "../auth.queries.ts";

export interface LinkRow {
  tenant_id: string;
  user_id: string;
  by_another: boolean;
  is_active: boolean;
  made_by_kind: Maker["kind"] | null;
  made_by: string | null;
  /** Both people may still do what they could when the link was created. */
  stands: boolean;
  standing: string;
  maker_standing: string | null;
  /** When the key that created the link expires. */
  key_expires_at: Date | null;
}

/** Used up by deletion. Runs as the cross-tenant worker, because the token's owner is unknown until it is found. */
export async function take(query: WorkerQuery, tokenHash: Buffer, now: Date): Promise<LinkRow | null> {
  const [row] = await query<LinkRow>({
    name: "login_link_take",
    text: `delete from login_links l where l.token_hash = $1 and l.expires_at > $2
           returning l.tenant_id, l.user_id, l.by_another, l.made_by_kind, l.made_by, l.standing, l.maker_standing,
             l.by_another = (l.made_by is not null) and coalesce(${linkIsValidSql("l", "l.tenant_id")}, false)
               and not exists (select from api_keys e where e.tenant_id = l.tenant_id and e.id = l.made_by and e.expires_at <= $2) as stands,
             (select e.expires_at from api_keys e where e.tenant_id = l.tenant_id and e.id = l.made_by) as key_expires_at,
             exists (select from members m where m.tenant_id = l.tenant_id and m.user_id = l.user_id and m.status = 'active') as is_active`,
    values: [tokenHash, now],
  });
  return row ?? null;
}

/** Whether a session of the user `u` would reach beyond a tenant: into another one, or around a second factor. */
export const further = (tenant: string) => `(u.platform_admin
  or exists (select from user_second_factors f where f.user_id = u.id and f.enabled_at is not null)
  or exists (select from members o where o.user_id = u.id and o.tenant_id <> ${tenant} and o.status <> 'removed'))`;

export async function reachesFurther(query: WorkerQuery, userId: string, tenantId: string): Promise<boolean> {
  const [row] = await query<{ further: boolean }>({
    name: "login_link_reach",
    text: `select ${further("$2")} as further from users u where u.id = $1`,
    values: [userId, tenantId],
  });
  return row?.further !== false;
}

export function creatorOfKey(
  database: Pick<Database, "worker">,
  tenantId: string,
  keyId: string,
): Promise<{ created_by: string | null }[]> {
  return database.worker({
    name: "login_link_key_maker",
    text: "select created_by from api_keys where tenant_id = $1 and id = $2",
    values: [tenantId, keyId],
  });
}

export function memberForKey(
  database: Pick<Database, "worker">,
  tenantId: string,
  roles: readonly MemberRole[],
  makerId: string | null,
): Promise<{ user_id: string }[]> {
  return database.worker({
    name: "login_link_member",
    text: `select m.user_id from members m join users u on u.id = m.user_id
            where m.tenant_id = $1 and m.status = 'active' and m.role = any($2) and not ${further("$1")}
            order by m.user_id = $3 desc nulls last, m.created_at, m.user_id limit 1`,
    values: [tenantId, roles, makerId],
  });
}

export function creatorStanding(
  database: Pick<Database, "worker">,
  sessionId: string,
  tenantId: string,
  role: MemberRole,
): Promise<{ standing: string }[]> {
  return database.worker({
    name: "login_link_maker_standing",
    text: `select ${accessStateSql("s.user_id", "s.current_tenant_id")} as standing from user_sessions s
             join members m on m.tenant_id = s.current_tenant_id and m.user_id = s.user_id and m.status = 'active' and m.role = $3
            where s.id = $1 and s.current_tenant_id = $2`,
    values: [sessionId, tenantId, role],
  });
}

export function standingOf(
  database: Pick<Database, "worker">,
  tenantId: string,
  userId: string,
  boundTo: string | null,
): Promise<{ standing: string }[]> {
  return database.worker({
    name: "login_link_standing",
    text: `select ${accessStateSql("m.user_id", "$3::uuid")} as standing from members m where m.tenant_id = $1 and m.user_id = $2`,
    values: [tenantId, userId, boundTo],
  });
}

export function findLink(
  database: Pick<Database, "worker">,
  tokenHash: Buffer,
  now: Date,
): Promise<{ name: string; email: string; tenantName: string }[]> {
  return database.worker({
    name: "login_link_preview",
    text: `select m.name, m.email, t.name as "tenantName" from login_links l
             join members m on m.tenant_id = l.tenant_id and m.user_id = l.user_id join tenants t on t.tenant_id = l.tenant_id
            where l.token_hash = $1 and l.expires_at > $2`,
    values: [tokenHash, now],
  });
}

export async function saveLink(
  tx: Tx,
  userId: string,
  hash: Buffer,
  byAnother: boolean,
  expiresAt: Date,
  now: Date,
  madeByKind: Maker["kind"] | null,
  madeBy: string | null,
  standingOfSubject: string,
  creatorStanding: string | null,
): Promise<void> {
  await tx.query({
    name: "login_link_put",
    text: `insert into login_links (tenant_id, user_id, token_hash, by_another, expires_at, created_at, made_by_kind, made_by, standing, maker_standing)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
           on conflict (tenant_id, user_id) do update
             set token_hash = excluded.token_hash, by_another = excluded.by_another, expires_at = excluded.expires_at,
                 created_at = excluded.created_at, made_by_kind = excluded.made_by_kind, made_by = excluded.made_by,
                 standing = excluded.standing, maker_standing = excluded.maker_standing`,
    values: [tx.tenantId, userId, hash, byAnother, expiresAt, now, madeByKind, madeBy, standingOfSubject, creatorStanding],
  });
}
