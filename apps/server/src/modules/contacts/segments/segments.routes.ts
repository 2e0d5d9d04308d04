import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import type { Pager } from "#platform/pagination/page.ts";
import {
  CreateSegment,
  ListSegmentContactsQuery,
  ListSegmentsQuery,
  PreviewSegment,
  Segment,
  SegmentContacts,
  SegmentList,
  SegmentPreview,
  UpdateSegment,
} from "./segments.schema.ts";
import { renderSegment, type SegmentsService } from "./segments.service.ts";

const tag = "Segments";
const rules = {
  match: "all",
  rules: [
    { field: "tags", op: "has_any", value: ["vip"] },
    {
      match: "any",
      rules: [
        { field: "lastInboundAt", op: "within_last", value: { days: 30 } },
        { field: "customFields.plan", op: "eq", value: "pro" },
      ],
    },
  ],
  exclude: { match: "any", rules: [{ field: "optIn", op: "eq", value: "opted_out" }] },
};

export function segmentRoutes(service: SegmentsService, pager: Pager): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await service.get(ctx.tx, params.id);
  };
  return [
    readRoute({
      method: "GET",
      path: "/segments",
      operationId: "listSegments",
      tag,
      summary: "List segments",
      scope: "contacts:read",
      query: ListSegmentsQuery,
      response: SegmentList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor } }) {
        const filters = { list: "segments" };
        const rows = await service.list(ctx.tx, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.position, row.id], renderSegment);
      },
    }),
    writeRoute({
      method: "POST",
      path: "/segments",
      operationId: "createSegment",
      tag,
      summary: "Create a segment",
      description: "Defines contacts by rules. Membership is evaluated on every request.",
      scope: "contacts:write",
      body: CreateSegment,
      response: Segment,
      errors: ["already_exists"],
      example: { body: { name: "Active key accounts", description: "For the autumn offer", rules } },
      handle: (ctx, { body }) => service.create(ctx, body),
    }),
    writeRoute({
      method: "POST",
      path: "/segments/preview",
      operationId: "previewSegment",
      tag,
      summary: "Count the contacts that match rules",
      description:
        "Also returns ten of them. Nothing is stored. For a very large number of contacts the count may be an estimate: see `exact`.",
      scope: "contacts:read",
      body: PreviewSegment,
      response: SegmentPreview,
      example: { body: { rules } },
      handle: (ctx, { body }) => service.preview(ctx.tx, ctx.now, body.rules),
    }),
    readRoute({
      method: "GET",
      path: "/segments/:id",
      operationId: "getSegment",
      tag,
      summary: "Get a segment",
      scope: "contacts:read",
      params: IdParams,
      response: Segment,
      handle: (ctx, { params }) => service.get(ctx.tx, params.id),
    }),
    writeRoute({
      method: "PATCH",
      path: "/segments/:id",
      operationId: "updateSegment",
      tag,
      summary: "Update a segment",
      scope: "contacts:write",
      params: IdParams,
      body: UpdateSegment,
      response: Segment,
      errors: ["already_exists"],
      exists,
      example: { body: { description: "For the winter offer" } },
      handle: (ctx, { params, body }) => service.update(ctx, params.id, body),
    }),
    writeRoute({
      method: "DELETE",
      path: "/segments/:id",
      operationId: "deleteSegment",
      tag,
      summary: "Delete a segment",
      description: "The segment's contacts stay.",
      scope: "contacts:write",
      params: IdParams,
      response: Deleted,
      exists,
      handle: (ctx, { params }) => service.delete(ctx, params.id),
    }),
    readRoute({
      method: "GET",
      path: "/segments/:id/contacts",
      operationId: "listSegmentContacts",
      tag,
      summary: "List the contacts of a segment",
      description: "The contacts that match now, newest first. within_last counts back from each request.",
      scope: "contacts:read",
      params: IdParams,
      query: ListSegmentContactsQuery,
      response: SegmentContacts,
      errors: ["invalid_cursor"],
      async handle(ctx, { params, query: { limit, cursor } }) {
        await service.get(ctx.tx, params.id);
        const filters = { list: "segment-contacts", id: params.id };
        const rows = await service.members(ctx.tx, ctx.now, params.id, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        const page = pager.page(
          ctx.tenantId,
          filters,
          rows,
          limit,
          (row) => [row.position, row.id],
          (row) => row,
        );
        return { data: await service.render(ctx.tx, page.data), pageInfo: page.pageInfo };
      },
    }),
  ];
}
