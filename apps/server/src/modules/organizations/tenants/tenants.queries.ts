import type { MemberRole } from "#platform/auth/roles.ts";
import type { Statement, Tx } from "#platform/db/database.ts";
import type { TenantKind } from "./tenants.schema.ts";

export interface TenantRow {
  tenant_id: string;
  name: string;
  kind: TenantKind;
  settings: { reopenWindowHours?: number; ticketAutoCloseDays?: number; optOutWords?: string[]; optInWords?: string[] };
  created_at: Date;
  updated_at: Date;
}

const columns = "tenant_id, name, kind, settings, created_at, updated_at";

export async function getTenant(tx: Tx, lock = false): Promise<TenantRow> {
  const [row] = await tx.query<TenantRow>({
    name: lock ? "tenant_lock" : "tenant_read",
    text: `select ${columns} from tenants where tenant_id = $1 ${lock ? "for no key update" : ""}`,
    values: [tx.tenantId],
  });
  if (row === undefined) throw new Error("the tenant of a verified key does not exist");
  return row;
}

export async function updateTenant(tx: Tx, now: Date, values: { name: string; settings: object }): Promise<TenantRow> {
  const [row] = await tx.query<TenantRow>({
    name: "tenant_update",
    text: `update tenants set name = $2, settings = $3, updated_at = $4 where tenant_id = $1 returning ${columns}`,
    values: [tx.tenantId, values.name, JSON.stringify(values.settings), now],
  });
  return row as TenantRow;
}

export interface OwnKeyRow {
  name: string;
  environment: "live" | "test";
  rate_limit_per_minute: number | null;
  expires_at: Date | null;
  /** Only for a delegated key. */
  agency_name: string | null;
}

export async function getOwnKey(tx: Tx, keyId: string): Promise<OwnKeyRow> {
  const [row] = await tx.query<OwnKeyRow>({
    name: "key_of_caller",
    text: `select k.name, k.environment, k.rate_limit_per_minute, k.expires_at, g.agency_name from api_keys k
             left join agency_grants g on g.tenant_id = k.tenant_id and g.id = k.grant_id where k.tenant_id = $1 and k.id = $2`,
    values: [tx.tenantId, keyId],
  });
  if (row === undefined) throw new Error("a verified key does not exist");
  return row;
}

/** The queries below run as the cross-tenant worker: see tenants.service.ts for why. */
export type WorkerQuery = <R extends object>(statement: Statement) => Promise<R[]>;

export async function insertTenant(query: WorkerQuery, now: Date, tenant: { id: string; name: string; kind: TenantKind }): Promise<void> {
  await query({
    name: "tenant_insert",
    text: "insert into tenants (tenant_id, name, kind, created_at, updated_at) values ($1, $2, $3, $4, $4)",
    values: [tenant.id, tenant.name, tenant.kind, now],
  });
}

export interface ListedTenant {
  tenant_id: string;
  name: string;
  kind: TenantKind;
  created_at: Date;
  suspended: boolean;
}

/** Those that are not erased, newest first. `part`: of the name, in any case; null: all. */
export function listTenants(query: WorkerQuery, part: string | null, limit: number): Promise<ListedTenant[]> {
  return query<ListedTenant>({
    name: "tenant_list",
    text: `select tenant_id, name, kind, created_at, suspended_at is not null as suspended from tenants
            where erased_at is null and ($1::text is null or strpos(lower(name), lower($1)) > 0)
            order by created_at desc, tenant_id desc limit $2`,
    values: [part, limit],
  });
}

export interface UserRow {
  id: string;
  password_hash: string;
}

export async function findUserByEmail(query: WorkerQuery, email: string): Promise<UserRow | null> {
  const [row] = await query<UserRow>({
    name: "user_by_email",
    text: "select id, password_hash from users where email = $1",
    values: [email],
  });
  return row ?? null;
}

/** False if another process has just created a user with this e-mail address. */
export async function insertUser(
  query: WorkerQuery,
  now: Date,
  user: { id: string; email: string; passwordHash: string },
): Promise<boolean> {
  const rows = await query({
    name: "user_insert",
    text: `insert into users (id, email, password_hash, platform_admin, created_at) values ($1, $2, $3, false, $4)
           on conflict (email) do nothing returning id`,
    values: [user.id, user.email, user.passwordHash, now],
  });
  return rows.length > 0;
}

/** The user has proved that their account's address is theirs. */
export async function markEmailVerified(query: WorkerQuery, userId: string, now: Date): Promise<void> {
  await query({
    name: "user_email_verified",
    text: "update users set email_verified_at = $2 where id = $1 and email_verified_at is null",
    values: [userId, now],
  });
}

export async function makePlatformAdmin(query: WorkerQuery, userId: string): Promise<void> {
  await query({
    name: "user_platform_admin",
    text: "update users set platform_admin = true, access_version = access_version + 1 where id = $1 and not platform_admin",
    values: [userId],
  });
}

/**
 * False if the user is already a member. A user whom the platform has suspended joins as suspended; a removed member
 * becomes a member again. Rejects with a foreign key violation for an unknown tenant.
 */
export async function insertMember(
  query: WorkerQuery,
  now: Date,
  member: {
    tenantId: string;
    userId: string;
    name: string;
    email: string;
    role: string;
  },
): Promise<boolean> {
  const rows = await query({
    name: "member_insert",
    text: `insert into members (tenant_id, user_id, name, email, role, created_at, status, own_status)
           select $1::uuid, u.id, $3, $4, $5, $6::timestamptz, case when u.suspended_at is null then 'active' else 'suspended' end,
                  case when u.suspended_at is not null then 'active' end
             from users u where u.id = $2 for share
           on conflict (tenant_id, user_id) do update
             set name = excluded.name, email = excluded.email, role = excluded.role, status = excluded.status, own_status = excluded.own_status,
                 updated_at = excluded.created_at, access_version = members.access_version + 1
           where members.status = 'removed' returning user_id`,
    values: [member.tenantId, member.userId, member.name, member.email, member.role, now],
  });
  return rows.length > 0;
}

export interface Member {
  userId: string;
  name: string;
  email: string;
  role: MemberRole;
}

export function findActiveMember(tx: Tx, userId: string, hold: boolean): Promise<Member[]> {
  return tx.query({
    name: hold ? "member_by_id_hold" : "member_by_id",
    text: `select user_id as "userId", name, email, role from members where tenant_id = $1 and user_id = $2 and status = 'active' ${hold ? "for share" : ""}`,
    values: [tx.tenantId, userId],
  });
}

/** Those of them who are active members, locked until the transaction ends. */
export function holdActiveMembers(tx: Tx, userIds: string[]): Promise<{ user_id: string }[]> {
  return tx.query({
    name: "members_hold",
    text: "select user_id from members where tenant_id = $1 and user_id = any($2::uuid[]) and status = 'active' order by user_id for share",
    values: [tx.tenantId, userIds],
  });
}

export function listMemberships(
  query: WorkerQuery,
  userId: string,
): Promise<{ tenant_id: string; name: string; kind: TenantKind; role: MemberRole }[]> {
  return query({
    name: "memberships_of_user",
    text: `select m.tenant_id, t.name, t.kind, m.role from members m join tenants t on t.tenant_id = m.tenant_id
            where m.user_id = $1 and coalesce(m.own_status, m.status) = 'active' and t.suspended_at is null order by m.created_at, m.tenant_id limit 200`,
    values: [userId],
  });
}
