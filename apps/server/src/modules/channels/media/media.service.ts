import type { OutboundMedia } from "@parley/connector-kit";
import { recordAudit } from "#platform/audit/audit.ts";
import { readViewer, type Viewer } from "#modules/inbox/visibility/index.ts";
import type { Clock } from "#platform/clock/clock.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { AppError, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { Content } from "#platform/http/reading/content.ts";
import type { Context, TxContext } from "#platform/http/context.ts";
import type { Received } from "#platform/http/route.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import type { MediaStorage } from "#platform/storage/storage.ts";
import { ThreadLimitExceeded, type Threads } from "#platform/threads/threads.ts";
import { type ByteBudget, createByteBudget } from "./fetching/byte-budget.ts";
import { storageKey, storeContent } from "./contents.ts";
import { attachContent, findMedia, insertUpload, markUsed, type MediaRow } from "./media.queries.ts";
import { renderMedia } from "./media.render.ts";
import type { ImportMedia, Media } from "./media.schema.ts";
import { animationHeadBytes, isAnimatedWebp, kindOf, type MediaKind, servedAs, typeAs, unknownType } from "./media-type.ts";
import { findPublicFile } from "./public-files.ts";
import type { PublicLinks } from "./public-link.ts";
import { sniff } from "./sniff.ts";
import { type ReceivedFile, receiveForm, type ReceivingDeps, receiveUrl } from "./fetching/receiving.ts";

export interface MediaServiceDeps extends ReceivingDeps {
  database: Database;
  storage: MediaStorage;
  ids: IdSource;
  clock: Clock;
  links: PublicLinks;
  threads: Threads;
  /** The address at which others reach this server. */
  publicUrl(): string;
}

/** A stored content that a new row is about to refer to. */
export interface NewMedia {
  contentId: string;
  kind: MediaKind;
  mimeType: string;
  filename: string | null;
  source: "upload" | "url";
}

/**
 * The content for a send; `release` frees the memory and must be called, `failure` says why the bytes are not
 * available.
 */
export interface SendableMedia extends OutboundMedia {
  release(): void;
  failure(): Error | undefined;
}

/** For all contents that sends hold in memory together. */
const sendingBytesMax = 128 * 1024 * 1024;
/** Well below the lease of a send. */
const waitForMemoryMs = 15_000;

export function createMediaService(deps: MediaServiceDeps) {
  const budget: ByteBudget = createByteBudget(sendingBytesMax);

  async function keep(tenantId: string, received: ReceivedFile): Promise<Received<NewMedia>> {
    const { file, filename, source } = received;
    try {
      const sniffed = await sniff(deps.threads, file.head, filename);
      const kind = received.kind ?? kindOf(sniffed);
      const mimeType = typeAs(kind, sniffed);
      if (mimeType === null) throw invalidField("kind", "not_allowed", `The content is ${sniffed}, which does not fit the type ${kind}.`);
      const contentId = await storeContent(deps, tenantId, file, mimeType);
      return {
        value: { contentId, kind, mimeType, filename, source },
        fingerprint: JSON.stringify([file.sha256.toString("hex"), received.kind ?? null, filename]),
        done: () => file.discard(),
      };
    } catch (error) {
      await file.discard();
      if (error instanceof ThreadLimitExceeded)
        throw invalidField("file", "invalid_format", "Detecting the file's type takes too much time or memory.");
      throw error;
    }
  }

  function contentOf(tenantId: string, row: MediaRow): Content {
    if (row.state === "pending")
      throw new AppError("conflict", { message: "The content is still being downloaded from the platform.", retryAfterSeconds: 2 });
    if (row.content_id === null || row.sha256 === null || row.size_bytes === null)
      throw new AppError("conflict", { message: row.error ?? "The content has expired." });
    const key = storageKey(tenantId, row.content_id);
    return {
      ...servedAs(row.mime_type ?? unknownType, row.filename),
      filename: row.filename,
      sizeBytes: row.size_bytes,
      tag: row.sha256.toString("hex"),
      read: (range) => deps.storage.read(key, range),
    };
  }

  /** What a viewer may not see does not exist for them. */
  async function load(ctx: Context, wire: string): Promise<MediaRow> {
    const id = parseWireId("med", wire);
    const row =
      id === null
        ? null
        : await deps.database.withTenant(ctx.tenantId, async (tx) => findMedia(tx, id, deps.clock.now(), await readViewer({ ...ctx, tx })));
    if (row === null) throw notFound(wire);
    return row;
  }

  return {
    /**
     * Receives a file: stages it, detects its type, stores it. Refuses with validation_error, payload_too_large,
     * provider_error.
     */
    async receive(ctx: Context, source: Parameters<typeof receiveFrom>[1]): Promise<Received<NewMedia>> {
      return keep(ctx.tenantId, await receiveFrom(deps, source));
    },

    async create(ctx: TxContext, media: NewMedia): Promise<Media> {
      const id = deps.ids.uuid();
      // It was removed in the day since it was stored, which is only possible for a stalled request.
      if (!(await attachContent(ctx.tx, media.contentId))) throw new AppError("service_unavailable", { retryAfterSeconds: 1 });
      await insertUpload(ctx.tx, ctx.now, { id, ...media });
      const row = await findMedia(ctx.tx, id, ctx.now);
      if (row === null) throw new Error("media vanished within its transaction");
      await recordAudit(ctx, deps.ids, "media.created", wireId("med", id), { kind: media.kind, source: media.source });
      return renderMedia(row);
    },

    /** Throws not_found. */
    async get(tx: Tx, wire: string, viewer: Viewer | null = null): Promise<Media> {
      const id = parseWireId("med", wire);
      const row = id === null ? null : await findMedia(tx, id, deps.clock.now(), viewer);
      if (row === null) throw notFound(wire);
      return renderMedia(row);
    },

    /** Throws not_found; conflict while the content is not stored. */
    async open(ctx: Context, wire: string): Promise<Content> {
      return contentOf(ctx.tenantId, await load(ctx, wire));
    },

    /** The content behind a public address. Throws not_found for any invalid token. */
    async openPublic(token: string): Promise<Content> {
      const link = deps.links.read(token, deps.clock.now());
      if (link === null) throw notFound();
      const row = await deps.database.withTenant(link.tenantId, (tx) => findMedia(tx, link.mediaId, deps.clock.now()));
      if (row === null || row.state !== "stored") throw notFound();
      return contentOf(link.tenantId, row);
    },

    /** The content behind an address of a public file. Throws not_found. */
    async openPublicFile(token: string): Promise<Content> {
      const file = await findPublicFile(deps.database, token);
      const row =
        file === null ? null : await deps.database.withTenant(file.tenantId, (tx) => findMedia(tx, file.mediaId, deps.clock.now()));
      if (file === null || row === null || row.state !== "stored") throw notFound();
      // The file name is not public.
      return { ...contentOf(file.tenantId, { ...row, filename: null }), disposition: "inline" };
    },

    /**
     * Media for a message to carry; counts as used from now on, so maintenance keeps it. Throws not_found; conflict while its content is
     * not stored.
     */
    async use(ctx: Context, wire: string): Promise<MediaRow & { mime_type: string; size_bytes: number }> {
      const row = await load(ctx, wire);
      contentOf(ctx.tenantId, row);
      if (row.used_at === null && !(await deps.database.withTenant(ctx.tenantId, (tx) => markUsed(tx, row.id, ctx.now))))
        throw notFound(wire);
      return row as MediaRow & { mime_type: string; size_bytes: number };
    },

    /** Whether a stored WebP is animated, by its own bytes. */
    async isAnimated(ctx: Context, row: MediaRow): Promise<boolean> {
      if (row.content_id === null) return false;
      const chunks: Buffer[] = [];
      const head = await deps.storage.read(storageKey(ctx.tenantId, row.content_id), { start: 0, end: animationHeadBytes - 1 });
      for await (const chunk of head) chunks.push(chunk as Buffer);
      return isAnimatedWebp(Buffer.concat(chunks));
    },

    /** The bytes of stored media, by its uuid. null: they are no longer stored, or larger than `bytesMax`. */
    async readStored(
      tenantId: string,
      id: string,
      bytesMax: number,
    ): Promise<{ bytes: Buffer; mimeType: string | null; filename: string | null } | null> {
      const row = await deps.database.withTenant(tenantId, (tx) => findMedia(tx, id, deps.clock.now()));
      if (row === null || row.content_id === null || (row.size_bytes ?? 0) > bytesMax) return null;
      const chunks: Buffer[] = [];
      for await (const chunk of await deps.storage.read(storageKey(tenantId, row.content_id))) chunks.push(chunk as Buffer);
      return { bytes: Buffer.concat(chunks), mimeType: row.mime_type, filename: row.filename };
    },

    /** For a send, as `kind` (such as a video as a document). null: it is no longer stored, or cannot be of that kind. */
    async forSend(tenantId: string, wire: unknown, kind: MediaKind, filename: string | null): Promise<SendableMedia | null> {
      const id = typeof wire === "string" ? parseWireId("med", wire) : null;
      const row = id === null ? null : await deps.database.withTenant(tenantId, (tx) => findMedia(tx, id, deps.clock.now()));
      const mimeType = row?.mime_type == null ? null : typeAs(kind, row.mime_type);
      if (row === null || row.content_id === null || row.size_bytes === null || mimeType === null) return null;
      const key = storageKey(tenantId, row.content_id);
      const { size_bytes: sizeBytes } = row;
      let giveBack: (() => void) | undefined;
      let failure: Error | undefined;
      return {
        kind,
        mimeType,
        filename: filename ?? row.filename,
        sizeBytes,
        async bytes() {
          try {
            giveBack ??= await budget.take(sizeBytes, waitForMemoryMs);
            const chunks: Buffer[] = [];
            for await (const chunk of await deps.storage.read(key)) chunks.push(chunk as Buffer);
            return Buffer.concat(chunks);
          } catch (error) {
            failure = error instanceof Error ? error : new Error(String(error));
            throw failure;
          }
        },
        url: () => `${deps.publicUrl()}/public/media/${deps.links.tokenFor(tenantId, row.id, deps.clock.now())}`,
        release: () => giveBack?.(),
        failure: () => failure,
      };
    },
  };
}

export type MediaService = ReturnType<typeof createMediaService>;

function receiveFrom(
  deps: ReceivingDeps,
  source: { parts: Parameters<typeof receiveForm>[1] } | { body: ImportMedia },
): Promise<ReceivedFile> {
  return "parts" in source ? receiveForm(deps, source.parts) : receiveUrl(deps, source.body);
}
