import type { ProviderTemplate } from "@parley/connector-kit";
import type { ChannelsService } from "#modules/channels/channels/index.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { listTemplates } from "./templates.queries.ts";
import {
  CreateTemplate,
  EditTemplate,
  ListTemplatesQuery,
  PreviewTemplate,
  Template,
  TemplateList,
  TemplateParams,
  TemplatePreview,
  TemplateSample,
  TemplateSync,
  UploadTemplateSample,
} from "./templates.schema.ts";
import { renderTemplate, type TemplatesService } from "./templates.service.ts";

const tag = "Templates";
const newest = (row: { created_at: Date; id: string }) => [row.created_at.toISOString(), row.id];

export function templateRoutes(service: TemplatesService, channels: ChannelsService, pager: Pager): AnyRoute[] {
  const channelExists = async (ctx: TxContext, params: { id: string }) => {
    await channels.get(ctx.tx, params.id);
  };
  const exists = async (ctx: TxContext, params: { id: string; templateId: string }) => {
    await service.get(ctx.tx, params.id, params.templateId);
  };
  return [
    readRoute({
      method: "GET",
      path: "/channels/:id/templates",
      operationId: "listTemplates",
      tag,
      summary: "List the message templates of a channel",
      scope: "channels:read",
      params: IdParams,
      query: ListTemplatesQuery,
      response: TemplateList,
      errors: ["invalid_cursor"],
      async handle(ctx, { params, query }) {
        const channel = await channels.get(ctx.tx, params.id);
        const filters = { list: "templates", channel: channel.id, status: query.status, name: query.name };
        const rows = await listTemplates(
          ctx.tx,
          channel.id,
          { status: query.status, name: query.name },
          pager.read(ctx.tenantId, filters, query.cursor),
          query.limit + 1,
        );
        return pager.page(ctx.tenantId, filters, rows, query.limit, newest, renderTemplate);
      },
    }),
    writeRoute({
      method: "POST",
      path: "/channels/:id/templates",
      operationId: "createTemplate",
      tag,
      summary: "Create a template and submit it for approval",
      description:
        "Validated before it is submitted; `details` point to the place in the draft. The platform's decision arrives as template.updated.",
      scope: "channels:write",
      params: IdParams,
      body: CreateTemplate,
      response: Template,
      errors: ["already_exists", "unsupported_by_channel", "provider_error"],
      example: {
        body: {
          name: "order_update",
          language: "en",
          category: "UTILITY",
          components: [
            { type: "BODY", text: "Hello {{1}}, your order {{2}} has left.", example: { body_text: [["Amina", "2291"]] } },
            { type: "FOOTER", text: "Northwind" },
          ],
        },
      },
      exists: channelExists,
      prepare: (ctx, { params, body }): Promise<ProviderTemplate> => service.submit(ctx, params.id, body),
      handle: (ctx, { params }, submitted) => service.storeSubmitted(ctx, params.id, submitted),
    }),
    writeRoute({
      method: "POST",
      path: "/channels/:id/templates/sync",
      operationId: "syncTemplates",
      tag,
      summary: "Sync the templates from the platform now",
      scope: "channels:write",
      params: IdParams,
      response: TemplateSync,
      errors: ["unsupported_by_channel", "provider_error"],
      exists: channelExists,
      prepare: (ctx, { params }): Promise<ProviderTemplate[]> => service.fetch(ctx, params.id),
      handle: (ctx, { params }, listed) => service.store(ctx, params.id, listed),
    }),
    writeRoute({
      method: "POST",
      path: "/channels/:id/templates/samples",
      operationId: "uploadTemplateSample",
      tag,
      summary: "Upload an example file for a template's header to the platform",
      description:
        "For the platform's reviewers; each message you send has its own file. Nothing is stored here: a repeated request uploads the file again.",
      scope: "channels:write",
      params: IdParams,
      body: UploadTemplateSample,
      response: TemplateSample,
      errors: ["conflict", "unsupported_by_channel", "provider_error"],
      rules: "The platform does not accept files of this type or size.",
      isEphemeral: true,
      exists: channelExists,
      prepare: (ctx, { params, body }): Promise<string> => service.uploadSample(ctx, params.id, body.mediaId),
      handle: async (_ctx, _input, handle) => ({ handle }),
    }),
    readRoute({
      method: "GET",
      path: "/channels/:id/templates/:templateId",
      operationId: "getTemplate",
      tag,
      summary: "Get a template",
      scope: "channels:read",
      params: TemplateParams,
      response: Template,
      handle: async (ctx, { params }) => renderTemplate(await service.get(ctx.tx, params.id, params.templateId)),
    }),
    writeRoute({
      method: "PATCH",
      path: "/channels/:id/templates/:templateId",
      operationId: "updateTemplate",
      tag,
      summary: "Edit a template and submit it for approval again",
      description:
        "The template is pending and cannot be sent until the platform decides. The platform limits how often a template can be edited.",
      scope: "channels:write",
      params: TemplateParams,
      body: EditTemplate,
      response: Template,
      errors: ["invalid_transition", "conflict", "unsupported_by_channel", "provider_error"],
      example: {
        body: {
          components: [
            { type: "BODY", text: "Hello {{1}}, your order {{2}} is on its way.", example: { body_text: [["Amina", "2291"]] } },
            { type: "FOOTER", text: "Northwind" },
          ],
        },
      },
      exists,
      prepare: (ctx, { params, body }) => service.edit(ctx, params.id, params.templateId, body),
      handle: (ctx, { params }, edited) => service.storeEdited(ctx, params.id, params.templateId, edited),
    }),
    writeRoute({
      method: "DELETE",
      path: "/channels/:id/templates/:templateId",
      operationId: "deleteTemplate",
      tag,
      summary: "Delete a template on the platform; it stays listed as deleted",
      scope: "channels:write",
      params: TemplateParams,
      response: Deleted,
      errors: ["conflict", "unsupported_by_channel", "provider_error"],
      exists,
      prepare: (ctx, { params }): Promise<void> => service.deleteAtPlatform(ctx, params.id, params.templateId),
      handle: (ctx, { params }) => service.markDeleted(ctx, params.id, params.templateId),
    }),
    writeRoute({
      method: "POST",
      path: "/channels/:id/templates/:templateId/preview",
      operationId: "previewTemplate",
      tag,
      summary: "Preview a template with its variables filled in",
      scope: "channels:read",
      params: TemplateParams,
      body: PreviewTemplate,
      response: TemplatePreview,
      errors: ["template_variables_mismatch"],
      example: { body: { variables: ["Amina", "2291"] } },
      exists,
      handle: (ctx, { params, body }) => service.preview(ctx.tx, params.id, params.templateId, body),
    }),
  ];
}
