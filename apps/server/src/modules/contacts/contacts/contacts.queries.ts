import type { CustomValue } from "#modules/contacts/custom-fields/index.ts";
import type { Tx } from "#platform/db/database.ts";
import type { ContactSearch } from "./contact-search.ts";
import type { OptInThrough } from "./opting-out/opt-in.ts";

export interface ContactRow {
  id: string;
  name: string | null;
  phone: string | null;
  phone_key: string | null;
  email: string | null;
  source: string;
  tags: string[];
  custom_fields: Record<string, CustomValue>;
  owner_id: string | null;
  stage_id: string | null;
  language: string | null;
  timezone: string | null;
  country: string | null;
  opt_in: "unknown" | "opted_in" | "opted_out";
  blocked_at: Date | null;
  last_inbound_at: Date | null;
  opt_in_at: Date | null;
  opt_in_through: OptInThrough | null;
  merged_into_id: string | null;
  erasing_at: Date | null;
  created_at: Date;
  updated_at: Date;
  /** created_at to the microsecond, for cursors. */
  position: string;
}

export interface IdentityRow {
  id: string;
  contact_id: string;
  kind: string;
  /** Empty: not bound to an account. */
  account: string;
  address: string | null;
  address_key: string | null;
  provider_user_id: string | null;
  username: string | null;
  display_name: string | null;
}

const columns = `c.id, c.name, c.phone, c.phone_key, c.email, c.source, c.tags, c.custom_fields, c.owner_id, c.stage_id, c.language, c.timezone,
  c.country, c.opt_in, c.blocked_at, c.last_inbound_at, c.opt_in_at, c.opt_in_through, c.merged_into_id, c.erasing_at, c.created_at,
  c.updated_at, c.created_at::text as position`;

export type ContactLock = "none" | "share" | "update" | "delete";

export async function findContact(tx: Tx, id: string, lock: ContactLock = "none"): Promise<ContactRow | null> {
  const [row] = await tx.query<ContactRow>({
    name: `contact_by_id_${lock}`,
    text: `select ${columns} from contacts c where c.tenant_id = $1 and c.id = $2
           ${{ none: "", share: "for share", update: "for no key update", delete: "for update" }[lock]}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

export function listContactsById(tx: Tx, ids: string[]): Promise<ContactRow[]> {
  return tx.query<ContactRow>({
    name: "contacts_by_ids",
    text: `select ${columns} from contacts c where c.tenant_id = $1 and c.id = any($2)`,
    values: [tx.tenantId, ids],
  });
}

/** Contacts with a number, including national variants: as the contact's phone, or as an address on a channel of phone numbers. */
export async function findContactsByPhone(tx: Tx, key: string, phoneKinds: string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>({
    name: "contacts_by_phone",
    text: `select id from contacts where tenant_id = $1 and phone_key = $2
           union select contact_id from contact_identities where tenant_id = $1 and kind = any($3) and address_key = $2`,
    values: [tx.tenantId, key, phoneKinds],
  });
  return rows.map((row) => row.id);
}

export async function findContactsByEmail(tx: Tx, email: string, limit: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }>({
    name: "contacts_by_email",
    text: `select c.id from contacts c
            where c.tenant_id = $1 and c.email_key is not null and c.email_key = lower($2) and c.merged_into_id is null order by c.id limit $3`,
    values: [tx.tenantId, email, limit],
  });
  return rows.map((row) => row.id);
}

export async function lockEmail(tx: Tx, email: string): Promise<void> {
  await tx.query({
    name: "contact_email_hold",
    text: "select pg_advisory_xact_lock(hashtextextended('contact email ' || $1::text || ' ' || lower($2), 0))",
    values: [tx.tenantId, email],
  });
}

export interface ContactListFilter {
  search: ContactSearch | null;
  tag: string | undefined;
  optIn: string | undefined;
  ids: string[] | undefined;
  /** null: without an owner, in no stage. */
  ownerId: string | null | undefined;
  stageId: string | null | undefined;
  blocked: boolean | undefined;
}

/** Newest first by (created_at, id). functions/list_contacts.sql chooses the index for a search or filter by its values. */
export function listContacts(tx: Tx, filter: ContactListFilter, after: string[] | null, limit: number): Promise<ContactRow[]> {
  const { search } = filter;
  if (search === null && filter.tag === undefined) return listByIndex(tx, filter, after, limit);
  return tx.query<ContactRow>({
    name: "contacts_search",
    text: `select ${columns} from list_contacts($2, $3, $4, $5, $6, $7, $8::timestamptz, $9::uuid, $10, $11::uuid[],
                    $12::uuid, $13::boolean, $14::uuid, $15::boolean, $16::boolean) as found (id)
             join contacts c on c.tenant_id = $1 and c.id = found.id
            order by c.created_at desc, c.id desc`,
    values: [
      tx.tenantId,
      search?.anyOf[0] ?? null,
      search?.anyOf[1] ?? null,
      search?.phoneKey ?? null,
      search === null || search.allOf.length === 0 ? null : search.allOf,
      filter.tag ?? null,
      filter.optIn ?? null,
      after?.[0] ?? null,
      after?.[1] ?? null,
      limit,
      filter.ids ?? null,
      filter.ownerId ?? null,
      filter.ownerId === null ? false : null,
      filter.stageId ?? null,
      filter.stageId === null ? false : null,
      filter.blocked ?? null,
    ],
  });
}

function listByIndex(
  tx: Tx,
  filter: Omit<ContactListFilter, "search" | "tag">,
  after: string[] | null,
  limit: number,
): Promise<ContactRow[]> {
  const values: unknown[] = [tx.tenantId, limit];
  const where = ["c.tenant_id = $1", "c.merged_into_id is null"];
  const names: string[] = [];
  const value = (parameter: unknown) => `$${values.push(parameter)}`;
  if (filter.optIn !== undefined) {
    where.push(`c.opt_in = ${value(filter.optIn)}`);
    // Stated explicitly, because a partial index is used only for conditions that the statement itself contains.
    if (filter.optIn !== "unknown") where.push("c.opt_in <> 'unknown'");
    names.push(filter.optIn === "unknown" ? "opt_in_unknown" : "opt_in");
  }
  if (filter.ids !== undefined) {
    where.push(`c.id = any(${value(filter.ids)}::uuid[])`);
    names.push("ids");
  }
  for (const [column, id] of [
    ["owner_id", filter.ownerId],
    ["stage_id", filter.stageId],
  ] as const) {
    if (id === undefined) continue;
    where.push(id === null ? `c.${column} is null` : `c.${column} = ${value(id)}`);
    names.push(`${id === null ? "no_" : ""}${column}`);
  }
  if (filter.blocked !== undefined) {
    where.push(`c.blocked_at is ${filter.blocked ? "not " : ""}null`);
    names.push(filter.blocked ? "blocked" : "unblocked");
  }
  if (after !== null) {
    where.push(`(c.created_at, c.id) < (${value(after[0])}::timestamptz, ${value(after[1])}::uuid)`);
    names.push("after");
  }
  return tx.query<ContactRow>({
    name: `contacts_list_${names.join("_")}`,
    text: `select ${columns} from contacts c where ${where.join(" and ")} order by c.created_at desc, c.id desc limit $2`,
    values,
  });
}

export function listIdentities(tx: Tx, contactIds: string[]): Promise<IdentityRow[]> {
  return tx.query<IdentityRow>({
    name: "contact_identities_of",
    text: `select id, contact_id, kind, account, address, address_key, provider_user_id, username, display_name from contact_identities
            where tenant_id = $1 and contact_id = any($2::uuid[]) order by id`,
    values: [tx.tenantId, contactIds],
  });
}

export interface ContactValuesStored {
  name: string | null;
  phone: string | null;
  phoneKey: string | null;
  email: string | null;
  source: string;
  tags: string[];
  customFields: Record<string, CustomValue>;
  ownerId: string | null;
  stageId: string | null;
  language: string | null;
  timezone: string | null;
  country: string | null;
  optIn: string;
  blockedAt: Date | null;
}

const stored = (v: ContactValuesStored) => [
  v.name,
  v.phone,
  v.phoneKey,
  v.email,
  v.source,
  v.tags,
  JSON.stringify(v.customFields),
  v.ownerId,
  v.stageId,
  v.language,
  v.timezone,
  v.country,
  v.optIn,
  v.blockedAt,
];

/** Null if another contact has the phone. Waits for a writer who is about to store it. */
export async function insertContact(tx: Tx, now: Date, id: string, values: ContactValuesStored): Promise<ContactRow | null> {
  const [row] = await tx.query<ContactRow>({
    name: "contact_insert",
    text: `insert into contacts as c (tenant_id, id, created_at, updated_at, name, phone, phone_key, email, source, tags, custom_fields,
             owner_id, stage_id, language, timezone, country, opt_in, blocked_at)
           values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
           on conflict (tenant_id, phone_key) where phone_key is not null do nothing
           returning ${columns}`,
    values: [tx.tenantId, id, now, ...stored(values)],
  });
  return row ?? null;
}

/** Rejects with a unique violation if another contact has got the phone meanwhile. */
export async function updateContact(tx: Tx, now: Date, id: string, values: ContactValuesStored): Promise<ContactRow> {
  const [row] = await tx.query<ContactRow>({
    name: "contact_update",
    text: `update contacts c set updated_at = $3, name = $4, phone = $5, phone_key = $6, email = $7, source = $8, tags = $9,
             custom_fields = $10, owner_id = $11, stage_id = $12, language = $13, timezone = $14, country = $15, opt_in = $16,
             opt_in_at = case when c.opt_in = $16 then c.opt_in_at else $3 end,
             opt_in_through = case when c.opt_in = $16 then c.opt_in_through end, blocked_at = $17
            where c.tenant_id = $1 and c.id = $2 returning ${columns}`,
    values: [tx.tenantId, id, now, ...stored(values)],
  });
  if (row === undefined) throw new Error("the locked contact does not exist");
  return row;
}

/** Rejects with a foreign key violation if a conversation refers to the contact, including one just being created. */
export async function deleteContact(tx: Tx, id: string): Promise<void> {
  await tx.query({
    name: "contact_identities_delete",
    text: "delete from contact_identities where tenant_id = $1 and contact_id = $2",
    values: [tx.tenantId, id],
  });
  await tx.query({ name: "contact_delete", text: "delete from contacts where tenant_id = $1 and id = $2", values: [tx.tenantId, id] });
  // These keys are deferred to the commit, when a violation could no longer be reported as a conflict.
  await tx.query({ text: "set constraints all immediate" });
}

export function countContacts(tx: Tx): Promise<{ count: number }[]> {
  return tx.query({
    name: "contacts_count",
    text: `select (select count(*) from contacts where tenant_id = $1)
                - (select count(*) from contacts where tenant_id = $1 and merged_into_id is not null) as count`,
    values: [tx.tenantId],
  });
}

export function contactsBehindAddress(
  tx: Tx,
  kind: string,
  account: string,
  addressKey: string | null,
  contactId: string,
): Promise<{ contact_id: string; identity_id: string }[]> {
  return tx.query({
    name: "contacts_behind_address",
    text: `select ci.contact_id, ci.id as identity_id from contact_identities ci
            where ci.tenant_id = $1 and ci.kind = $2 and ci.account = $3 and ci.address_key = $4 and ci.provider_user_id is null
              and ci.contact_id <> $5`,
    values: [tx.tenantId, kind, account, addressKey, contactId],
  });
}
