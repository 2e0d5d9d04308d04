import type { WorkerQuery } from "#modules/organizations/tenants/index.ts";
import type { Tx } from "#platform/db/database.ts";
import type { InputBlock, PageStatus } from "./landing-pages.schema.ts";

export interface PageRow {
  tenant_id: string;
  id: string;
  slug: string;
  public_key: string;
  title: string;
  description: string | null;
  blocks: InputBlock[];
  form_id: string | null;
  status: PageStatus;
  published_at: Date | null;
  created_at: Date;
  updated_at: Date;
  position: string;
}

export interface PageValues {
  slug: string;
  title: string;
  description: string | null;
  blocks: InputBlock[];
  formId: string | null;
  status: PageStatus;
  publishedAt: Date | null;
}

const columns = `p.tenant_id, p.id, p.slug, p.public_key, p.title, p.description, p.blocks, p.form_id, p.status, p.published_at, p.created_at,
  p.updated_at, p.created_at::text as position`;

export async function findPage(tx: Tx, id: string, lock = false): Promise<PageRow | null> {
  const [row] = await tx.query<PageRow>({
    name: lock ? "landing_page_lock" : "landing_page_by_id",
    text: `select ${columns} from landing_pages p where p.tenant_id = $1 and p.id = $2 ${lock ? "for update" : ""}`,
    values: [tx.tenantId, id],
  });
  return row ?? null;
}

export async function findPageBySlug(tx: Tx, slug: string): Promise<PageRow | null> {
  const [row] = await tx.query<PageRow>({
    name: "landing_page_by_slug",
    text: `select ${columns} from landing_pages p where p.tenant_id = $1 and p.slug = $2`,
    values: [tx.tenantId, slug],
  });
  return row ?? null;
}

/**
 * Runs as the worker, because its owner is unknown, and the key is all that is needed to see it. A suspended organization's page is not
 * found.
 */
export async function findPageByKey(query: WorkerQuery, publicKey: string): Promise<PageRow | null> {
  const [row] = await query<PageRow>({
    name: "landing_page_by_key",
    text: `select ${columns} from landing_pages p join tenants t on t.tenant_id = p.tenant_id and t.suspended_at is null and t.erased_at is null
            where p.public_key = $1`,
    values: [publicKey],
  });
  return row ?? null;
}

/** Newest first by (created_at, id). */
export function listPages(tx: Tx, status: PageStatus | null, after: string[] | null, limit: number): Promise<PageRow[]> {
  return tx.query<PageRow>({
    name: "landing_pages_list",
    text: `select ${columns} from landing_pages p
            where p.tenant_id = $1 and ($2::text is null or p.status = $2)
              and ($3::timestamptz is null or (p.created_at, p.id) < ($3, $4::uuid))
            order by p.created_at desc, p.id desc limit $5`,
    values: [tx.tenantId, status, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
}

const valuesOf = (page: PageValues) => [
  page.slug,
  page.title,
  page.description,
  JSON.stringify(page.blocks),
  page.formId,
  page.status,
  page.publishedAt,
];

/** Null if the agency already has a page with this slug. */
export async function insertPage(tx: Tx, now: Date, id: string, publicKey: string, page: PageValues): Promise<PageRow | null> {
  const [row] = await tx.query<PageRow>({
    name: "landing_page_insert",
    text: `insert into landing_pages as p (tenant_id, id, public_key, created_at, updated_at, slug, title, description, blocks, form_id, status,
             published_at)
           values ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (tenant_id, slug) do nothing returning ${columns}`,
    values: [tx.tenantId, id, publicKey, now, ...valuesOf(page)],
  });
  return row ?? null;
}

/** Rejects with a unique violation if another page has the slug. */
export async function updatePage(tx: Tx, now: Date, id: string, page: PageValues): Promise<PageRow> {
  const [row] = await tx.query<PageRow>({
    name: "landing_page_update",
    text: `update landing_pages p set updated_at = $3, slug = $4, title = $5, description = $6, blocks = $7, form_id = $8, status = $9,
             published_at = $10
            where p.tenant_id = $1 and p.id = $2 returning ${columns}`,
    values: [tx.tenantId, id, now, ...valuesOf(page)],
  });
  if (row === undefined) throw new Error("the locked page does not exist");
  return row;
}

export async function deletePage(tx: Tx, id: string): Promise<void> {
  await tx.query({
    name: "landing_page_delete",
    text: "delete from landing_pages where tenant_id = $1 and id = $2",
    values: [tx.tenantId, id],
  });
}

/** Tokens of public files by media (uuid). */
export async function fileTokens(tx: Tx, mediaIds: string[]): Promise<Map<string, string>> {
  if (mediaIds.length === 0) return new Map();
  const rows = await tx.query<{ media_id: string; token: string }>({
    name: "landing_page_files",
    text: "select media_id, token from public_files where tenant_id = $1 and media_id = any($2::uuid[])",
    values: [tx.tenantId, mediaIds],
  });
  return new Map(rows.map((row) => [row.media_id, row.token]));
}
