import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { fieldSchemas, titleOf } from "./custom-fields.schema.ts";
import { type CustomFieldsService, renderField } from "./custom-fields.service.ts";
import type { FieldOwner } from "./field-owner.ts";

export function customFieldRoutes(owner: FieldOwner, service: CustomFieldsService, pager: Pager): AnyRoute[] {
  const { Field, CreateField, UpdateField, FieldList, ListFieldsQuery } = fieldSchemas(owner);
  const { noun, owners, scopes } = owner;
  const title = titleOf(owner);
  const Owners = `${owners.charAt(0).toUpperCase()}${owners.slice(1)}`;
  const path = `/${noun}-fields`;
  const tag = `${noun.charAt(0).toUpperCase()}${noun.slice(1)} fields`;
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await service.get(ctx.tx, params.id);
  };
  return [
    readRoute({
      method: "GET",
      path,
      operationId: `list${title}s`,
      tag,
      summary: `List ${noun} field definitions`,
      description: `Sorted by position. ${Owners} may also have custom fields without a definition: texts, numbers and booleans.`,
      scope: scopes.read,
      query: ListFieldsQuery,
      response: FieldList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor } }) {
        const filters = { list: `${noun}-fields` };
        const rows = await service.list(ctx.tx, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        return pager.page(
          ctx.tenantId,
          filters,
          rows,
          limit,
          (row) => [String(row.position), row.id],
          (row) => renderField(owner, row),
        );
      },
    }),
    writeRoute({
      method: "POST",
      path,
      operationId: `create${title}`,
      tag,
      summary: `Create a ${noun} field definition`,
      description: `Values of this key are then validated and normalised on every write. Existing values stay as they are until they are next written. At most 200 definitions.`,
      scope: scopes.write,
      body: CreateField,
      response: Field,
      errors: ["already_exists", "conflict"],
      example: { body: { key: "plan", label: "Plan", type: "select", options: ["free", "pro"], description: "What is paid for" } },
      handle: (ctx, { body }) => service.create(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: `${path}/:id`,
      operationId: `get${title}`,
      tag,
      summary: `Get a ${noun} field definition`,
      scope: scopes.read,
      params: IdParams,
      response: Field,
      handle: (ctx, { params }) => service.get(ctx.tx, params.id),
    }),
    writeRoute({
      method: "PATCH",
      path: `${path}/:id`,
      operationId: `update${title}`,
      tag,
      summary: `Update a ${noun} field definition`,
      description: `Key and type cannot be changed. ${Owners} keep values whose option was removed.`,
      scope: scopes.write,
      params: IdParams,
      body: UpdateField,
      response: Field,
      exists,
      example: { body: { label: "Tariff", required: false } },
      handle: (ctx, { params, body }) => service.update(ctx, params.id, body),
    }),
    writeRoute({
      method: "DELETE",
      path: `${path}/:id`,
      operationId: `delete${title}`,
      tag,
      summary: `Delete a ${noun} field definition and its values`,
      description: `The definition is deleted at once. Its values are removed from all ${owners} in the background, which cannot be undone; each ${noun} sends ${noun}.updated. Until that is done, the key cannot be written or defined again (409).`,
      scope: scopes.write,
      params: IdParams,
      response: Deleted,
      exists,
      handle: (ctx, { params }) => service.delete(ctx, params.id),
    }),
  ];
}
