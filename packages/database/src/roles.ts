/**
 * The five roles. They are separate so that a mistake in a query cannot cross tenants: no role that logs in owns a table, and row-level
 * security applies to every role.
 *
 *   parley_owner   no login   owns every object that migrations create
 *   parley_app     login      requests: rows of the tenant set for the transaction
 *   parley_worker  login      cross-tenant work, through policies that migrations grant table by table; owns `pgboss`
 *   parley_search  no login   owns the search functions (SECURITY DEFINER), which row-level security would slow down
 *   parley_backup  no login   reads every row, for `parley backup`; granted to the logins that may
 */
import { createHmac } from "node:crypto";
import pg from "pg";
import { inTransaction, withClient } from "./connect.ts";
import { DatabaseError, errorCode, errorMessage } from "./errors.ts";
import { poll } from "./poll.ts";

export interface RolePasswords {
  app: string;
  worker: string;
}

const loginRoles = { app: "parley_app", worker: "parley_worker" } as const;
const groupRoles = ["parley_owner", "parley_search", "parley_backup"];
const extensions = ["pg_trgm", "btree_gin"];

/** Any number; the same in every release. Advisory locks are per database. */
const rolesLock = 7_280_001;

/**
 * Passwords that every server of an installation derives identically, without a place to share them: an HMAC with `secret` over the role
 * and the cluster's identity, so that several databases of one cluster agree on the roles they share.
 */
export async function deriveRolePasswords(admin: pg.Client, secret: string): Promise<RolePasswords> {
  const { rows } = await admin.query<{ id: string }>("select system_identifier::text as id from pg_control_system()").catch(
    // Some hosted servers restrict the function; the address is the next best identifier of a cluster.
    () => ({ rows: [{ id: `${admin.host}:${admin.port}` }] }),
  );
  const id = rows[0]?.id ?? "";
  const derive = (role: string) => createHmac("sha256", secret).update(`${role}\0${id}`).digest("base64url");
  return { app: derive(loginRoles.app), worker: derive(loginRoles.worker) };
}

/** The connection of a role: the admin's, with another name and password. TLS settings stay. */
export function roleConfig(admin: pg.ClientConfig, role: keyof RolePasswords, passwords: RolePasswords): pg.ClientConfig {
  return { ...admin, user: loginRoles[role], password: passwords[role] };
}

/** True when the login works; false when the role or its password is missing or wrong; anything else rejects. */
export async function canLogIn(config: pg.ClientConfig): Promise<boolean> {
  try {
    await withClient(config, async () => undefined);
    return true;
  } catch (error) {
    // 28P01 wrong password or no such role; 28000 no such role or not admitted; 42501 may not connect to this database.
    if (["28P01", "28000", "42501"].includes(errorCode(error))) return false;
    // A server that requires a password we do not have (peer or trust authentication elsewhere) also means no login.
    if (/password must be a (non-empty )?string/.test(errorMessage(error))) return false;
    throw error;
  }
}

/**
 * Creates missing roles, sets the passwords of the logins, and prepares the database (see prepareDatabase). A login
 * without a password here belongs to the operator: it is created without LOGIN when missing (grants and policies name
 * it) and never changed. Safe to call at the same time from several servers and databases of one cluster. `admin` needs
 * superuser, or CREATEROLE and ownership of the database. Rejects with DatabaseError roles_unavailable.
 */
export async function ensureRoles(admin: pg.Client, passwords: Partial<RolePasswords>): Promise<void> {
  await withRolesLock(admin, async () => {
    for (const role of groupRoles) await createRole(admin, role);
    for (const key of ["app", "worker"] as const) await createRole(admin, loginRoles[key], passwords[key]);
    await grantMemberships(admin);
  });
  await prepareDatabase(admin);
}

/** For a server whose logins work: like ensureRoles, but changes something only if something is missing. */
export async function completeRoles(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ incomplete: boolean }>(
    `select bool_or(r.oid is null or (wanted = 'parley_owner' and not pg_has_role(current_user, r.oid, 'member'))) as incomplete
       from unnest($1::text[]) wanted left join pg_roles r on r.rolname = wanted`,
    [[...groupRoles, ...Object.values(loginRoles)]],
  );
  if (rows[0]?.incomplete) await ensureRoles(admin, {});
  else await prepareDatabase(admin);
}

/**
 * What a database needs before the first migration: extensions, the owner's right to create objects, and the schema of
 * the job queue. Checks first, so that a server with everything in place takes no locks.
 */
async function prepareDatabase(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ ready: boolean }>(
    `select has_schema_privilege('parley_owner', 'public', 'create')
        and has_schema_privilege('parley_search', 'public', 'create')
        and has_schema_privilege('parley_backup', 'public', 'usage')
        and (select count(*) = cardinality($1::text[]) from pg_extension where extname = any($1))
        and exists (select from pg_namespace where nspname = 'pgboss' and nspowner = 'parley_worker'::regrole) as ready`,
    [extensions],
  );
  if (rows[0]?.ready) return;
  await withRolesLock(admin, async () => {
    for (const name of extensions) await admin.query(`create extension if not exists ${name} schema public`);
    const { rows: names } = await admin.query<{ name: string }>("select quote_ident(current_database()) as name");
    await admin.query(`grant connect on database ${names[0]?.name} to parley_app, parley_worker, parley_backup`);
    await admin.query("revoke create on schema public from public");
    // Also parley_search: a function can only be transferred to a role that could have created it there.
    await admin.query("grant usage, create on schema public to parley_owner, parley_search");
    await admin.query("grant usage on schema public to parley_app, parley_worker, parley_backup");
    await admin.query("create schema if not exists pgboss authorization parley_worker");
    // Left behind by a database restored without its owners.
    await admin.query(`do $$ begin
      if not exists (select from pg_namespace where nspname = 'pgboss' and nspowner = 'parley_worker'::regrole) then
        alter schema pgboss owner to parley_worker;
      end if; end $$`);
  });
}

/**
 * The admin acts as the owner (migrations), as the worker (its schema) and for backups; the owner transfers functions to parley_search. A
 * superuser may do so anyway. INHERIT FALSE, where it exists, keeps the admin from acting as them by accident.
 */
async function grantMemberships(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ me: string; superuser: boolean; version: number }>(
    `select quote_ident(current_user) as me, rolsuper as superuser, current_setting('server_version_num')::int as version
       from pg_roles where rolname = current_user`,
  );
  const { me, superuser, version } = rows[0] ?? { me: "", superuser: false, version: 0 };
  const options = version >= 160000 ? " with inherit false, set true" : "";
  await admin.query(`grant parley_search to parley_owner${options}`);
  if (superuser) return;
  for (const role of ["parley_owner", "parley_worker", "parley_search", "parley_backup"]) {
    const { rows: member } = await admin.query(`select pg_has_role(current_user, $1, 'member') as is`, [role]);
    // Already granted by another role, perhaps the only one that may: leave it.
    if (version < 160000 && member[0]?.is) continue;
    await admin.query(`grant ${role} to ${me}${options}`);
  }
}

async function createRole(admin: pg.Client, role: string, password?: string): Promise<void> {
  const { rowCount } = await admin.query("select from pg_roles where rolname = $1", [role]);
  // NOSUPERUSER and NOBYPASSRLS are the defaults of CREATE, and only a superuser may state them in ALTER.
  if (rowCount === 0) await admin.query(`create role ${role} nologin`);
  if (password !== undefined) await admin.query(`alter role ${role} login password ${pg.escapeLiteral(password)}`);
}

/**
 * One at a time within a database. Across databases of a cluster nothing locks the shared role catalogues, and the loser of a race gets
 * "tuple concurrently updated" or "already exists": a retry resolves both.
 */
async function withRolesLock(admin: pg.Client, work: () => Promise<void>): Promise<void> {
  const attempt = () =>
    inTransaction(admin, async () => {
      await admin.query("select pg_advisory_xact_lock($1)", [rolesLock]);
      // The result of password hashing must not depend on an old server default.
      await admin.query(`set local password_encryption = 'scram-sha-256'`);
      await work();
      return true;
    }).catch((error: unknown) => {
      if (/tuple concurrently (updated|deleted)/.test(errorMessage(error))) return null;
      // duplicate role or schema; unique violation of a catalogue; serialization; deadlock between two databases' orders
      if (["42710", "42P06", "23505", "40001", "40P01"].includes(errorCode(error))) return null;
      throw rolesUnavailable(error);
    });
  if ((await poll(attempt, { timeoutMs: 20_000, everyMs: 50 })) === null) {
    throw rolesUnavailable(new Error("other servers kept changing the roles at the same time"));
  }
}

function rolesUnavailable(cause: unknown): DatabaseError {
  return new DatabaseError(
    "roles_unavailable",
    `Cannot set up the database roles: ${errorMessage(cause)}. The login in DATABASE_URL needs to be a superuser, or to ` +
      "have CREATEROLE and own the database. Otherwise let an administrator run: " +
      "create role parley_owner nologin; create role parley_search nologin; create role parley_backup nologin; " +
      "create role parley_app login password ...; create role parley_worker login password ...; grant parley_search to parley_owner; " +
      "grant parley_owner, parley_search, parley_worker, parley_backup to <the DATABASE_URL login>; " +
      "and set DATABASE_APP_URL and DATABASE_WORKER_URL.",
    cause,
  );
}

/**
 * Refuses logins that would void the isolation of tenants or have no grants. Rejects with role_unsafe or
 * role_login_failed; `source` names the setting to check.
 */
export async function checkLogin(config: pg.ClientConfig, role: keyof RolePasswords, source: string): Promise<void> {
  const expected = loginRoles[role];
  const rows = await withClient(config, async (client) => {
    const result = await client.query<{ name: string; unsafe: boolean; member: boolean }>(
      `select rolname as name,
              rolsuper or rolbypassrls or pg_has_role(current_user, 'parley_owner', 'member')
                or pg_has_role(current_user, 'parley_backup', 'member') as unsafe,
              pg_has_role(current_user, $1, 'usage') as member
         from pg_roles where rolname = current_user`,
      [expected],
    );
    return result.rows;
  }).catch((error: unknown) => {
    throw new DatabaseError("role_login_failed", loginHelp(expected, source, error), error);
  });
  const [found] = rows;
  if (found?.unsafe) {
    throw new DatabaseError(
      "role_unsafe",
      `Role "${found.name}" (${source}) is a superuser, has BYPASSRLS or is a member of parley_owner or parley_backup, so it could read every tenant's rows. ` +
        `Use a plain role that is a member of ${expected}.`,
    );
  }
  if (!found?.member) {
    throw new DatabaseError(
      "role_login_failed",
      `Role "${found?.name}" (${source}) has none of the rights of ${expected}: grant ${expected} to "${found?.name}".`,
    );
  }
}

function loginHelp(role: string, source: string, error: unknown): string {
  return (
    `Cannot log in as ${role} (${source}): ${errorMessage(error)}. If pg_hba.conf admits this role by other means than a ` +
    "password (peer, certificate), or passwords are managed elsewhere, set DATABASE_APP_URL and DATABASE_WORKER_URL."
  );
}
