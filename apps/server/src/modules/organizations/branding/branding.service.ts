import type { MailBrand } from "#modules/people/mail/index.ts";
import { type PublicFile, publicPictures, publishMedia, unpublishMedia } from "#modules/channels/media/index.ts";
import { readEmail, type WorkerQuery } from "#modules/organizations/tenants/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { brokenRule, invalidField } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, wireId } from "#platform/ids/ids.ts";
import { fileUrl, namedBranding, ownBranding, ownColors, renderBranding } from "./brand.ts";
import * as queries from "./branding.queries.ts";
import type { Branding, BrandKit, PutBrandKit } from "./branding.schema.ts";
import { type BrandColors, contrast, contrastMin, legible, readableOn, textColor } from "./colors.ts";

export interface BrandingDeps {
  database: Database;
  ids: IdSource;
}

const logoBytesMax = 1024 * 1024;
const faviconBytesMax = 256 * 1024;
const faviconTypes = publicPictures.filter((type) => type !== "image/jpeg");

export function createBrandingService(deps: BrandingDeps) {
  const worker: WorkerQuery = (statement) => deps.database.worker(statement);

  function render(row: queries.BrandRow | null): BrandKit {
    const media = (id: string | null | undefined) => (id == null ? null : wireId("med", id));
    return {
      name: row?.name ?? null,
      logoLightMediaId: media(row?.logo_light_id),
      logoLightUrl: fileUrl(row?.logo_light ?? null),
      logoDarkMediaId: media(row?.logo_dark_id),
      logoDarkUrl: fileUrl(row?.logo_dark ?? null),
      faviconMediaId: media(row?.favicon_id),
      faviconUrl: fileUrl(row?.favicon ?? null),
      colors: row?.colors ?? ownColors,
      supportEmail: row?.support_email ?? null,
      termsUrl: row?.terms_url ?? null,
      privacyUrl: row?.privacy_url ?? null,
      imprintUrl: row?.imprint_url ?? null,
      updatedAt: row?.updated_at.toISOString() ?? null,
    };
  }

  return {
    async get(ctx: TxContext): Promise<BrandKit> {
      return render(await queries.findBrandKit(ctx.tx));
    },

    /** 404 for unknown media; 422 for colours that leave text unreadable and for media that is not an image. */
    async put(ctx: TxContext, input: PutBrandKit): Promise<BrandKit> {
      const name = readName(input.name);
      const colors = readColors(input.colors ?? {});
      const supportEmail = input.supportEmail == null ? null : readEmail(input.supportEmail, "supportEmail");
      const [termsUrl, privacyUrl, imprintUrl] = (["termsUrl", "privacyUrl", "imprintUrl"] as const).map((field) =>
        readUrl(input[field] ?? null, field),
      ) as [string | null, string | null, string | null];
      await queries.lockBrandKit(ctx.tx);
      const before = await queries.findBrandKit(ctx.tx, true);
      const publish = async (wire: string | null | undefined, field: string, types: readonly string[], bytesMax: number) =>
        wire == null ? null : await publishMedia(ctx.tx, wire, { field, types, bytesMax });
      const files: (PublicFile | null)[] = [
        await publish(input.logoLightMediaId, "logoLightMediaId", publicPictures, logoBytesMax),
        await publish(input.logoDarkMediaId, "logoDarkMediaId", publicPictures, logoBytesMax),
        await publish(input.faviconMediaId, "faviconMediaId", faviconTypes, faviconBytesMax),
      ];
      const [logoLightId, logoDarkId, faviconId] = files.map((file) => file?.mediaId ?? null) as [
        string | null,
        string | null,
        string | null,
      ];
      const kit = { name, logoLightId, logoDarkId, faviconId, colors, supportEmail, termsUrl, privacyUrl, imprintUrl };
      await queries.saveBrandKit(ctx.tx, ctx.now, kit);
      // Released only after the new files are held, so that a file in both kits keeps its address.
      for (const id of [before?.logo_light_id, before?.logo_dark_id, before?.favicon_id]) {
        if (id != null) await unpublishMedia(ctx.tx, ctx.now, id);
      }
      await recordAudit(ctx, deps.ids, "brand_kit.updated", wireId("org", ctx.tenantId));
      return render(await queries.findBrandKit(ctx.tx));
    },

    /** A host's look: its agency's, or the product's own. `agencyId`: the agency whose pages it serves; null: none. */
    async ofHost(host: string): Promise<{ agencyId: string | null; branding: Branding }> {
      const row = host === "" ? null : await queries.findBrandOfHost(worker, host);
      if (row === null) return { agencyId: null, branding: ownBranding };
      return {
        agencyId: row.agency_id,
        branding: row.name == null ? namedBranding(row.agency_name) : renderBranding(row as queries.BrandRow),
      };
    },

    /** The look of an agency's pages on a host other than its own. */
    async ofAgency(agencyId: string): Promise<Branding> {
      return deps.database.withTenant(agencyId, async (tx) => {
        const row = await queries.findBrandKit(tx);
        return row === null ? namedBranding(await queries.nameOfTenant(tx)) : renderBranding(row);
      });
    },

    /** The address of an agency's pages: its oldest active domain, read in the agency's own transaction; null: none. */
    async addressOf(tx: Tx): Promise<string | null> {
      const hostname = await queries.activeDomain(tx);
      return hostname === null ? null : `https://${hostname}`;
    },

    /** The look of a tenant's mails; null: the product's own. */
    async ofMail(query: WorkerQuery, tenantId: string): Promise<MailBrand | null> {
      const row = await queries.findBrandOfTenant(query, tenantId);
      if (row === null) return null;
      return { name: row.name, colors: row.colors ?? ownColors, supportEmail: row.support_email };
    },
  };
}

export type BrandingService = ReturnType<typeof createBrandingService>;

function readName(text: string): string {
  const name = text.trim();
  if (name === "") throw invalidField("name", "too_short");
  // The name goes into mail headers and page titles.
  if (/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(name)) throw invalidField("name", "invalid_format");
  return name;
}

function readUrl(text: string | null, field: string): string | null {
  if (text !== null && URL.parse(text)?.protocol !== "https:") throw invalidField(field, "invalid_format");
  return text;
}

function readColors(given: NonNullable<PutBrandKit["colors"]>): BrandColors {
  const primary = given.primary?.toLowerCase() ?? ownColors.primary;
  const background = given.background?.toLowerCase() ?? ownColors.background;
  const onPrimary = given.onPrimary?.toLowerCase() ?? readableOn(primary);
  const accent = given.accent?.toLowerCase() ?? legible(primary, background);
  const requirePublicFile = (field: string, text: string, ground: string, what: string) => {
    const ratio = contrast(text, ground);
    if (ratio >= contrastMin) return;
    throw brokenRule(
      field,
      "out_of_range",
      `${what} has a contrast of ${ratio.toFixed(2)}. It needs at least ${contrastMin} to be readable.`,
    );
  };
  requirePublicFile("colors.onPrimary", onPrimary, primary, "Text on primary");
  requirePublicFile("colors.background", textColor, background, "Text on this background");
  requirePublicFile("colors.accent", accent, background, "The accent on the background");
  return { primary, onPrimary, accent, background };
}
