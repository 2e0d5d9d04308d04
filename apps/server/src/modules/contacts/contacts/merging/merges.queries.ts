import type { Tx } from "#platform/db/database.ts";
import type { MergeGains, MergeValues } from "./contact-merge.ts";
import type { FollowerMoves } from "./merge-followers.ts";
import { type OptIn, type StoredOptIn, storedOptIn } from "../opting-out/opt-in.ts";

export interface MergeRow {
  id: string;
  survivor_id: string;
  merged_id: string;
  identity_ids: string[];
  followers: FollowerMoves;
  gave: MergeGains;
  merged_at: Date;
}

const columns = "j.id, j.survivor_id, j.merged_id, j.identity_ids, j.followers, j.gave, j.merged_at";

/** The survivor's values before a merge. */
export type ValuesBefore = MergeValues & StoredOptIn;

/** Serialises merges and their undoing within a tenant, which keeps chains and crossing pairs simple. Merges are rare and short. */
export async function lockMerges(tx: Tx): Promise<void> {
  await tx.query({
    name: "merges_lock",
    text: "select pg_advisory_xact_lock(hashtextextended('contact merges ' || $1::text, 0))",
    values: [tx.tenantId],
  });
}

/** Moves the identities of a contact, or only the named ones, to another contact. */
export async function moveIdentities(tx: Tx, from: string, to: string, only: string[] | null): Promise<string[]> {
  const rows = await tx.query<{ id: string }>({
    name: "merge_identities",
    text: `with held as (
             select ci.id from contact_identities ci
              where ci.tenant_id = $1 and ci.contact_id = $2 and ($4::uuid[] is null or ci.id = any($4)) order by ci.id for no key update)
           update contact_identities ci set contact_id = $3 from held where ci.tenant_id = $1 and ci.id = held.id returning ci.id`,
    values: [tx.tenantId, from, to, only],
  });
  return rows.map((row) => row.id).sort();
}

/** Addresses that a contact got after a merge, through a phone it had from the other contact. */
export async function listIdentitiesOfPhone(tx: Tx, contactId: string, key: string, phoneKinds: string[], since: Date): Promise<string[]> {
  const rows = await tx.query<{ id: string }>({
    name: "merge_identities_of_phone",
    text: `select ci.id from contact_identities ci
            where ci.tenant_id = $1 and ci.contact_id = $2 and ci.kind = any($4) and ci.address_key = $3 and ci.created_at >= $5`,
    values: [tx.tenantId, contactId, key, phoneKinds, since],
  });
  return rows.map((row) => row.id);
}

/** Adds the number that finds a contact as an address, unless an identity has it already. */
export function addPhoneIdentity(
  tx: Tx,
  now: Date,
  identity: { id: string; contactId: string; kind: string; address: string; key: string },
): Promise<{ id: string }[]> {
  return tx.query({
    name: "merge_phone_identity",
    text: `insert into contact_identities (tenant_id, id, contact_id, kind, address, address_key, created_at)
           values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning id`,
    values: [tx.tenantId, identity.id, identity.contactId, identity.kind, identity.address, identity.key, now],
  });
}

/** Conversations follow their identities immediately: a person has few. */
export async function moveConversations(tx: Tx, now: Date, from: string, to: string, identityIds: string[]): Promise<void> {
  await tx.query({
    name: "merge_conversations",
    text: `with held as (
             select v.id from conversations v
              where v.tenant_id = $1 and v.contact_id = $2 and v.identity_id = any($4) order by v.id for no key update)
           update conversations v set contact_id = $3, updated_at = $5 from held where v.tenant_id = $1 and v.id = held.id`,
    values: [tx.tenantId, from, to, identityIds, now],
  });
}

/** Their messages follow in the background, from the start if a pass is in progress. */
export async function enqueueMoves(tx: Tx, now: Date, identityIds: string[]): Promise<void> {
  await tx.query({
    name: "merge_moves",
    text: `insert into contact_moves as w (tenant_id, identity_id, run_at) select $1, id, $3 from unnest($2::uuid[]) as ids (id)
           on conflict (tenant_id, identity_id) do update
             set run_at = excluded.run_at, last_pass = false, conversation_id = null, after_at = null, after_id = null`,
    values: [tx.tenantId, identityIds, now],
  });
}

/** Removes the merged contact from the lists; contacts merged into it earlier now point to the survivor too. */
export async function markMerged(tx: Tx, now: Date, mergedId: string, survivorId: string): Promise<void> {
  await tx.query({
    name: "merge_point",
    text: `update contacts c set merged_into_id = $3, phone_key = null, updated_at = case when c.id = $2 then $4 else c.updated_at end
            where c.tenant_id = $1 and (c.id = $2 or c.merged_into_id = $2)`,
    values: [tx.tenantId, mergedId, survivorId, now],
  });
}

/** Restores the contact; whatever was merged into it points to it again. */
export async function unmarkMerged(tx: Tx, mergedId: string): Promise<void> {
  await tx.query({
    name: "merge_point_back",
    text: `with recursive below as (
             select j.merged_id from contact_merges j where j.tenant_id = $1 and j.survivor_id = $2 and j.undone_at is null
             union
             select j.merged_id from below b join contact_merges j on j.tenant_id = $1 and j.survivor_id = b.merged_id and j.undone_at is null)
           update contacts c set merged_into_id = case when c.id = $2 then null else $2 end
            where c.tenant_id = $1 and (c.id = $2 or c.id in (select b.merged_id from below b))`,
    values: [tx.tenantId, mergedId],
  });
}

/** After updateContact, which stores the opt-in's word, and with a new word also another time and no `through`. */
export async function setInboundAndOptInTimes(
  tx: Tx,
  id: string,
  lastInboundAt: string | null,
  optIn: Pick<OptIn, "at" | "through">,
): Promise<void> {
  await tx.query({
    name: "merge_heard",
    text: "update contacts c set last_inbound_at = $3, opt_in_at = $4, opt_in_through = $5 where c.tenant_id = $1 and c.id = $2",
    values: [tx.tenantId, id, lastInboundAt, optIn.at, optIn.through === undefined ? null : JSON.stringify(optIn.through)],
  });
}

/** When a contact last wrote, according to its current conversations. */
export async function lastInboundOf(tx: Tx, contactId: string): Promise<string | null> {
  const [row] = await tx.query<{ at: Date | null }>({
    name: "merge_last_inbound",
    text: `select max(l.occurred_at) as at from conversations v cross join lateral (
             select m.occurred_at from messages m where m.tenant_id = $1 and m.conversation_id = v.id and m.direction = 'inbound'
              order by m.occurred_at desc, m.id desc limit 1) l
            where v.tenant_id = $1 and v.contact_id = $2`,
    values: [tx.tenantId, contactId],
  });
  return row?.at?.toISOString() ?? null;
}

export async function insertMerge(
  tx: Tx,
  now: Date,
  merge: {
    id: string;
    survivorId: string;
    mergedId: string;
    identityIds: string[];
    followed: FollowerMoves;
    gave: MergeGains;
    before: ValuesBefore;
    optInAt: string | null;
    by: string;
  },
): Promise<void> {
  await tx.query({
    name: "merge_insert",
    text: `insert into contact_merges (tenant_id, id, survivor_id, merged_id, identity_ids, followers, gave, before, opt_in_at, merged_at,
             merged_by)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    values: [
      tx.tenantId,
      merge.id,
      merge.survivorId,
      merge.mergedId,
      merge.identityIds,
      JSON.stringify(merge.followed),
      JSON.stringify(merge.gave),
      JSON.stringify(merge.before),
      merge.optInAt,
      now,
      merge.by,
    ],
  });
}

export interface JournalRow {
  id: string;
  survivor_id: string;
  merged_id: string;
  merged_name: string | null;
  merged_at: Date;
  merged_by: string | null;
  undone_at: Date | null;
  undone_by: string | null;
  /** merged_at to the microsecond, for cursors. */
  position: string;
}

/** Merges into and of a contact, including undone ones, newest first by (merged_at, id). */
export function listMerges(tx: Tx, contactId: string, after: string[] | null, limit: number): Promise<JournalRow[]> {
  const side = (column: "survivor_id" | "merged_id") => `
    (select j.* from contact_merges j
      where j.tenant_id = $1 and j.${column} = $2 and ($3::timestamptz is null or (j.merged_at, j.id) < ($3::timestamptz, $4::uuid))
      order by j.merged_at desc, j.id desc limit $5)`;
  return tx.query<JournalRow>({
    name: "merges_of_contact",
    text: `select j.id, j.survivor_id, j.merged_id, c.name as merged_name, j.merged_at, j.merged_by, j.undone_at, j.undone_by,
                  j.merged_at::text as position
             from (${side("survivor_id")} union all ${side("merged_id")}) j
             join contacts c on c.tenant_id = $1 and c.id = j.merged_id
            order by j.merged_at desc, j.id desc limit $5`,
    values: [tx.tenantId, contactId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

/** The current merge of a contact, then that of its survivor, up to the contact that exists. */
export function listMergesUpward(tx: Tx, mergedId: string): Promise<MergeRow[]> {
  return tx.query<MergeRow>({
    name: "merges_upward",
    text: `with recursive up as (
             select j.*, 1 as step from contact_merges j where j.tenant_id = $1 and j.merged_id = $2 and j.undone_at is null
             union all
             select j.*, u.step + 1 from up u join contact_merges j on j.tenant_id = $1 and j.merged_id = u.survivor_id and j.undone_at is null)
           select ${columns} from up j order by j.step`,
    values: [tx.tenantId, mergedId],
  });
}

export interface StandingRow {
  id: string;
  merged_id: string;
  gave: MergeGains;
  before: ValuesBefore;
  opt_in_at: Date | null;
}

/** The merges directly into a contact that have not been undone, oldest first. */
export function listStandingMerges(tx: Tx, survivorId: string): Promise<StandingRow[]> {
  return tx.query<StandingRow>({
    name: "merges_standing",
    text: `select j.id, j.merged_id, j.gave, j.before, j.opt_in_at from contact_merges j
            where j.tenant_id = $1 and j.survivor_id = $2 and j.undone_at is null order by j.merged_at, j.id`,
    values: [tx.tenantId, survivorId],
  });
}

/** After another merge into the same survivor was undone. */
export async function rewriteMerge(tx: Tx, id: string, gave: MergeGains, before: OptIn, optInAt: string | null): Promise<void> {
  await tx.query({
    name: "merge_rewrite",
    text: `update contact_merges j set gave = $3, before = j.before || $4, opt_in_at = $5 where j.tenant_id = $1 and j.id = $2`,
    values: [tx.tenantId, id, JSON.stringify(gave), JSON.stringify(storedOptIn(before)), optInAt],
  });
}

export async function updateMerge(tx: Tx, id: string, identityIds: string[], followers: FollowerMoves, gave: MergeGains): Promise<void> {
  await tx.query({
    name: "merge_update",
    text: "update contact_merges j set identity_ids = $3, followers = $4, gave = $5 where j.tenant_id = $1 and j.id = $2",
    values: [tx.tenantId, id, identityIds, JSON.stringify(followers), JSON.stringify(gave)],
  });
}

export async function endMerge(tx: Tx, now: Date, id: string, by: string): Promise<void> {
  await tx.query({
    name: "merge_end",
    text: "update contact_merges j set undone_at = $3, undone_by = $4 where j.tenant_id = $1 and j.id = $2",
    values: [tx.tenantId, id, now, by],
  });
}
