import type { Database, Tx } from "#platform/db/database.ts";

export interface ClaimedSend {
  tenant_id: string;
  message_id: string | null;
  channel_id: string;
  attempts: number;
  lane_full: boolean;
  type: string;
  text: string | null;
  content: Record<string, unknown> | null;
  to_address: string | null;
  provider_user_id: string | null;
  identity_address: string | null;
  opt_in: string;
  window_expires_at: Date | null;
  /** Of the quoted message, or of the one reacted to. */
  reply_external_id: string | null;
  human_agent: boolean;
  accepted_at: Date;
}

/** See migrations/0006. Cross-tenant: which tenants have something to send is what it finds out. */
export function claimOutbound(
  database: Database,
  now: Date,
  leaseMs: number,
  max: number,
  sliceMs: number,
  claimId: string,
): Promise<ClaimedSend[]> {
  return database.worker<ClaimedSend>({
    name: "claim_outbound",
    text: "select * from claim_outbound($1, $2, $3, $4, $5)",
    values: [now, new Date(now.getTime() + leaseMs), max, sliceMs, claimId],
  });
}

/** Claims that may have been committed although their answer never came: nothing of them was sent. Cross-tenant, as above. */
export async function returnClaims(database: Database, claimIds: string[]): Promise<void> {
  await database.worker({ name: "return_claims", text: "select return_claims($1)", values: [claimIds] });
}

export async function completeSends(tx: Tx, now: Date, results: object[]): Promise<void> {
  await tx.query({
    name: "complete_sends",
    text: "select complete_sends($1, $2, $3)",
    values: [tx.tenantId, now, JSON.stringify(results)],
  });
}

/** Sends whose worker died during the call: nobody knows whether the platform has them. Cross-tenant, as above. */
export function expiredSends(
  database: Database,
  now: Date,
  max: number,
): Promise<{ tenant_id: string; message_id: string; attempts: number }[]> {
  return database.worker({
    name: "expired_sends",
    text: "select tenant_id, message_id, attempts from outbound_dispatches where state = 'sending' and lease_until < $1 order by lease_until limit $2",
    values: [now, max],
  });
}

/** The platform throttles the channel: nothing of it leaves before `until`. `aboutRate`: it also slows down, see migrations/0008. */
export async function throttleChannel(
  database: Database,
  tenantId: string,
  channelId: string,
  pause: { now: Date; until: Date; aboutRate: boolean },
): Promise<void> {
  await database.worker({
    name: "throttle_channel",
    text: "select throttle_channel($1, $2, $3, $4, $5)",
    values: [tenantId, channelId, pause.now, pause.until, pause.aboutRate],
  });
}

/** Reactions that have just been sent, into the messages they are about. Other messages are left alone. */
export async function showReactions(tx: Tx, messageIds: string[]): Promise<void> {
  await tx.query({ name: "show_reactions", text: "select show_reactions($1, $2)", values: [tx.tenantId, messageIds] });
}
