import type { WorkerQuery } from "#modules/organizations/tenants/index.ts";

/**
 * Runs as the cross-tenant worker, the only role that reads people, because they belong to several tenants. Every
 * statement names the person.
 */
export interface UserRow {
  id: string;
  email: string;
  platform_admin: boolean;
  suspended_at: Date | null;
}

const columns = "id, email, platform_admin, suspended_at";

export async function findUser(query: WorkerQuery, id: string): Promise<UserRow | null> {
  const [row] = await query<UserRow>({ name: "admin_user", text: `select ${columns} from users where id = $1`, values: [id] });
  return row ?? null;
}

/** Locks the person and every platform administrator in a fixed order: of two who suspend each other concurrently, the second waits. */
export function lockUsers(query: WorkerQuery, id: string): Promise<UserRow[]> {
  return query<UserRow>({
    name: "admin_users_lock",
    text: `select ${columns} from users where id = $1 or platform_admin order by id for update`,
    values: [id],
  });
}

export async function setSuspended(query: WorkerQuery, id: string, at: Date | null): Promise<void> {
  await query({
    name: "admin_user_suspend",
    text: "update users set suspended_at = $2, access_version = access_version + 1 where id = $1",
    values: [id, at],
  });
}

/**
 * In every organization at once: a concurrent assignment waits for this and then finds the member suspended. Lifting the suspension
 * restores the status that each organization had set.
 */
export async function suspendMemberships(query: WorkerQuery, userId: string, suspended: boolean, now: Date): Promise<void> {
  await query(
    suspended
      ? {
          name: "admin_members_suspend",
          text: `update members m set own_status = m.status, status = 'suspended', stay = m.stay + 1, access_version = m.access_version + 1, updated_at = $2
                   from (select k.tenant_id from members k where k.user_id = $1 and k.status <> 'removed' and k.own_status is null
                          order by k.tenant_id for no key update) held
                  where m.tenant_id = held.tenant_id and m.user_id = $1`,
          values: [userId, now],
        }
      : {
          name: "admin_members_unsuspend",
          text: `update members m set status = m.own_status, own_status = null, access_version = m.access_version + 1, updated_at = $2
                   from (select k.tenant_id from members k where k.user_id = $1 and k.own_status is not null
                          order by k.tenant_id for no key update) held
                  where m.tenant_id = held.tenant_id and m.user_id = $1`,
          values: [userId, now],
        },
  );
}

export async function voidLoginLinks(query: WorkerQuery, userId: string): Promise<void> {
  await query({ name: "admin_user_login_links", text: "delete from login_links where user_id = $1", values: [userId] });
}

/** @returns how many sessions ended */
export async function endAllSessions(query: WorkerQuery, userId: string): Promise<number> {
  const rows = await query({
    name: "admin_user_sessions_end",
    text: "delete from user_sessions where user_id = $1 returning 1",
    values: [userId],
  });
  return rows.length;
}

/** Every tenant that lists the person, including suspended members and tenants. */
export async function tenantsOfUser(query: WorkerQuery, userId: string): Promise<string[]> {
  const rows = await query<{ tenant_id: string }>({
    name: "admin_user_tenants",
    text: "select tenant_id from members where user_id = $1 and status <> 'removed' order by tenant_id",
    values: [userId],
  });
  return rows.map((row) => row.tenant_id);
}
