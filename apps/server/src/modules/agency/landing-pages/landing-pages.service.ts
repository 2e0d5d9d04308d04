import { randomBytes } from "node:crypto";
import { type BrandingService, fileUrl } from "#modules/organizations/branding/index.ts";
import { publicPictures, publishMedia, unpublishMedia } from "#modules/channels/media/index.ts";
import { lockForm } from "#modules/agency/signup-forms/index.ts";
import type { WorkerQuery } from "#modules/organizations/tenants/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { type Database, sqlState, type Tx } from "#platform/db/database.ts";
import { AppError, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { checkBlocks } from "./blocks.ts";
import * as queries from "./landing-pages.queries.ts";
import type { CreateLandingPage, InputBlock, LandingPage, PageStatus, UpdateLandingPage } from "./landing-pages.schema.ts";

export interface LandingPagesDeps {
  database: Database;
  ids: IdSource;
  pager: Pager;
  branding: Pick<BrandingService, "ofHost" | "ofAgency" | "addressOf">;
  publicUrl(): string;
}

const pictureBytesMax = 5 * 1024 * 1024;

/** The media of image blocks (uuids), repeated as often as they are shown. */
const mediaOf = (blocks: InputBlock[]) =>
  blocks.flatMap((block) => (block.mediaId === undefined ? [] : [parseWireId("med", block.mediaId) as string]));

export function createLandingPagesService(deps: LandingPagesDeps) {
  const worker: WorkerQuery = (statement) => deps.database.worker(statement);

  async function find(tx: Tx, wire: string, lock = false): Promise<queries.PageRow> {
    const id = parseWireId("lpg", wire);
    const row = id === null ? null : await queries.findPage(tx, id, lock);
    if (row === null) throw notFound(wire);
    return row;
  }

  /** @param address of the agency's active domain; null: it has none, and its pages are found here by their keys */
  function render(row: queries.PageRow, tokens: Map<string, string>, address: string | null): LandingPage {
    return {
      id: wireId("lpg", row.id),
      slug: row.slug,
      title: row.title,
      description: row.description,
      blocks: row.blocks.map((block) => {
        const url = block.mediaId === undefined ? null : fileUrl(tokens.get(parseWireId("med", block.mediaId) as string) ?? null);
        return { ...block, ...(url === null ? {} : { imageUrl: url }) };
      }),
      status: row.status,
      publicKey: row.public_key,
      url: address === null ? `${deps.publicUrl()}/p/${row.public_key}` : `${address}/p/${row.slug}`,
      publishedAt: row.published_at?.toISOString() ?? null,
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
    };
  }

  const renderOne = async (tx: Tx, row: queries.PageRow) =>
    render(row, await queries.fileTokens(tx, mediaOf(row.blocks)), await deps.branding.addressOf(tx));

  /** Checks that the blocks' references exist, and makes the pictures public. In a fixed order, so that two requests do not deadlock. */
  async function publishPictures(tx: Tx, blocks: InputBlock[]): Promise<void> {
    const shown = blocks.flatMap((block, i) =>
      block.mediaId === undefined ? [] : [{ mediaId: block.mediaId, field: `blocks[${i}].mediaId` }],
    );
    for (const { mediaId, field } of shown.sort((a, b) => (a.mediaId < b.mediaId ? -1 : 1))) {
      await publishMedia(tx, mediaId, { field, types: publicPictures, bytesMax: pictureBytesMax });
    }
  }

  async function unpublishPictures(tx: Tx, now: Date, blocks: InputBlock[]): Promise<void> {
    for (const id of mediaOf(blocks).sort()) await unpublishMedia(tx, now, id);
  }

  async function read(tx: Tx, given: Omit<queries.PageValues, "formId">): Promise<queries.PageValues> {
    const title = given.title.trim();
    if (title === "") throw invalidField("title", "too_short");
    const blocks = checkBlocks(given.blocks);
    const form = blocks.find((block) => block.formId !== undefined)?.formId;
    return { ...given, title, blocks, formId: form === undefined ? null : await lockForm(tx, form) };
  }

  return {
    async list(ctx: TxContext, page: { limit: number; cursor?: string | undefined; status?: PageStatus | undefined }) {
      const filters = { list: "landing pages", status: page.status ?? null };
      const after = deps.pager.read(ctx.tenantId, filters, page.cursor);
      const rows = await queries.listPages(ctx.tx, page.status ?? null, after, page.limit + 1);
      const tokens = await queries.fileTokens(
        ctx.tx,
        rows.flatMap((row) => mediaOf(row.blocks)),
      );
      const address = await deps.branding.addressOf(ctx.tx);
      return deps.pager.page(
        ctx.tenantId,
        filters,
        rows,
        page.limit,
        (row) => [row.position, row.id],
        (row) => render(row, tokens, address),
      );
    },

    async get(ctx: TxContext, wire: string): Promise<LandingPage> {
      return renderOne(ctx.tx, await find(ctx.tx, wire));
    },

    async exists(ctx: TxContext, wire: string): Promise<void> {
      await find(ctx.tx, wire);
    },

    /**
     * 404 for unknown media or forms; 409 already_exists, naming the page that has the slug; 422 for blocks that do not
     * fit their type.
     */
    async create(ctx: TxContext, input: CreateLandingPage): Promise<LandingPage> {
      const status = input.status ?? "draft";
      const values = await read(ctx.tx, {
        slug: input.slug,
        title: input.title,
        description: input.description ?? null,
        blocks: input.blocks,
        status,
        publishedAt: status === "published" ? ctx.now : null,
      });
      await publishPictures(ctx.tx, values.blocks);
      const row = await queries.insertPage(ctx.tx, ctx.now, deps.ids.uuid(), randomBytes(18).toString("base64url"), values);
      if (row === null) throw slugTaken((await queries.findPageBySlug(ctx.tx, values.slug))?.id ?? null);
      await recordAudit(ctx, deps.ids, "landing_page.created", wireId("lpg", row.id), { status });
      return renderOne(ctx.tx, row);
    },

    async update(ctx: TxContext, wire: string, input: UpdateLandingPage): Promise<LandingPage> {
      const row = await find(ctx.tx, wire, true);
      const status = input.status ?? row.status;
      const values = await read(ctx.tx, {
        slug: input.slug ?? row.slug,
        title: input.title ?? row.title,
        description: input.description === undefined ? row.description : input.description,
        blocks: input.blocks ?? row.blocks,
        status,
        publishedAt: status === "published" && row.status === "draft" ? ctx.now : row.published_at,
      });
      const other = values.slug === row.slug ? null : await queries.findPageBySlug(ctx.tx, values.slug);
      if (other !== null) throw slugTaken(other.id);
      // The new ones first, so that what is in both keeps its address.
      if (input.blocks !== undefined) await publishPictures(ctx.tx, values.blocks);
      const changed = await queries.updatePage(ctx.tx, ctx.now, row.id, values).catch((error: unknown) => {
        throw sqlState(error) === "23505" ? slugTaken(null) : error;
      });
      if (input.blocks !== undefined) await unpublishPictures(ctx.tx, ctx.now, row.blocks);
      await recordAudit(ctx, deps.ids, "landing_page.updated", wire, { fields: Object.keys(input), status });
      return renderOne(ctx.tx, changed);
    },

    async delete(ctx: TxContext, wire: string): Promise<{ id: string; deleted: true }> {
      const row = await find(ctx.tx, wire, true);
      await queries.deletePage(ctx.tx, row.id);
      await unpublishPictures(ctx.tx, ctx.now, row.blocks);
      await recordAudit(ctx, deps.ids, "landing_page.deleted", wire);
      return { id: wire, deleted: true };
    },

    /**
     * A published page, by slug at a host of the agency, by public key anywhere except at another agency's host. Throws
     * not_found.
     */
    async findPublished(host: string, name: string) {
      const at = await deps.branding.ofHost(host);
      const { agencyId } = at;
      const bySlug = agencyId === null ? null : await deps.database.withTenant(agencyId, (tx) => queries.findPageBySlug(tx, name));
      const row = bySlug ?? (await queries.findPageByKey(worker, name));
      if (row === null || row.status !== "published" || (agencyId !== null && row.tenant_id !== agencyId)) throw notFound();
      const tokens = await deps.database.withTenant(row.tenant_id, (tx) => queries.fileTokens(tx, mediaOf(row.blocks)));
      return {
        row,
        page: render(row, tokens, null),
        branding: agencyId === null ? await deps.branding.ofAgency(row.tenant_id) : at.branding,
      };
    },
  };
}

export type LandingPagesService = ReturnType<typeof createLandingPagesService>;

function slugTaken(id: string | null): AppError {
  return new AppError("already_exists", {
    message: "The agency already has a page with this slug.",
    details: [{ field: "slug", issue: "exists", ...(id === null ? {} : { id: wireId("lpg", id) }) }],
  });
}
