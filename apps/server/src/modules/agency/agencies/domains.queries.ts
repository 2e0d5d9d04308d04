import type { Database, Tx } from "#platform/db/database.ts";
import type { CertificateFinding } from "./dns-check.ts";
import type { DomainStatus } from "./domains.schema.ts";

export interface DomainRow {
  id: string;
  hostname: string;
  proof: string;
  status: DomainStatus;
  failures: number;
  last_error: string | null;
  last_checked_at: Date | null;
  verified_at: Date | null;
  check_at: Date | null;
  certificate_until: Date | null;
  certificate_error: string | null;
  /** Null: not checked. */
  certificate_checked_at: Date | null;
  created_at: Date;
  updated_at: Date;
  position: string;
}

const columns = `d.id, d.hostname, d.proof, d.status, d.failures, d.last_error, d.last_checked_at, d.verified_at, d.check_at, d.created_at, d.certificate_until, d.certificate_error, d.certificate_checked_at,
  d.updated_at, d.created_at::text as position`;

export async function findDomain(tx: Tx, id: string, lock = false): Promise<DomainRow | null> {
  const [row] = await tx.query<DomainRow>({
    name: lock ? "agency_domain_lock" : "agency_domain_by_id",
    text: `select ${columns} from agency_domains d where d.tenant_id = $1 and d.id = $2 ${lock ? "for update" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

/** Newest first by (created_at, id). */
export function listDomains(tx: Tx, status: DomainStatus | null, after: string[] | null, limit: number): Promise<DomainRow[]> {
  return tx.query<DomainRow>({
    name: "agency_domains_list",
    text: `select ${columns} from agency_domains d
            where d.tenant_id = $1 and ($2::text is null or d.status = $2)
              and ($3::timestamptz is null or (d.created_at, d.id) < ($3, $4::uuid))
            order by d.created_at desc, d.id desc limit $5`,
    values: [tx.tenantId, status, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

export async function countDomains(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ count: number }>({
    name: "agency_domains_all",
    text: "select count(*)::int as count from agency_domains where tenant_id = $1",
    values: [tx.tenantId],
  });
  return row?.count ?? 0;
}

/** Null if the tenant already claims this name. */
export async function insertDomain(tx: Tx, now: Date, domain: { id: string; hostname: string; proof: string }): Promise<DomainRow | null> {
  const [row] = await tx.query<DomainRow>({
    name: "agency_domain_insert",
    text: `insert into agency_domains as d (tenant_id, id, hostname, proof, status, created_at, updated_at)
           values ($1, $2, $3, $4, 'pending_verification', $5, $5) on conflict (tenant_id, hostname) do nothing returning ${columns}`,
    values: [tx.tenantId, domain.id, domain.hostname, domain.proof, now],
  });
  return row ?? null;
}

export async function findDomainByHostname(tx: Tx, hostname: string): Promise<{ id: string } | null> {
  const [row] = await tx.query<{ id: string }>({
    name: "agency_domain_by_hostname",
    text: "select id from agency_domains where tenant_id = $1 and hostname = $2",
    values: [tx.tenantId, hostname],
  });
  return row ?? null;
}

export async function updateDomain(
  tx: Tx,
  now: Date,
  id: string,
  values: {
    status: DomainStatus;
    failures: number;
    lastError: string | null;
    verifiedAt: Date | null;
    checkAt: Date | null;
    certificate: CertificateFinding | null | "as before";
  },
): Promise<DomainRow> {
  const seen = values.certificate === "as before" ? null : values.certificate;
  const [row] = await tx.query<DomainRow>({
    name: "agency_domain_checked",
    text: `update agency_domains d set status = $3, failures = $4, last_error = $5, verified_at = $6, check_at = $7, last_checked_at = $8,
             certificate_until = case when $12 then d.certificate_until else $9 end,
             certificate_error = case when $12 then d.certificate_error else $10 end,
             certificate_checked_at = case when $12 then d.certificate_checked_at when $11 then $8::timestamptz end,
             updated_at = $8 where d.tenant_id = $1 and d.id = $2 returning ${columns}`,
    values: [
      ...[tx.tenantId, id, values.status, values.failures, values.lastError, values.verifiedAt, values.checkAt, now],
      ...[seen?.validUntil ?? null, seen?.error ?? null, seen !== null, values.certificate === "as before"],
    ],
  });
  if (row === undefined) throw new Error("the locked domain does not exist");
  return row;
}

/** Deletes it with its host. */
export async function deleteDomain(tx: Tx, id: string): Promise<void> {
  await tx.query({
    name: "agency_domain_delete",
    text: "delete from agency_domains where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id],
  });
}

/** Whether the host now belongs to this domain; false while another tenant, or another claim, has it. Waits for whoever is taking it. */
export async function takeHost(tx: Tx, hostname: string, domainId: string): Promise<boolean> {
  await tx.query({
    name: "domain_host_take",
    text: "insert into domain_hosts (tenant_id, hostname, domain_id) values ($1, $2, $3) on conflict (hostname) do nothing",
    values: [tx.tenantId, hostname, domainId],
  });
  const rows = await tx.query({
    name: "domain_host_own",
    text: "select 1 from domain_hosts where tenant_id = $1 and hostname = $2 and domain_id = $3",
    values: [tx.tenantId, hostname, domainId],
  });
  return rows.length > 0;
}

export async function releaseHost(tx: Tx, hostname: string): Promise<void> {
  await tx.query({
    name: "domain_host_release",
    text: "delete from domain_hosts where tenant_id = $1 and hostname = $2",
    values: [tx.tenantId, hostname],
  });
}

/** Domains whose proof must be checked again. Runs as the worker to find the tenants that have any. */
export function dueDomains(
  database: Pick<Database, "worker">,
  now: Date,
  limit: number,
): Promise<{ tenant_id: string; id: string; hostname: string; proof: string }[]> {
  return database.worker({
    name: "agency_domains_due",
    text: "select tenant_id, id, hostname, proof from agency_domains where check_at <= $1 order by check_at limit $2",
    values: [now, limit],
  });
}

/** Runs as the worker, because any tenant may have the name. */
export async function isActiveHost(database: Pick<Database, "worker">, hostname: string): Promise<boolean> {
  const rows = await database.worker({
    name: "domain_host_asked",
    text: `select 1 from domain_hosts h join agency_domains d on d.tenant_id = h.tenant_id and d.id = h.domain_id
             join tenants t on t.tenant_id = h.tenant_id
            where h.hostname = $1 and d.status = 'active' and t.suspended_at is null`,
    values: [hostname],
  });
  return rows.length > 0;
}
