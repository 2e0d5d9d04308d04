import type { WorkerQuery } from "#modules/organizations/tenants/index.ts";
import type { MemberRole } from "#platform/auth/roles.ts";
import type { Tx } from "#platform/db/database.ts";
import type { InvitationStatus } from "./invitations.schema.ts";

export interface InvitationRow {
  tenant_id: string;
  id: string;
  email: string;
  name: string | null;
  role: MemberRole;
  state: "pending" | "accepted" | "revoked";
  invited_by: string;
  expires_at: Date;
  accepted_at: Date | null;
  created_at: Date;
  updated_at: Date;
  mail_state: "ready" | "leased" | "sent" | "failed" | "dropped" | null;
  mail_error: string | null;
  position: string;
}

const columns = `i.tenant_id, i.id, i.email, i.name, i.role, i.state, i.invited_by, i.expires_at, i.accepted_at, i.created_at, i.updated_at,
  m.state as mail_state, m.error as mail_error, i.created_at::text as position`;
const newestMail = `left join lateral (select x.state, x.error from mails x where x.tenant_id = i.tenant_id and x.about_id = i.id
  order by x.id desc limit 1) m on true`;

export async function findInvitation(tx: Tx, id: string, lock = false): Promise<InvitationRow | null> {
  const [row] = await tx.query<InvitationRow>({
    name: lock ? "invitation_lock" : "invitation_by_id",
    text: `select ${columns} from invitations i ${newestMail} where i.tenant_id = $1 and i.id = $2 ${lock ? "for no key update of i" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

export async function findPendingInvitation(tx: Tx, email: string): Promise<InvitationRow | null> {
  const [row] = await tx.query<InvitationRow>({
    name: "invitation_pending_of",
    text: `select ${columns} from invitations i ${newestMail} where i.tenant_id = $1 and i.email = $2 and i.state = 'pending' for no key update of i`,
    values: [tx.tenantId, email],
  });
  return row ?? null;
}

/** Newest first by (created_at, id). */
export function listInvitations(
  tx: Tx,
  status: InvitationStatus | undefined,
  now: Date,
  after: string[] | null,
  limit: number,
): Promise<InvitationRow[]> {
  return tx.query<InvitationRow>({
    name: "invitations_list",
    text: `select ${columns} from invitations i ${newestMail}
            where i.tenant_id = $1
              and ($2::text is null or case when i.state = 'pending' and i.expires_at <= $3 then 'expired' else i.state end = $2)
              and ($4::timestamptz is null or (i.created_at, i.id) < ($4, $5::uuid))
            order by i.created_at desc, i.id desc limit $6`,
    values: [tx.tenantId, status ?? null, now, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/** Rejects with a unique violation if the address has an open invitation. */
export async function insertInvitation(
  tx: Tx,
  now: Date,
  invitation: { id: string; email: string; name: string | null; role: MemberRole; invitedBy: string; expiresAt: Date },
): Promise<void> {
  await tx.query({
    name: "invitation_insert",
    text: `insert into invitations (tenant_id, id, email, name, role, state, invited_by, expires_at, created_at, updated_at)
           values ($1, $2, $3, $4, $5, 'pending', $6, $7, $8, $8)`,
    values: [
      tx.tenantId,
      invitation.id,
      invitation.email,
      invitation.name,
      invitation.role,
      invitation.invitedBy,
      invitation.expiresAt,
      now,
    ],
  });
}

/** Its token becomes void. */
export async function revokeInvitation(tx: Tx, now: Date, id: string): Promise<void> {
  await tx.query({
    name: "invitation_revoke",
    text: "update invitations set state = 'revoked', token_hash = null, updated_at = $3 where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id, now],
  });
}

export async function updateInvitation(
  tx: Tx,
  now: Date,
  id: string,
  values: { name: string | null; role: MemberRole; profile: object },
): Promise<void> {
  await tx.query({
    name: "invitation_update",
    text: "update invitations set name = $3, role = $4, profile = profile || $5::jsonb, updated_at = $6 where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id, values.name, values.role, JSON.stringify(values.profile), now],
  });
}

export async function prolongInvitation(tx: Tx, now: Date, id: string, expiresAt: Date): Promise<void> {
  await tx.query({
    name: "invitation_prolong",
    text: "update invitations set expires_at = $3, updated_at = $4 where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id, expiresAt, now],
  });
}

/** Whether the address belongs to a member of the tenant (suspended ones count). */
export async function isMember(tx: Tx, email: string): Promise<boolean> {
  const rows = await tx.query({
    name: "member_by_email",
    text: "select 1 from members where tenant_id = $1 and email = $2 and status <> 'removed' limit 1",
    values: [tx.tenantId, email],
  });
  return rows.length > 0;
}

/** The queries below run as the cross-tenant worker: a token's tenant is unknown until the token is found. */
export interface OpenInvitationRow {
  tenant_id: string;
  id: string;
  email: string;
  name: string | null;
  role: MemberRole;
  expires_at: Date;
  tenant_name: string;
  is_user: boolean;
}

const openColumns = `i.tenant_id, i.id, i.email, i.name, i.role, i.expires_at, t.name as tenant_name,
  exists (select from users u where u.email = i.email) as is_user`;

/** null: used, expired, or of a suspended organization, which nobody can join. */
export async function findByToken(query: WorkerQuery, tokenHash: Buffer, now: Date, lock = false): Promise<OpenInvitationRow | null> {
  const [row] = await query<OpenInvitationRow>({
    name: lock ? "invitation_by_token_lock" : "invitation_by_token",
    text: `select ${openColumns} from invitations i join tenants t on t.tenant_id = i.tenant_id
            where i.token_hash = $1 and i.state = 'pending' and i.expires_at > $2 and t.suspended_at is null and t.erased_at is null
            ${lock ? "for no key update of i" : ""}`,
    values: [tokenHash, now],
  });
  return row ?? null;
}

/**
 * Stores the token of a mail about to be sent; an earlier one becomes void. null if the invitation is no longer open.
 */
export async function setToken(
  query: WorkerQuery,
  tenantId: string,
  id: string,
  tokenHash: Buffer,
  now: Date,
): Promise<{ role: MemberRole; expires_at: Date } | null> {
  const [row] = await query<{ role: MemberRole; expires_at: Date }>({
    name: "invitation_token",
    text: `update invitations set token_hash = $3 where tenant_id = $1 and id = $2 and state = 'pending' and expires_at > $4
           returning role, expires_at`,
    values: [tenantId, id, tokenHash, now],
  });
  return row ?? null;
}

/** Copies the agent settings made beforehand, as far as what they refer to still exists. */
export async function acceptInvitation(query: WorkerQuery, now: Date, tenantId: string, id: string, userId: string): Promise<void> {
  await query({
    name: "invitation_accept",
    text: `update invitations set state = 'accepted', token_hash = null, accepted_at = $3, updated_at = $3, user_id = $4
            where tenant_id = $1 and id = $2`,
    values: [tenantId, id, now, userId],
  });
  await query({
    name: "invitation_profile_to_member",
    text: `update members m
              set max_open_conversations = (i.profile->>'maxOpenConversations')::integer, signature = i.profile->>'signature',
                  avatar_url = i.profile->>'avatarUrl',
                  skills = array(select jsonb_array_elements_text(i.profile->'skills')),
                  languages = array(select jsonb_array_elements_text(i.profile->'languages')),
                  division_ids = array(select d.id from divisions d where d.tenant_id = $1
                    and d.id in (select x::uuid from jsonb_array_elements_text(i.profile->'divisionIds') x) order by d.id),
                  channel_ids = array(select x::uuid from jsonb_array_elements_text(i.profile->'channelIds') x)
             from invitations i
            where m.tenant_id = $1 and m.user_id = $3 and i.tenant_id = $1 and i.id = $2`,
    values: [tenantId, id, userId],
  });
}

export function countSeats(tx: Tx, now: Date): Promise<{ count: number }[]> {
  return tx.query({
    name: "seats_count",
    text: `select (select count(*) from members where tenant_id = $1 and status = 'active')
                + (select count(*) from invitations where tenant_id = $1 and state = 'pending' and expires_at > $2) as count`,
    values: [tx.tenantId, now],
  });
}
