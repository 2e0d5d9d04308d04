import { retainMedia, type RetainedMedia, discardMedia } from "#modules/channels/media/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import { assignToActingGrant } from "#platform/auth/acting-grant.ts";
import type { Tx } from "#platform/db/database.ts";
import { AppError, invalidField, notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import { readUrl } from "#platform/outbound-http/url-input.ts";
import type { OutboundGuard } from "#platform/outbound-http/guard.ts";
import { categoryId } from "../categories.service.ts";
import { setSearchable } from "./indexing.queries.ts";
import type { Bounds } from "../knowledge.settings.ts";
import { documentType } from "../parsing/document-type.ts";
import * as queries from "./sources.queries.ts";
import type { CreateKnowledgeSource, KnowledgeSource, UpdateKnowledgeSource } from "./sources.schema.ts";
import { renderSource } from "./sources.render.ts";

export interface SourcesDeps {
  ids: IdSource;
  wake: Wake;
  guard: OutboundGuard;
  bounds: Bounds;
}

const contentField = { text: "text", url: "url", file: "mediaId" } as const;
const hourMs = 3_600_000;

export function createSourcesService(deps: SourcesDeps) {
  async function find(tx: Tx, wire: string, lock: queries.SourceLock = "none"): Promise<queries.SourceWithText> {
    const id = parseWireId("kns", wire);
    const row = id === null ? null : await queries.findSource(tx, id, lock);
    if (row === null) throw notFound(wire);
    return row;
  }

  async function get(tx: Tx, wire: string): Promise<KnowledgeSource> {
    const row = await find(tx, wire);
    return { ...renderSource(row), text: row.text };
  }

  /** Each field must fit the kind. */
  function checkFields(kind: queries.SourceRow["kind"], input: UpdateKnowledgeSource): void {
    for (const [of, field] of Object.entries(contentField))
      if (of !== kind && input[field] !== undefined) throw invalidField(field, "not_allowed", `A source of kind ${kind} has no ${field}.`);
    if (kind !== "url" && input.refreshEveryHours != null)
      throw invalidField("refreshEveryHours", "not_allowed", "Only a source of kind url can be refreshed.");
    if (input.text !== undefined && input.text.trim() === "") throw invalidField("text", "too_short");
  }

  /** Retains the file for a source, so that it is not removed as unused. */
  async function hold(tx: Tx, wire: string): Promise<RetainedMedia> {
    const media = await retainMedia(tx, wire);
    if (media === null) throw notFound(wire);
    if (media.source === "inbound")
      throw invalidField("mediaId", "not_allowed", "A file that a customer sent is deleted with their message. Upload the file instead.");
    if (media.contentId === null) throw invalidField("mediaId", "not_allowed", "The file is not stored.");
    if ((media.sizeBytes ?? 0) > deps.bounds.fileBytes)
      throw invalidField("mediaId", "out_of_range", `A file can have at most ${deps.bounds.fileBytes} bytes.`);
    if (documentType(media.mimeType, media.filename) === null)
      throw invalidField("mediaId", "not_allowed", `The file is ${media.mimeType}. Send PDF, DOCX, HTML, Markdown, CSV or text.`);
    return media;
  }

  return {
    get,

    async exists(tx: Tx, wire: string): Promise<void> {
      const id = parseWireId("kns", wire);
      if (id === null || !(await queries.sourceExists(tx, id))) throw notFound(wire);
    },

    /** 404 for an unknown category or media; 403 entitlement_exceeded. */
    async create(ctx: TxContext, input: CreateKnowledgeSource): Promise<KnowledgeSource> {
      const { tx, now } = ctx;
      const field = contentField[input.kind];
      if (input[field] === undefined) throw invalidField(field, "required");
      checkFields(input.kind, input);
      const url = input.url === undefined ? null : readUrl(deps.guard, "url", input.url);
      const category = await categoryId(tx, input.categoryId);
      if ((await queries.countSources(tx)) >= deps.bounds.sourcesPerTenant)
        throw new AppError("entitlement_exceeded", { message: `There can be at most ${deps.bounds.sourcesPerTenant} sources.` });
      const media = input.mediaId === undefined ? null : await hold(tx, input.mediaId);
      const id = deps.ids.uuid();
      await queries.insertSource(tx, now, id, input.kind, {
        name: input.name,
        categoryId: category,
        text: input.text ?? null,
        url,
        mediaId: media?.id ?? null,
        language: input.language ?? null,
        languageGiven: input.language != null,
        refreshEveryHours: input.refreshEveryHours ?? null,
        isActive: input.isActive ?? true,
      });
      await queries.enqueue(tx, now, id);
      await recordAudit(ctx, deps.ids, "knowledge_source.created", wireId("kns", id), { kind: input.kind });
      deps.wake.hint("knowledge");
      return get(tx, wireId("kns", id));
    },

    /** 404 for an unknown source, category or media. Writes nothing if nothing changes. */
    async update(ctx: TxContext, wire: string, input: UpdateKnowledgeSource): Promise<KnowledgeSource> {
      const { tx, now } = ctx;
      const row = await find(tx, wire, "change");
      checkFields(row.kind, input);
      const before: queries.SourceValues = {
        name: row.name,
        categoryId: row.category_id,
        text: row.text,
        url: row.url,
        mediaId: row.media_id,
        language: row.language,
        languageGiven: row.language_given,
        refreshEveryHours: row.refresh_every_hours,
        isActive: row.is_active,
      };
      const after: queries.SourceValues = {
        ...before,
        ...(input.name === undefined ? {} : { name: input.name }),
        ...(input.categoryId === undefined ? {} : { categoryId: await categoryId(tx, input.categoryId) }),
        ...(input.text === undefined ? {} : { text: input.text }),
        ...(input.url === undefined ? {} : { url: readUrl(deps.guard, "url", input.url) }),
        ...(input.language === undefined ? {} : { language: input.language, languageGiven: input.language !== null }),
        ...(input.refreshEveryHours === undefined ? {} : { refreshEveryHours: input.refreshEveryHours }),
        ...(input.isActive === undefined ? {} : { isActive: input.isActive }),
      };
      // null again keeps a detected language.
      if (input.language === null && !before.languageGiven) after.language = before.language;
      if (input.mediaId !== undefined && (row.media_id === null || input.mediaId !== wireId("med", row.media_id))) {
        after.mediaId = (await hold(tx, input.mediaId)).id;
        if (row.media_id !== null) await discardMedia(tx, now, row.media_id);
      }
      const fields = (Object.keys(after) as (keyof queries.SourceValues)[]).filter((key) => after[key] !== before[key]);
      if (fields.length === 0) return get(tx, wire);
      const contentChanged = fields.some((key) => ["name", "text", "url", "mediaId", "language", "languageGiven"].includes(key));
      await queries.updateSource(tx, now, row.id, after, contentChanged);
      await assignToActingGrant(tx, "knowledge_sources", row.id);
      if (after.isActive !== before.isActive) await setSearchable(tx, row.id, after.isActive);
      if (contentChanged) {
        await queries.enqueue(tx, now, row.id);
        deps.wake.hint("knowledge");
      } else if (after.refreshEveryHours !== before.refreshEveryHours) {
        const hours = after.refreshEveryHours;
        await queries.reschedule(tx, row.id, hours === null ? null : new Date(now.getTime() + hours * hourMs));
      }
      await recordAudit(ctx, deps.ids, "knowledge_source.updated", wire, { fields });
      return get(tx, wire);
    },

    /** Reads it again now. Until then the old content can be found. */
    async refresh(ctx: TxContext, wire: string): Promise<KnowledgeSource> {
      const row = await find(ctx.tx, wire, "change");
      await queries.markPending(ctx.tx, ctx.now, row.id);
      await queries.enqueue(ctx.tx, ctx.now, row.id);
      await recordAudit(ctx, deps.ids, "knowledge_source.refreshed", wire);
      deps.wake.hint("knowledge");
      return get(ctx.tx, wire);
    },

    /** Deletes it with its passages, and with its file if nothing else uses that. */
    async delete(ctx: TxContext, wire: string): Promise<{ id: string; deleted: true }> {
      const row = await find(ctx.tx, wire, "delete");
      await queries.deleteSource(ctx.tx, row.id);
      if (row.media_id !== null) await discardMedia(ctx.tx, ctx.now, row.media_id);
      await recordAudit(ctx, deps.ids, "knowledge_source.deleted", wire);
      return { id: wire, deleted: true };
    },
  };
}

export type SourcesService = ReturnType<typeof createSourcesService>;
