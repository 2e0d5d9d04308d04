/**
 * Data that belongs to a person and to no tenant. All queries run as the cross-tenant worker, the only role that can
 * read these tables, and name the person (or the hash of a secret that only the person has).
 */
import type { WorkerQuery } from "#modules/organizations/tenants/index.ts";

export interface PersonRow {
  id: string;
  email: string;
  password_hash: string;
  /** Changes with the password, the second factor and suspension. */
  access_version: number;
  suspended: boolean;
  /** Null unless a second factor is enabled. */
  second_factor: Buffer | null;
}

const personColumns = `u.id, u.email, u.password_hash, u.access_version, u.suspended_at is not null as suspended, (select f.secret from user_second_factors f where f.user_id = u.id and f.enabled_at is not null) as second_factor`;

export async function findPersonByEmail(query: WorkerQuery, email: string): Promise<PersonRow | null> {
  const [row] = await query<PersonRow>({
    name: "person_by_email",
    text: `select ${personColumns} from users u where u.email = $1`,
    values: [email],
  });
  return row ?? null;
}

export async function getPerson(query: WorkerQuery, id: string): Promise<PersonRow> {
  const [row] = await query<PersonRow>({
    name: "person_by_id",
    text: `select ${personColumns} from users u where u.id = $1`,
    values: [id],
  });
  if (row === undefined) throw new Error("the person of a session does not exist");
  return row;
}

/** False if the password was changed meanwhile. */
export async function setPassword(query: WorkerQuery, userId: string, from: string | null, to: string): Promise<boolean> {
  const rows = await query({
    name: "password_set",
    text: "update users set password_hash = $3, access_version = access_version + 1 where id = $1 and ($2::text is null or password_hash = $2) returning 1",
    values: [userId, from, to],
  });
  return rows.length > 0;
}

export interface SessionRow {
  id: string;
  user_id: string;
  current_tenant_id: string;
  tenant_name: string;
  address: string | null;
  user_agent: string | null;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
  position: string;
}

const sessionColumns = `s.id, s.user_id, s.current_tenant_id, t.name as tenant_name, s.address, s.user_agent, s.created_at, s.last_used_at, s.expires_at,
  s.created_at::text as position`;

/** Who created a login link for another person. The id is a UUID. */
export interface Maker {
  kind: "api" | "member";
  id: string;
}

/**
 * null: the person is suspended, or their proof is no longer valid. Locks their row, so that such a change either comes
 * first or ends this session too.
 */
export async function insertSession(
  query: WorkerQuery,
  session: {
    id: string;
    userId: string;
    tokenHash: Buffer;
    tenantId: string;
    address: string;
    userAgent: string | null;
    now: Date;
    expiresAt: Date;
    /** The login link that the session came from; null: the person signed in. */
    link: { madeBy: Maker | null; standing: string; makerStanding: string | null } | null;
    /**
     * The access version when the password was checked; the session is refused if it has changed since. Null: a link
     * was used instead.
     */
    accessVersion: number | null;
  },
): Promise<SessionRow | null> {
  const [row] = await query<SessionRow>({
    name: "session_insert",
    text: `with person as (select u.id from users u where u.id = $2 and u.suspended_at is null
               and ($13::integer is null or u.access_version = $13) for share), s as (
             insert into user_sessions (id, user_id, token_hash, current_tenant_id, address, user_agent, created_at, last_used_at, expires_at,
               bound_tenant_id, made_by_kind, made_by, standing, maker_standing, stay)
             select $1::uuid, p.id, $3::bytea, $4::uuid, $5, $6, $7::timestamptz, $7::timestamptz, $8::timestamptz,
                    case when $9::text is not null then $4::uuid end, $9::text, $10::uuid, $11::text, $12::text,
                    coalesce((select m.stay from members m where m.tenant_id = $4 and m.user_id = p.id), 0) from person p returning *)
           select ${sessionColumns} from s join tenants t on t.tenant_id = s.current_tenant_id`,
    values: [
      session.id,
      session.userId,
      session.tokenHash,
      session.tenantId,
      session.address,
      session.userAgent,
      session.now,
      session.expiresAt,
      session.link?.madeBy?.kind ?? null,
      session.link?.madeBy?.id ?? null,
      session.link?.standing ?? null,
      session.link?.makerStanding ?? null,
      session.accessVersion,
    ],
  });
  return row ?? null;
}

export async function findSession(query: WorkerQuery, userId: string, id: string): Promise<SessionRow | null> {
  const [row] = await query<SessionRow>({
    name: "session_by_id",
    text: `select ${sessionColumns} from user_sessions s join tenants t on t.tenant_id = s.current_tenant_id where s.user_id = $1 and s.id = $2`,
    values: [userId, id],
  });
  return row ?? null;
}

/** Active sessions, newest first by (created_at, id). */
export function listSessions(
  query: WorkerQuery,
  userId: string,
  ends: { now: Date; idleSince: Date },
  after: string[] | null,
  limit: number,
): Promise<SessionRow[]> {
  return query<SessionRow>({
    name: "sessions_list",
    text: `select ${sessionColumns} from user_sessions s join tenants t on t.tenant_id = s.current_tenant_id
            where s.user_id = $1 and s.expires_at > $2 and s.last_used_at > $3
              and ($4::timestamptz is null or (s.created_at, s.id) < ($4, $5::uuid))
            order by s.created_at desc, s.id desc limit $6`,
    values: [userId, ends.now, ends.idleSince, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/** False if the person is not an active member there. */
export async function chooseTenant(query: WorkerQuery, userId: string, sessionId: string, tenantId: string): Promise<boolean> {
  const rows = await query({
    name: "session_tenant",
    text: `update user_sessions s set current_tenant_id = m.tenant_id, stay = m.stay, acting_tenant_id = null, acting_key_id = null from members m
            where s.user_id = $1 and s.id = $2 and m.tenant_id = $3 and m.user_id = s.user_id and m.status = 'active'
              and (s.bound_tenant_id is null or s.bound_tenant_id = m.tenant_id)
              and exists (select 1 from tenants t where t.tenant_id = m.tenant_id and t.suspended_at is null) returning 1`,
    values: [userId, sessionId, tenantId],
  });
  return rows.length > 0;
}

/** Enters a client with a delegated key, or leaves it: null. The session's tenant is the agency's. */
export async function setActing(
  query: WorkerQuery,
  userId: string,
  sessionId: string,
  acting: { tenantId: string; keyId: string } | null,
): Promise<void> {
  await query({
    name: "session_acting",
    text: "update user_sessions set acting_tenant_id = $3, acting_key_id = $4 where user_id = $1 and id = $2",
    values: [userId, sessionId, acting?.tenantId ?? null, acting?.keyId ?? null],
  });
}

/** The client that the session has entered, even if its key has ended. */
export async function findActing(
  query: WorkerQuery,
  userId: string,
  sessionId: string,
): Promise<{ tenantId: string; keyId: string } | null> {
  const [row] = await query<{ acting_tenant_id: string | null; acting_key_id: string | null }>({
    name: "session_acting_find",
    text: "select acting_tenant_id, acting_key_id from user_sessions where user_id = $1 and id = $2",
    values: [userId, sessionId],
  });
  return row?.acting_tenant_id == null || row.acting_key_id === null ? null : { tenantId: row.acting_tenant_id, keyId: row.acting_key_id };
}

export interface EndedSession {
  id: string;
  user_id: string;
  current_tenant_id: string;
}

export async function endSession(query: WorkerQuery, userId: string, id: string): Promise<EndedSession | null> {
  const [row] = await query<EndedSession>({
    name: "session_end",
    text: "delete from user_sessions where user_id = $1 and id = $2 returning id, user_id, current_tenant_id",
    values: [userId, id],
  });
  return row ?? null;
}

export async function endSessionByToken(query: WorkerQuery, tokenHash: Buffer): Promise<EndedSession | null> {
  const [row] = await query<EndedSession>({
    name: "session_end_by_token",
    text: "delete from user_sessions where token_hash = $1 returning id, user_id, current_tenant_id",
    values: [tokenHash],
  });
  return row ?? null;
}

/** Ends all of a person's sessions except one. @returns how many */
export async function endSessions(query: WorkerQuery, userId: string, except: string | null): Promise<number> {
  const rows = await query({
    name: "sessions_end",
    text: "delete from user_sessions where user_id = $1 and ($2::uuid is null or id <> $2) returning 1",
    values: [userId, except],
  });
  return rows.length;
}

export interface SecondFactorRow {
  secret: Buffer;
  enabled_at: Date | null;
  codes_left: number;
}

export async function findSecondFactor(query: WorkerQuery, userId: string, lock = false): Promise<SecondFactorRow | null> {
  const [row] = await query<SecondFactorRow>({
    name: lock ? "second_factor_lock" : "second_factor_read",
    text: `select f.secret, f.enabled_at, (select count(*)::int from user_backup_codes b where b.user_id = f.user_id) as codes_left
             from user_second_factors f where f.user_id = $1 ${lock ? "for update of f" : ""}`,
    values: [userId],
  });
  return row ?? null;
}

/** Stores a secret that is not enabled yet, replacing an earlier unconfirmed one. False if one is enabled. */
export async function startSecondFactor(query: WorkerQuery, userId: string, secret: Buffer, now: Date): Promise<boolean> {
  const rows = await query({
    name: "second_factor_start",
    text: `insert into user_second_factors as f (user_id, secret, created_at) values ($1, $2, $3)
           on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at, last_step = 0
            where f.enabled_at is null returning 1`,
    values: [userId, secret, now],
  });
  return rows.length > 0;
}

/** The second factor changed: invalidates login links and sign-ins in progress. */
async function countSecondFactor(query: WorkerQuery, userId: string): Promise<void> {
  await query({
    name: "second_factor_count",
    text: "update users set access_version = access_version + 1 where id = $1",
    values: [userId],
  });
}

export async function enableSecondFactor(query: WorkerQuery, userId: string, now: Date): Promise<void> {
  await countSecondFactor(query, userId);
  await query({
    name: "second_factor_enable",
    text: "update user_second_factors set enabled_at = $2 where user_id = $1",
    values: [userId, now],
  });
}

/** Uses a code up: false if the code of this step, or of a later one, was already used. */
export async function takeStep(query: WorkerQuery, userId: string, step: number): Promise<boolean> {
  const rows = await query({
    name: "second_factor_step",
    text: "update user_second_factors set last_step = $2 where user_id = $1 and last_step < $2 returning 1",
    values: [userId, step],
  });
  return rows.length > 0;
}

export async function takeBackupCode(query: WorkerQuery, userId: string, codeHash: Buffer): Promise<boolean> {
  const rows = await query({
    name: "backup_code_take",
    text: "delete from user_backup_codes where user_id = $1 and code_hash = $2 returning 1",
    values: [userId, codeHash],
  });
  return rows.length > 0;
}

export async function replaceBackupCodes(query: WorkerQuery, userId: string, hashes: Buffer[]): Promise<void> {
  await query({ name: "backup_codes_clear", text: "delete from user_backup_codes where user_id = $1", values: [userId] });
  await query({
    name: "backup_codes_insert",
    text: "insert into user_backup_codes (user_id, code_hash) select $1, h from unnest($2::bytea[]) h",
    values: [userId, hashes],
  });
}

export async function removeSecondFactor(query: WorkerQuery, userId: string): Promise<void> {
  await countSecondFactor(query, userId);
  await query({ name: "backup_codes_remove", text: "delete from user_backup_codes where user_id = $1", values: [userId] });
  await query({ name: "second_factor_remove", text: "delete from user_second_factors where user_id = $1", values: [userId] });
}

export async function insertResetRequest(query: WorkerQuery, id: string, email: string, now: Date): Promise<void> {
  await query({
    name: "reset_request_insert",
    text: "insert into password_reset_requests (id, email, created_at) values ($1, $2, $3)",
    values: [id, email, now],
  });
}

/** The oldest request, removed with this transaction; concurrent workers skip it. */
export async function takeResetRequest(query: WorkerQuery): Promise<{ email: string; created_at: Date } | null> {
  const [row] = await query<{ email: string; created_at: Date }>({
    name: "reset_request_take",
    text: `delete from password_reset_requests where id = (select id from password_reset_requests order by id limit 1 for update skip locked)
           returning email, created_at`,
  });
  return row ?? null;
}

export async function insertResetToken(query: WorkerQuery, userId: string, tokenHash: Buffer, expiresAt: Date): Promise<void> {
  await query({
    name: "reset_token_insert",
    text: "insert into password_reset_tokens (token_hash, user_id, expires_at) select $1, u.id, $3 from users u where u.id = $2",
    values: [tokenHash, userId, expiresAt],
  });
}

export async function findResetToken(query: WorkerQuery, tokenHash: Buffer, now: Date): Promise<{ user_id: string; email: string } | null> {
  const [row] = await query<{ user_id: string; email: string }>({
    name: "reset_token_find",
    text: `select r.user_id, u.email from password_reset_tokens r join users u on u.id = r.user_id where r.token_hash = $1 and r.expires_at > $2`,
    values: [tokenHash, now],
  });
  return row ?? null;
}

/** Uses up the token and all others of the person; false if it was used meanwhile. */
export async function useResetToken(query: WorkerQuery, userId: string, tokenHash: Buffer, now: Date): Promise<boolean> {
  const rows = await query({
    name: "reset_token_use",
    text: "delete from password_reset_tokens where token_hash = $1 and user_id = $2 and expires_at > $3 returning 1",
    values: [tokenHash, userId, now],
  });
  if (rows.length === 0) return false;
  await query({ name: "reset_tokens_clear", text: "delete from password_reset_tokens where user_id = $1", values: [userId] });
  return true;
}
