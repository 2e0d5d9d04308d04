/** People's addresses. All queries run as the cross-tenant worker, and name the person or the hash of their secret. */
import type { WorkerQuery } from "#modules/organizations/tenants/index.ts";

export type ProofPurpose = "verification" | "change";

export interface OwnEmailRow {
  email: string;
  email_verified_at: Date | null;
  pending_email: string | null;
  asked_at: Date | null;
  expires_at: Date | null;
}

export async function findOwnEmail(query: WorkerQuery, userId: string, now: Date): Promise<OwnEmailRow | null> {
  const [row] = await query<OwnEmailRow>({
    name: "own_email",
    text: `select u.email, u.email_verified_at, p.email as pending_email, p.asked_at, p.expires_at
             from users u left join user_email_proofs p on p.user_id = u.id and p.purpose = 'change' and p.used_at is null and p.expires_at > $2
            where u.id = $1`,
    values: [userId, now],
  });
  return row ?? null;
}

/** Requested by the person: earlier links for the same purpose become void. */
export async function saveProof(
  query: WorkerQuery,
  proof: { userId: string; purpose: ProofPurpose; email: string; now: Date; expiresAt: Date },
): Promise<void> {
  await query({
    name: "email_proof_put",
    text: `insert into user_email_proofs (user_id, purpose, email, asked_at, expires_at) values ($1, $2, $3, $4, $5)
           on conflict (user_id, purpose) do update
             set email = excluded.email, token_hashes = '{}', asked_at = excluded.asked_at, expires_at = excluded.expires_at, used_at = null`,
    values: [proof.userId, proof.purpose, proof.email, proof.now, proof.expiresAt],
  });
}

/** Requested by anybody: a pending link for the same address stays valid. */
export async function renewProof(
  query: WorkerQuery,
  proof: { userId: string; purpose: ProofPurpose; email: string; now: Date; expiresAt: Date },
): Promise<void> {
  await query({
    name: "email_proof_renew",
    text: `insert into user_email_proofs as p (user_id, purpose, email, asked_at, expires_at) values ($1, $2, $3, $4, $5)
           on conflict (user_id, purpose) do update
             set email = excluded.email, asked_at = excluded.asked_at, expires_at = excluded.expires_at, used_at = null,
                 token_hashes = case when p.email = excluded.email and p.used_at is null and p.expires_at > $4 then p.token_hashes else '{}' end`,
    values: [proof.userId, proof.purpose, proof.email, proof.now, proof.expiresAt],
  });
}

/** False if no change was pending. */
export async function dropEmailChange(query: WorkerQuery, userId: string): Promise<boolean> {
  const rows = await query({
    name: "email_change_drop",
    text: "delete from user_email_proofs where user_id = $1 and purpose = 'change' and used_at is null returning 1",
    values: [userId],
  });
  return rows.length > 0;
}

/**
 * The person with a pending change to this address; null also if there are several, because it is ambiguous whose link
 * is meant.
 */
export async function findChangeTo(query: WorkerQuery, email: string, now: Date): Promise<{ user_id: string } | null> {
  const rows = await query<{ user_id: string }>({
    name: "email_change_to",
    text: `select p.user_id from user_email_proofs p join users u on u.id = p.user_id and u.suspended_at is null
            where p.email = $1 and p.purpose = 'change' and p.used_at is null and p.expires_at > $2 limit 2`,
    values: [email, now],
  });
  return rows.length === 1 ? (rows[0] ?? null) : null;
}

/** Adds the token of a mail about to be sent; earlier ones stay valid. False if no proof is pending any more. */
export async function setProofToken(
  query: WorkerQuery,
  proof: { userId: string; purpose: ProofPurpose; email: string; tokenHash: Buffer; now: Date },
): Promise<boolean> {
  const rows = await query({
    name: "email_proof_token",
    text: `update user_email_proofs set token_hashes = (array[$4::bytea] || token_hashes)[1:100]
            where user_id = $1 and purpose = $2 and email = $3 and used_at is null and expires_at > $5 returning 1`,
    values: [proof.userId, proof.purpose, proof.email, proof.tokenHash, proof.now],
  });
  return rows.length > 0;
}

export interface ProofRow {
  user_id: string;
  purpose: ProofPurpose;
  email: string;
  used_at: Date | null;
  /** The account's current address. */
  present: string;
}

/** Every change of sign-in data locks the person's row first, so that all use the same lock order. Null: the person no longer exists. */
export async function lockPerson(query: WorkerQuery, userId: string): Promise<{ suspended_at: Date | null; password_hash: string } | null> {
  const [row] = await query<{ suspended_at: Date | null; password_hash: string }>({
    name: "person_lock",
    text: "select suspended_at, password_hash from users where id = $1 for update",
    values: [userId],
  });
  return row ?? null;
}

export async function findProof(query: WorkerQuery, tokenHash: Buffer, now: Date): Promise<ProofRow | null> {
  const [row] = await query<ProofRow>({
    name: "email_proof_read",
    text: `select p.user_id, p.purpose, p.email, p.used_at, u.email as present from user_email_proofs p join users u on u.id = p.user_id
            where p.token_hashes @> array[$1::bytea] and p.expires_at > $2`,
    values: [tokenHash, now],
  });
  return row ?? null;
}

export async function useProof(query: WorkerQuery, userId: string, purpose: ProofPurpose, now: Date): Promise<void> {
  await query({
    name: "email_proof_use",
    text: "update user_email_proofs set used_at = $3 where user_id = $1 and purpose = $2",
    values: [userId, purpose, now],
  });
}

export interface OwnerRow {
  id: string;
  email_verified_at: Date | null;
  suspended_at: Date | null;
}

/** The account that has an address. */
export async function ownerOf(query: WorkerQuery, email: string): Promise<OwnerRow | null> {
  const [row] = await query<OwnerRow>({
    name: "email_owner",
    text: "select id, email_verified_at, suspended_at from users where email = $1",
    values: [email],
  });
  return row ?? null;
}

/**
 * Replaces the address everywhere it is stored; links sent to the old one become void. Returns the tenants concerned,
 * as UUIDs, including those where the person is suspended and suspended tenants. Null if the old address is no longer
 * theirs. Rejects with a unique violation for an address that another account has.
 */
export async function moveEmail(query: WorkerQuery, userId: string, from: string, to: string, now: Date): Promise<string[] | null> {
  const rows = await query({
    name: "email_move",
    text: "update users set email = $3, email_verified_at = $4 where id = $1 and email = $2 returning 1",
    values: [userId, from, to, now],
  });
  if (rows.length === 0) return null;
  // Runs as the worker, in every tenant that they belong to. Tenants that removed them keep the address they knew.
  const members = await query<{ tenant_id: string }>({
    name: "email_move_members",
    text: "update members set email = $2, updated_at = $3 where user_id = $1 and status <> 'removed' returning tenant_id",
    values: [userId, to, now],
  });
  await query({ name: "email_move_resets", text: "delete from password_reset_tokens where user_id = $1", values: [userId] });
  await query({
    name: "email_move_proofs",
    text: "delete from user_email_proofs where user_id = $1 and purpose = 'verification'",
    values: [userId],
  });
  return members.map(({ tenant_id }) => tenant_id);
}

export async function insertLinkRequest(query: WorkerQuery, id: string, email: string, now: Date): Promise<void> {
  await query({
    name: "email_link_request_insert",
    text: "insert into email_link_requests (id, email, created_at) values ($1, $2, $3)",
    values: [id, email, now],
  });
}

/** The oldest request, removed with this transaction; concurrent workers skip it. */
export async function takeLinkRequest(query: WorkerQuery): Promise<{ email: string; created_at: Date } | null> {
  const [row] = await query<{ email: string; created_at: Date }>({
    name: "email_link_request_take",
    text: `delete from email_link_requests where id = (select id from email_link_requests order by id limit 1 for update skip locked)
           returning email, created_at`,
  });
  return row ?? null;
}
