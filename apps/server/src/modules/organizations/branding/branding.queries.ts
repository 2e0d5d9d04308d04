import type { WorkerQuery } from "#modules/organizations/tenants/index.ts";
import type { Tx } from "#platform/db/database.ts";
import type { BrandColors } from "./colors.ts";

export interface BrandRow {
  name: string;
  logo_light_id: string | null;
  logo_light: string | null;
  logo_dark_id: string | null;
  logo_dark: string | null;
  favicon_id: string | null;
  favicon: string | null;
  colors: BrandColors;
  support_email: string | null;
  terms_url: string | null;
  privacy_url: string | null;
  imprint_url: string | null;
  updated_at: Date;
}

const token = (column: string, as: string) =>
  `b.${column}, (select f.token from public_files f where f.tenant_id = b.tenant_id and f.media_id = b.${column}) as ${as}`;
const columns = `b.name, ${token("logo_light_id", "logo_light")}, ${token("logo_dark_id", "logo_dark")}, ${token("favicon_id", "favicon")},
  b.colors, b.support_email, b.terms_url, b.privacy_url, b.imprint_url, b.updated_at`;

export async function findBrandKit(tx: Tx, lock = false): Promise<BrandRow | null> {
  const [row] = await tx.query<BrandRow>({
    name: lock ? "brand_kit_lock" : "brand_kit",
    text: `select ${columns} from brand_kits b where b.tenant_id = $1 ${lock ? "for update of b" : ""}`,
    values: [tx.tenantId],
  });
  return row ?? null;
}

/** Serializes changes per agency, even before there is a row to lock. */
export async function lockBrandKit(tx: Tx): Promise<void> {
  await tx.query({
    name: "brand_kit_turn",
    text: "select pg_advisory_xact_lock(hashtextextended('brand_kit ' || $1::text, 0))",
    values: [tx.tenantId],
  });
}

export async function saveBrandKit(
  tx: Tx,
  now: Date,
  kit: {
    name: string;
    logoLightId: string | null;
    logoDarkId: string | null;
    faviconId: string | null;
    colors: BrandColors;
    supportEmail: string | null;
    termsUrl: string | null;
    privacyUrl: string | null;
    imprintUrl: string | null;
  },
): Promise<void> {
  await tx.query({
    name: "brand_kit_save",
    text: `insert into brand_kits (tenant_id, name, logo_light_id, logo_dark_id, favicon_id, colors, support_email, terms_url, privacy_url,
             imprint_url, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
           on conflict (tenant_id) do update set name = excluded.name, logo_light_id = excluded.logo_light_id,
             logo_dark_id = excluded.logo_dark_id, favicon_id = excluded.favicon_id, colors = excluded.colors,
             support_email = excluded.support_email, terms_url = excluded.terms_url, privacy_url = excluded.privacy_url,
             imprint_url = excluded.imprint_url, updated_at = excluded.updated_at`,
    values: [
      tx.tenantId,
      kit.name,
      kit.logoLightId,
      kit.logoDarkId,
      kit.faviconId,
      JSON.stringify(kit.colors),
      kit.supportEmail,
      kit.termsUrl,
      kit.privacyUrl,
      kit.imprintUrl,
      now,
    ],
  });
}

/**
 * The agency that proved a host, and its brand if it has one. Runs as the worker, because the host's owner is unknown.
 * The result decides only what is shown; it grants no access.
 */
export async function findBrandOfHost(
  query: WorkerQuery,
  host: string,
): Promise<(Partial<BrandRow> & { agency_id: string; agency_name: string }) | null> {
  const [row] = await query<Partial<BrandRow> & { agency_id: string; agency_name: string }>({
    name: "brand_of_host",
    text: `select h.tenant_id as agency_id, t.name as agency_name, ${columns} from domain_hosts h join tenants t on t.tenant_id = h.tenant_id and t.suspended_at is null and t.erased_at is null
             left join brand_kits b on b.tenant_id = h.tenant_id
            where h.hostname = $1`,
    values: [host],
  });
  return row ?? null;
}

/**
 * The brand of a tenant's agency, or the tenant's own if it is an agency; only the agency's name if it has no brand
 * kit; null if the tenant has no agency. Runs as the worker, because agencies hold the record of their clients.
 */
export async function findBrandOfTenant(
  query: WorkerQuery,
  tenantId: string,
): Promise<(Pick<BrandRow, "name" | "support_email"> & { colors: BrandColors | null }) | null> {
  const [row] = await query<Pick<BrandRow, "name" | "support_email"> & { colors: BrandColors | null }>({
    name: "brand_of_tenant",
    text: `select coalesce(b.name, t.name) as name, b.colors, b.support_email
             from tenants t left join brand_kits b on b.tenant_id = t.tenant_id
            where t.tenant_id = coalesce((select c.tenant_id from agency_clients c where c.client_id = $1 and c.status <> 'ended'), $1)
              and t.kind = 'agency' and t.suspended_at is null and t.erased_at is null`,
    values: [tenantId],
  });
  return row ?? null;
}

export async function nameOfTenant(tx: Tx): Promise<string> {
  const [row] = await tx.query<{ name: string }>({
    name: "brand_tenant_name",
    text: "select name from tenants where tenant_id = $1",
    values: [tx.tenantId],
  });
  return row?.name ?? "";
}

/** The host of an agency's pages: its first proved domain that points here. */
export async function activeDomain(tx: Tx): Promise<string | null> {
  const [row] = await tx.query<{ hostname: string }>({
    name: "brand_active_domain",
    text: `select d.hostname from agency_domains d join domain_hosts h on h.tenant_id = d.tenant_id and h.hostname = d.hostname
            where d.tenant_id = $1 and d.status = 'active' order by d.verified_at, d.id limit 1`,
    values: [tx.tenantId],
  });
  return row?.hostname ?? null;
}
