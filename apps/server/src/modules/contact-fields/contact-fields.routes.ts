import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { ContactField, ContactFieldList, CreateContactField, ListContactFieldsQuery, UpdateContactField } from "./contact-fields.schema.ts";
import { type ContactFieldsService, renderField } from "./contact-fields.service.ts";

const tag = "Contact fields";

export function contactFieldRoutes(service: ContactFieldsService, pager: Pager): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await service.get(ctx.tx, params.id);
  };
  return [
    readRoute({
      method: "GET",
      path: "/contact-fields",
      operationId: "listContactFields",
      tag,
      summary: "List the definitions of custom fields",
      description: "By position. Contacts may also have custom fields without a definition: texts, numbers and booleans.",
      scope: "contacts:read",
      query: ListContactFieldsQuery,
      response: ContactFieldList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor } }) {
        const filters = { list: "contact-fields" };
        const rows = await service.list(ctx.tx, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [String(row.position), row.id], renderField);
      },
    }),
    writeRoute({
      method: "POST",
      path: "/contact-fields",
      operationId: "createContactField",
      tag,
      summary: "Define a custom field",
      description:
        "From then on values of this key are checked and normalised when they are written. Values that contacts have already stay as they are until they are written again. At most 200 definitions.",
      scope: "contacts:write",
      body: CreateContactField,
      response: ContactField,
      errors: ["already_exists", "conflict"],
      example: { body: { key: "plan", label: "Plan", type: "select", options: ["free", "pro"], description: "What they pay for" } },
      handle: (ctx, { body }) => service.create(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: "/contact-fields/:id",
      operationId: "getContactField",
      tag,
      summary: "Get the definition of a custom field",
      scope: "contacts:read",
      params: IdParams,
      response: ContactField,
      handle: (ctx, { params }) => service.get(ctx.tx, params.id),
    }),
    writeRoute({
      method: "PATCH",
      path: "/contact-fields/:id",
      operationId: "updateContactField",
      tag,
      summary: "Change the definition of a custom field",
      description: "Key and type stay as they are. Contacts keep values that an option was taken away from.",
      scope: "contacts:write",
      params: IdParams,
      body: UpdateContactField,
      response: ContactField,
      exists,
      example: { body: { label: "Tariff", required: false } },
      handle: (ctx, { params, body }) => service.update(ctx, params.id, body),
    }),
    writeRoute({
      method: "DELETE",
      path: "/contact-fields/:id",
      operationId: "deleteContactField",
      tag,
      summary: "Delete a custom field and its values",
      description:
        "The definition is gone at once. Its values are removed from all contacts in the background, which cannot be undone; each contact is told by contact.updated. Until that is done the key cannot be written or defined anew (409).",
      scope: "contacts:write",
      params: IdParams,
      response: Deleted,
      exists,
      handle: (ctx, { params }) => service.delete(ctx, params.id),
    }),
  ];
}
