/** Addresses of people. As everything of theirs it runs as the cross-tenant worker, and names the person or the hash of their secret. */
import type { WorkerQuery } from "#modules/tenants/index.ts";

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

/** Asked for anew: an earlier link of this purpose is void. */
export async function putProof(
  query: WorkerQuery,
  proof: { userId: string; purpose: ProofPurpose; email: string; now: Date; expiresAt: Date },
): Promise<void> {
  await query({
    name: "email_proof_put",
    text: `insert into user_email_proofs (user_id, purpose, email, asked_at, expires_at) values ($1, $2, $3, $4, $5)
           on conflict (user_id, purpose) do update
             set email = excluded.email, token_hash = null, asked_at = excluded.asked_at, expires_at = excluded.expires_at, used_at = null`,
    values: [proof.userId, proof.purpose, proof.email, proof.now, proof.expiresAt],
  });
}

/** False when there was none that waits. */
export async function dropEmailChange(query: WorkerQuery, userId: string): Promise<boolean> {
  const rows = await query({
    name: "email_change_drop",
    text: "delete from user_email_proofs where user_id = $1 and purpose = 'change' and used_at is null returning 1",
    values: [userId],
  });
  return rows.length > 0;
}

/** Whoever waits for a change to this address, the newest one. */
export async function findChangeTo(query: WorkerQuery, email: string, now: Date): Promise<{ user_id: string } | null> {
  const [row] = await query<{ user_id: string }>({
    name: "email_change_to",
    text: `select user_id from user_email_proofs where email = $1 and purpose = 'change' and used_at is null and expires_at > $2
            order by asked_at desc limit 1`,
    values: [email, now],
  });
  return row ?? null;
}

/** The token of a mail that is about to leave; false when nobody waits for it (any more). */
export async function setProofToken(
  query: WorkerQuery,
  proof: { userId: string; purpose: ProofPurpose; email: string; tokenHash: Buffer; now: Date },
): Promise<boolean> {
  const rows = await query({
    name: "email_proof_token",
    text: `update user_email_proofs set token_hash = $4 where user_id = $1 and purpose = $2 and email = $3 and used_at is null and expires_at > $5 returning 1`,
    values: [proof.userId, proof.purpose, proof.email, proof.tokenHash, proof.now],
  });
  return rows.length > 0;
}

export interface ProofRow {
  user_id: string;
  purpose: ProofPurpose;
  email: string;
  used_at: Date | null;
  /** Of the account, now. */
  present: string;
}

/** Whoever changes what somebody signs in with holds their row first: one order for all. */
export async function lockPerson(query: WorkerQuery, userId: string): Promise<void> {
  await query({ name: "person_lock", text: "select 1 from users where id = $1 for update", values: [userId] });
}

export async function findProof(query: WorkerQuery, tokenHash: Buffer, now: Date): Promise<ProofRow | null> {
  const [row] = await query<ProofRow>({
    name: "email_proof_read",
    text: `select p.user_id, p.purpose, p.email, p.used_at, u.email as present from user_email_proofs p join users u on u.id = p.user_id
            where p.token_hash = $1 and p.expires_at > $2`,
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

/** Whose an address is. */
export async function ownerOf(query: WorkerQuery, email: string): Promise<{ id: string; email_verified_at: Date | null } | null> {
  const [row] = await query<{ id: string; email_verified_at: Date | null }>({
    name: "email_owner",
    text: "select id, email_verified_at from users where email = $1",
    values: [email],
  });
  return row ?? null;
}

/**
 * The new address in every place it stands; what was sent to the old one opens nothing any more. False when the old one is not theirs
 * (any more). Rejects with a unique violation for an address that is somebody's.
 */
export async function moveEmail(query: WorkerQuery, userId: string, from: string, to: string, now: Date): Promise<boolean> {
  const rows = await query({
    name: "email_move",
    text: "update users set email = $3, email_verified_at = $4 where id = $1 and email = $2 returning 1",
    values: [userId, from, to, now],
  });
  if (rows.length === 0) return false;
  // As the worker: in every tenant they belong to. Those that removed them keep what they knew.
  await query({
    name: "email_move_members",
    text: "update members set email = $2, updated_at = $3 where user_id = $1 and status <> 'removed'",
    values: [userId, to, now],
  });
  await query({ name: "email_move_resets", text: "delete from password_reset_tokens where user_id = $1", values: [userId] });
  await query({
    name: "email_move_proofs",
    text: "delete from user_email_proofs where user_id = $1 and purpose = 'verification'",
    values: [userId],
  });
  return true;
}

export async function insertProofRequest(query: WorkerQuery, id: string, email: string, now: Date): Promise<void> {
  await query({
    name: "email_proof_request_insert",
    text: "insert into password_reset_requests (id, email, created_at, purpose) values ($1, $2, $3, 'email_proof')",
    values: [id, email, now],
  });
}

/** The oldest request, removed with this transaction; others leave it alone meanwhile. */
export async function takeProofRequest(query: WorkerQuery): Promise<{ email: string; created_at: Date } | null> {
  const [row] = await query<{ email: string; created_at: Date }>({
    name: "email_proof_request_take",
    text: `delete from password_reset_requests where id = (
             select id from password_reset_requests where purpose = 'email_proof' order by id limit 1 for update skip locked)
           returning email, created_at`,
  });
  return row ?? null;
}
