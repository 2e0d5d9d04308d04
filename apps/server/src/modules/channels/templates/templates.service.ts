import type {
  ChannelAccess,
  ConnectorDescription,
  ProviderTemplate,
  TemplateDraft,
  TemplateProblem,
  TemplateShape,
  TemplateUpdatedEvent,
} from "@parley/connector-kit";
import { providerErrorOf } from "@parley/connector-kit";
import type { ChannelDirectory, ChannelsService, KnownChannel } from "#modules/channels/channels/index.ts";
import type { MediaService } from "#modules/channels/media/index.ts";
import { recordAudit } from "#platform/audit/audit.ts";
import type { Database, Tx } from "#platform/db/database.ts";
import { AppError, brokenRule, missingReference, notFound } from "#platform/errors/app-error.ts";
import { appendEvents } from "#platform/events/log.ts";
import type { Context, TxContext } from "#platform/http/context.ts";
import { type IdSource, parseWireId, wireId } from "#platform/ids/ids.ts";
import type { Wake } from "#platform/jobs/wake.ts";
import { previewTemplate } from "./template-preview.ts";
import { variableProblems, variablesMismatch } from "./template-variables.ts";
import { templateEvent } from "./templates.events.ts";
import * as queries from "./templates.queries.ts";
import type { CreateTemplate, EditTemplate, PreviewTemplate, Template, TemplatePreview } from "./templates.schema.ts";

export interface TemplatesDeps {
  database: Database;
  directory: ChannelDirectory;
  channels: ChannelsService;
  ids: IdSource;
  wake: Wake;
  media: Pick<MediaService, "open">;
}

export function createTemplatesService(deps: TemplatesDeps) {
  async function get(tx: Tx, channelWire: string, wire: string): Promise<queries.TemplateRow> {
    const channel = await deps.channels.get(tx, channelWire);
    const id = parseWireId("tpl", wire);
    const row = id === null ? null : await queries.findTemplate(tx, channel.id, id);
    if (row === null) throw notFound(wire);
    return row;
  }

  /** The channel with its secrets, for one call outside any transaction. */
  async function accessOf(ctx: Context, wire: string): Promise<{ channel: KnownChannel; access: ChannelAccess }> {
    const id = parseWireId("chn", wire);
    const found = id === null ? null : await deps.directory.access(ctx.tenantId, id);
    if (found === null) throw notFound(wire);
    return found;
  }

  /** Carries the platform's own message if it gave one; rethrows an internal error. */
  async function refused(channel: KnownChannel, what: string, cause: unknown): Promise<AppError> {
    const error = providerErrorOf(cause);
    if (error === undefined) throw cause;
    await deps.channels.callFailed(channel, cause);
    return new AppError("provider_error", { message: `${what}: ${error.message}`, cause });
  }

  async function announce(ctx: TxContext, rows: queries.TemplateRow[]): Promise<void> {
    await appendEvents(
      ctx.tx,
      ctx.now,
      rows.map((row) => templateEvent(deps.ids, row)),
    );
    deps.wake.hint("routes");
  }

  return {
    get,

    /** Calls the platform; outside any transaction. 502 provider_error with its message if it refuses. */
    async fetch(ctx: Context, wire: string): Promise<ProviderTemplate[]> {
      const { channel, access } = await accessOf(ctx, wire);
      const { connector, http } = channel.installed;
      if (connector.listTemplates === undefined) throw noTemplates();
      const listed: ProviderTemplate[] = [];
      try {
        for await (const template of connector.listTemplates(access, http)) listed.push(template);
      } catch (cause) {
        throw await refused(channel, "The platform did not list the templates", cause);
      }
      return listed;
    },

    async store(ctx: TxContext, wire: string, listed: ProviderTemplate[]) {
      const row = await deps.channels.get(ctx.tx, wire, true);
      const { changed, removed } = await queries.storeTemplates(
        ctx.tx,
        ctx.now,
        row.id,
        listed.map((t) => ({ ...t, id: deps.ids.uuid() })),
      );
      await announce(ctx, [...changed, ...removed]);
      await recordAudit(ctx, deps.ids, "channel.templates_synced", wire, { changed: changed.length, removed: removed.length });
      return { synced: listed.length, changed: changed.length, removed: removed.length };
    },

    /** Checks a draft, then submits it; outside any transaction. 400 with a path into the draft, 409, 422, 502 as above. */
    async submit(ctx: Context, wire: string, input: CreateTemplate): Promise<ProviderTemplate> {
      const { channel, access } = await accessOf(ctx, wire);
      const { connector, http } = channel.installed;
      if (connector.createTemplate === undefined) throw noTemplates();
      const draft: TemplateDraft = { ...input, parameterFormat: input.parameterFormat ?? "positional" };
      refuseProblems(connector.checkTemplate?.(draft) ?? []);
      const existing = await deps.database.withTenant(ctx.tenantId, (tx) =>
        queries.findLiveTemplate(tx, channel.id, input.name, input.language),
      );
      if (existing !== null)
        throw new AppError("already_exists", { details: [{ field: "name", issue: "exists", id: wireId("tpl", existing) }] });
      try {
        return await connector.createTemplate(draft, access, http);
      } catch (cause) {
        throw await refused(channel, "The platform did not accept the template", cause);
      }
    },

    /** Outside any transaction. 404 for unknown media, 409 while it has no content, 422 for a file that the platform would not take. */
    async uploadSample(ctx: Context, wire: string, mediaWire: string): Promise<string> {
      const { channel, access } = await accessOf(ctx, wire);
      const { connector, http } = channel.installed;
      const samples = connector.templateSamples;
      if (samples === undefined) throw noTemplates();
      const {
        contentType: mimeType,
        filename,
        sizeBytes,
        read,
      } = await deps.media.open(ctx, mediaWire).catch((cause: unknown) => {
        throw cause instanceof AppError && cause.code === "not_found" ? missingReference("mediaId") : cause;
      });
      if (!samples.mimeTypes.includes(mimeType))
        throw brokenRule("mediaId", "not_allowed", `The file is ${mimeType}. The platform takes ${samples.mimeTypes.join(", ")}.`);
      if ((sizeBytes ?? 0) > samples.bytesMax)
        throw brokenRule("mediaId", "out_of_range", `The file has ${sizeBytes} bytes. The platform accepts at most ${samples.bytesMax}.`);
      const chunks: Buffer[] = [];
      for await (const chunk of await read()) chunks.push(chunk as Buffer);
      try {
        return await samples.upload({ bytes: Buffer.concat(chunks), mimeType, filename: filename ?? "example" }, access, http);
      } catch (cause) {
        throw await refused(channel, "The platform did not accept the file", cause);
      }
    },

    async storeSubmitted(ctx: TxContext, wire: string, submitted: ProviderTemplate): Promise<Template> {
      const channel = await deps.channels.get(ctx.tx, wire);
      const row = await queries.insertSubmitted(ctx.tx, ctx.now, channel.id, deps.ids.uuid(), submitted);
      await recordAudit(ctx, deps.ids, "template.created", wireId("tpl", row.id), { channelId: wire, name: row.name });
      await announce(ctx, [row]);
      return renderTemplate(row);
    },

    /** Checks the resulting template, then changes it at the platform; outside any transaction. 409 if its status forbids it. */
    async edit(
      ctx: Context,
      wire: string,
      templateWire: string,
      change: EditTemplate,
    ): Promise<{ readAt: Date; edited: ProviderTemplate }> {
      const { channel, access } = await accessOf(ctx, wire);
      const { connector, http } = channel.installed;
      if (connector.editTemplate === undefined) throw noTemplates();
      const row = await deps.database.withTenant(ctx.tenantId, (tx) => get(tx, wire, templateWire));
      const draft: TemplateDraft = {
        name: row.name,
        language: row.language,
        category: change.category ?? row.category ?? "",
        parameterFormat: row.parameter_format,
        components: change.components ?? row.components,
      };
      refuseProblems(connector.checkTemplate?.(draft) ?? []);
      const providerTemplateId = idForChange(row, change, connector.description.templateEdits);
      try {
        return { readAt: row.changed_at, edited: await connector.editTemplate({ providerTemplateId, change, draft }, access, http) };
      } catch (cause) {
        throw await refused(channel, "The platform did not change the template", cause);
      }
    },

    async storeEdited(
      ctx: TxContext,
      wire: string,
      templateWire: string,
      { readAt, edited }: { readAt: Date; edited: ProviderTemplate },
    ): Promise<Template> {
      const { id, channel_id: channelId } = await get(ctx.tx, wire, templateWire);
      const row = await queries.storeEdited(ctx.tx, ctx.now, { id, channelId, readAt }, edited);
      await recordAudit(ctx, deps.ids, "template.updated", templateWire, { channelId: wire, name: row.name });
      await announce(ctx, [row]);
      return renderTemplate(row);
    },

    /** Outside any transaction. A template already deleted needs no call. */
    async deleteAtPlatform(ctx: Context, wire: string, templateWire: string): Promise<void> {
      const { channel, access } = await accessOf(ctx, wire);
      const { connector, http } = channel.installed;
      const row = await deps.database.withTenant(ctx.tenantId, (tx) => get(tx, wire, templateWire));
      if (row.status === "deleted") return;
      if (connector.deleteTemplate === undefined) throw noTemplates();
      // Given only a name, the platform would delete every language of it.
      const providerTemplateId = knownId(row);
      try {
        await connector.deleteTemplate({ name: row.name, providerTemplateId }, access, http);
      } catch (cause) {
        throw await refused(channel, "The platform did not delete the template", cause);
      }
    },

    async markDeleted(ctx: TxContext, wire: string, templateWire: string): Promise<{ id: string; deleted: true }> {
      const known = await get(ctx.tx, wire, templateWire);
      if (known.status !== "deleted") {
        const row = await queries.markDeleted(ctx.tx, ctx.now, known.channel_id, known.id);
        await recordAudit(ctx, deps.ids, "template.deleted", templateWire, { channelId: wire, name: row.name });
        await announce(ctx, [row]);
      }
      return { id: templateWire, deleted: true };
    },

    /** 422 template_variables_mismatch exactly as on a send. */
    async preview(tx: Tx, wire: string, templateWire: string, input: PreviewTemplate): Promise<TemplatePreview> {
      const shape = shapeOf(await get(tx, wire, templateWire));
      const details = variableProblems(shape, input, "");
      if (details.length > 0) throw variablesMismatch(shape, details);
      return previewTemplate(shape, input);
    },

    /** Applies what the platform reports about a template in a callback. */
    async applyReport(tx: Tx, now: Date, channelId: string, event: TemplateUpdatedEvent): Promise<void> {
      const row = await queries.applyTemplateEvent(tx, now, channelId, deps.ids.uuid(), event);
      if (row === null) return;
      await appendEvents(tx, now, [templateEvent(deps.ids, row)]);
      deps.wake.hint("routes");
    },
  };
}

export type TemplatesService = ReturnType<typeof createTemplatesService>;

function refuseProblems(problems: TemplateProblem[]): void {
  if (problems.length === 0) return;
  throw new AppError("validation_error", {
    message: problems.map((p) => `${p.field}: ${p.message}`).join(" "),
    details: problems.map(({ field, issue }) => ({ field, issue })),
  });
}

/** The platform's id of a template whose status allows this change. */
function idForChange(row: queries.TemplateRow, change: EditTemplate, rules: ConnectorDescription["templateEdits"]): string {
  const states: readonly string[] = rules?.states ?? [];
  if (!states.includes(row.status))
    throw new AppError("invalid_transition", {
      message: `A template with status ${row.status} cannot be edited. Only ${states.join(", ")} can.`,
      details: [{ field: "status", issue: "not_allowed" }],
    });
  const fixed: readonly string[] = rules?.categoryFixedIn ?? [];
  if (change.category !== undefined && change.category !== row.category && fixed.includes(row.status))
    throw new AppError("invalid_transition", {
      message: `The category of a template with status ${row.status} cannot change.`,
      details: [{ field: "category", issue: "not_allowed" }],
    });
  return knownId(row);
}

function knownId(row: queries.TemplateRow): string {
  if (row.provider_template_id === null)
    throw new AppError("conflict", {
      message: "The platform's id of this template is unknown. Sync the templates first.",
    });
  return row.provider_template_id;
}

function noTemplates(): AppError {
  return new AppError("unsupported_by_channel", { message: "This kind of channel does not support templates." });
}

function shapeOf(row: queries.TemplateRow): TemplateShape {
  return {
    name: row.name,
    language: row.language,
    parameterFormat: row.parameter_format,
    variables: row.variables,
    category: row.category,
    components: row.components,
  };
}

export function renderTemplate(row: queries.TemplateRow): Template {
  return {
    id: wireId("tpl", row.id),
    channelId: wireId("chn", row.channel_id),
    name: row.name,
    language: row.language,
    category: row.category,
    status: row.status as Template["status"],
    platformStatus: row.platform_status,
    quality: row.quality,
    rejectedReason: row.rejected_reason,
    parameterFormat: row.parameter_format,
    variables: row.variables,
    components: row.components,
    providerTemplateId: row.provider_template_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
