import type { MemberRole, MemberStatus } from "#platform/auth/roles.ts";
import type { Tx } from "#platform/db/database.ts";

export interface MemberRow {
  user_id: string;
  name: string;
  email: string;
  role: MemberRole;
  status: MemberStatus;
  /** Their status in the organization while the platform has suspended them; null: it has not. */
  own_status: "active" | "suspended" | null;
  created_at: Date;
  updated_at: Date | null;
  position: string;
}

const columns = "m.user_id, m.name, m.email, m.role, m.status, m.own_status, m.created_at, m.updated_at, m.created_at::text as position";

export async function findMember(tx: Tx, userId: string): Promise<MemberRow | null> {
  const [row] = await tx.query<MemberRow>({
    name: "member_read",
    text: `select ${columns} from members m where m.tenant_id = $1 and m.user_id = $2 and m.status <> 'removed'`,
    values: [tx.tenantId, userId],
  });
  return row ?? null;
}

/**
 * Newest first by (created_at, user_id). Needs no index of its own: the primary key finds a tenant's members, of which
 * there are hundreds.
 */
export function listMembers(
  tx: Tx,
  filter: { role?: MemberRole | undefined; status?: string | undefined },
  after: string[] | null,
  limit: number,
): Promise<MemberRow[]> {
  return tx.query<MemberRow>({
    name: "members_list",
    text: `select ${columns} from members m
            where m.tenant_id = $1 and m.status <> 'removed' and ($2::text is null or m.role = $2) and ($3::text is null or m.status = $3)
              and ($4::timestamptz is null or (m.created_at, m.user_id) < ($4, $5::uuid))
            order by m.created_at desc, m.user_id desc limit $6`,
    values: [tx.tenantId, filter.role ?? null, filter.status ?? null, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/**
 * Locks these members and every owner whom the organization has not suspended, in a fixed order: a concurrent change to
 * any of them waits here and then sees this one. So two owners who demote each other at the same time take turns.
 */
export function lockForChange(tx: Tx, userIds: string[]): Promise<MemberRow[]> {
  return tx.query<MemberRow>({
    name: "members_lock",
    text: `select ${columns} from members m
            where m.tenant_id = $1 and (m.user_id = any($2::uuid[]) or (m.role = 'owner' and coalesce(m.own_status, m.status) = 'active'))
            order by m.user_id for no key update`,
    values: [tx.tenantId, userIds],
  });
}

/** A member who stops working here loses their sessions and their link here. */
export async function updateMember(
  tx: Tx,
  now: Date,
  userId: string,
  values: Pick<MemberRow, "name" | "role" | "status" | "own_status">,
): Promise<MemberRow> {
  const [row] = await tx.query<MemberRow>({
    name: "member_update",
    text: `update members m set name = $3, role = $4, status = $5, own_status = $6,
             stay = m.stay + (m.status = 'active' and $5 <> 'active')::integer,
             access_version = m.access_version + (m.role <> $4 or m.status <> $5)::integer, updated_at = $7
            where m.tenant_id = $1 and m.user_id = $2 returning ${columns}`,
    values: [tx.tenantId, userId, values.name, values.role, values.status, values.own_status, now],
  });
  if (row === undefined) throw new Error("the locked member does not exist");
  return row;
}

export async function voidLoginLink(tx: Tx, userId: string): Promise<void> {
  await tx.query({
    name: "member_login_link_void",
    text: "delete from login_links where tenant_id = $1 and user_id = $2",
    values: [tx.tenantId, userId],
  });
}
