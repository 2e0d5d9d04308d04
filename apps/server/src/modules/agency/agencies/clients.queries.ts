import type { Database, Statement, Tx } from "#platform/db/database.ts";
import type { ClientStatus } from "./agencies.schema.ts";
import { currentFirst, type GrantRow } from "./grants.queries.ts";

type Query = <R extends object>(statement: Statement) => Promise<R[]>;

export interface ClientRow {
  client_id: string;
  status: ClientStatus;
  reference: string | null;
  created_at: Date;
  updated_at: Date;
  ended_at: Date | null;
  position: string;
}

const columns = "c.client_id, c.status, c.reference, c.created_at, c.updated_at, c.ended_at, c.created_at::text as position";

export async function findClient(tx: Tx, clientId: string, lock = false): Promise<ClientRow | null> {
  const [row] = await tx.query<ClientRow>({
    name: lock ? "agency_client_lock" : "agency_client_by_id",
    text: `select ${columns} from agency_clients c where c.tenant_id = $1 and c.client_id = $2 ${lock ? "for no key update" : ""}`,
    values: [tx.tenantId, clientId],
  });
  return row ?? null;
}

/** Newest first by (created_at, id); with any status if it is null. */
export function listClients(
  tx: Tx,
  status: ClientStatus | "not ended" | null,
  after: string[] | null,
  limit: number,
): Promise<ClientRow[]> {
  return tx.query<ClientRow>({
    name: "agency_clients_list",
    text: `select ${columns} from agency_clients c
            where c.tenant_id = $1 and ($2::text is null or c.status = $2 or ($2 = 'not ended' and c.status <> 'ended'))
              and ($3::timestamptz is null or (c.created_at, c.client_id) < ($3, $4::uuid))
            order by c.created_at desc, c.client_id desc limit $5`,
    values: [tx.tenantId, status, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

export async function updateClient(
  tx: Tx,
  now: Date,
  clientId: string,
  values: { status: ClientStatus; reference: string | null },
): Promise<ClientRow> {
  const [row] = await tx.query<ClientRow>({
    name: "agency_client_update",
    text: `update agency_clients c set status = $3, reference = $4, updated_at = $5, ended_at = case when $3 = 'ended' then coalesce(c.ended_at, $5) end
            where c.tenant_id = $1 and c.client_id = $2 returning ${columns}`,
    values: [tx.tenantId, clientId, values.status, values.reference, now],
  });
  if (row === undefined) throw new Error("the locked client does not exist");
  return row;
}

export async function lockNewClients(tx: Tx): Promise<void> {
  await tx.query({
    name: "agency_clients_turn",
    text: "select pg_advisory_xact_lock(hashtextextended('agency_clients ' || $1::text, 0))",
    values: [tx.tenantId],
  });
}

/** The newest `max` clients created after `since`: how many, and when the first of them was created. */
export async function countNewClients(tx: Tx, since: Date, max: number): Promise<{ count: number; first: Date | null }> {
  const [row] = await tx.query<{ count: number; first: Date | null }>({
    name: "agency_clients_new",
    text: `select count(*)::int as count, min(n.created_at) as first from (
             select c.created_at from agency_clients c where c.tenant_id = $1 and c.created_at > $2 order by c.created_at desc limit $3) n`,
    values: [tx.tenantId, since, max],
  });
  if (row === undefined) throw new Error("a count without a row");
  return row;
}

/** Runs as the worker, together with the client's tenant, in one transaction. */
export async function insertClient(
  query: Query,
  now: Date,
  client: { agencyId: string; clientId: string; reference: string | null },
): Promise<void> {
  await query({
    name: "agency_client_insert",
    text: `insert into agency_clients (tenant_id, client_id, status, reference, created_at, updated_at) values ($1, $2, 'pending', $3, $4, $4)`,
    values: [client.agencyId, client.clientId, client.reference, now],
  });
}

/** For a client whose first owner has joined. Runs as the worker, because a tenant may not read whose client it is. */
export async function activateClient(query: Query, now: Date, member: { tenantId: string; role: string }): Promise<void> {
  if (member.role !== "owner") return;
  await query({
    name: "agency_client_activate",
    text: "update agency_clients set status = 'active', updated_at = $2 where client_id = $1 and status = 'pending'",
    values: [member.tenantId, now],
  });
}

export async function hasOwner(tx: Tx): Promise<boolean> {
  const rows = await tx.query({
    name: "agency_client_has_owner",
    text: "select 1 from members where tenant_id = $1 and role = 'owner' and status = 'active' limit 1",
    values: [tx.tenantId],
  });
  return rows.length > 0;
}

export async function tenantName(tx: Tx): Promise<{ name: string; created_at: Date; updated_at: Date }> {
  const [row] = await tx.query<{ name: string; created_at: Date; updated_at: Date }>({
    name: "agency_tenant_name",
    text: "select name, created_at, updated_at from tenants where tenant_id = $1",
    values: [tx.tenantId],
  });
  if (row === undefined) throw new Error("a tenant does not exist");
  return row;
}

export interface ClientFacts {
  client_id: string;
  name: string;
  grant: CurrentGrant | null;
}

export interface CurrentGrant {
  id: string;
  status: GrantRow["status"];
  scopes: string[];
  expires_at: Date | null;
}

/**
 * Names and active grants for a page of clients. Runs as the worker, because they belong to the clients' tenants; reads only clients that
 * the agency's own rows name.
 */
export async function clientFacts(
  database: Pick<Database, "worker">,
  agencyId: string,
  clientIds: string[],
  now: Date,
): Promise<ClientFacts[]> {
  type Row = { client_id: string; name: string } & (CurrentGrant | { [Key in keyof CurrentGrant]: null });
  const rows = await database.worker<Row>({
    name: "agency_client_facts",
    text: `select t.tenant_id as client_id, t.name, c.id, c.status, c.scopes, c.expires_at from tenants t
             left join lateral (
               select g.id, g.status, g.scopes, g.expires_at from agency_grants g
                where g.tenant_id = t.tenant_id and g.agency_id = $1 order by ${currentFirst("$3")} limit 1) c on true
            where t.tenant_id = any($2::uuid[])`,
    values: [agencyId, clientIds, now],
  });
  return rows.map(({ client_id, name, ...grant }) => ({ client_id, name, grant: grant.id === null ? null : grant }));
}

export interface ProfileRow {
  contact_email: string | null;
  website: string | null;
  updated_at: Date;
}

export async function findProfile(tx: Tx): Promise<ProfileRow | null> {
  const [row] = await tx.query<ProfileRow>({
    name: "agency_profile",
    text: "select contact_email, website, updated_at from agencies where tenant_id = $1",
    values: [tx.tenantId],
  });
  return row ?? null;
}

/** Only the given fields change. */
export async function saveProfile(
  tx: Tx,
  now: Date,
  input: { contactEmail?: string | null | undefined; website?: string | null | undefined },
): Promise<void> {
  await tx.query({
    name: "agency_profile_save",
    text: `insert into agencies (tenant_id, contact_email, website, updated_at) values ($1, $2, $3, $4)
           on conflict (tenant_id) do update set
             contact_email = case when $5 then excluded.contact_email else agencies.contact_email end,
             website = case when $6 then excluded.website else agencies.website end, updated_at = excluded.updated_at`,
    values: [
      tx.tenantId,
      input.contactEmail ?? null,
      input.website ?? null,
      now,
      input.contactEmail !== undefined,
      input.website !== undefined,
    ],
  });
}

export async function countThings(tx: Tx): Promise<{ clients: { status: ClientStatus; count: number }[]; domains: number }> {
  const clients = await tx.query<{ status: ClientStatus; count: number }>({
    name: "agency_clients_count",
    text: "select status, count(*)::int as count from agency_clients where tenant_id = $1 group by status",
    values: [tx.tenantId],
  });
  const [domains] = await tx.query<{ count: number }>({
    name: "agency_domains_count",
    text: "select count(*)::int as count from agency_domains where tenant_id = $1",
    values: [tx.tenantId],
  });
  return { clients, domains: domains?.count ?? 0 };
}

/** Suspended by the platform, or because it is being erased: none of its keys works any more. */
export async function isSuspended(tx: Tx): Promise<boolean> {
  const rows = await tx.query({
    name: "agency_client_is_suspended",
    text: "select 1 from tenants where tenant_id = $1 and suspended_at is not null",
    values: [tx.tenantId],
  });
  return rows.length > 0;
}
