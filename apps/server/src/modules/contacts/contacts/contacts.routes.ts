import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { Contact, ContactList, CreateContact, ListContactsQuery, UpdateContact } from "./contacts.schema.ts";
import type { ContactsService } from "./contacts.service.ts";

const tag = "Contacts";
const phonesDiffer = "`phone` and `phoneNumber` are different numbers.";

export function contactRoutes(service: ContactsService, pager: Pager): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await service.get(ctx.tx, params.id);
  };
  return [
    readRoute({
      method: "GET",
      path: "/contacts",
      operationId: "listContacts",
      tag,
      summary: "List or search contacts",
      scope: "contacts:read",
      query: ListContactsQuery,
      response: ContactList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor, ...filter } }) {
        const filters = { list: "contacts", ...filter };
        const rows = await service.list(ctx.tx, filter, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        const page = pager.page(
          ctx.tenantId,
          filters,
          rows,
          limit,
          (row) => [row.position, row.id],
          (row) => row,
        );
        return { data: await service.renderPage(ctx.tx, page.data), pageInfo: page.pageInfo };
      },
    }),
    writeRoute({
      method: "POST",
      path: "/contacts",
      operationId: "createContact",
      tag,
      summary: "Create a contact",
      description:
        "Needs at least a name, a phone or an email. 409 when another contact already has the phone, including national variants; the error names that contact.",
      scope: "contacts:write",
      body: CreateContact,
      response: Contact,
      errors: ["already_exists", "entitlement_exceeded"],
      rules: phonesDiffer,
      example: {
        body: {
          name: "Ada Lovelace",
          phone: "+44 7700 900123",
          email: "ada@example.com",
          tags: ["vip"],
          customFields: { plan: "pro" },
          optIn: "opted_in",
        },
      },
      handle: (ctx, { body }) => service.create(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: "/contacts/:id",
      operationId: "getContact",
      tag,
      summary: "Get a contact",
      scope: "contacts:read",
      params: IdParams,
      response: Contact,
      handle: (ctx, { params }) => service.get(ctx.tx, params.id),
    }),
    writeRoute({
      method: "PATCH",
      path: "/contacts/:id",
      operationId: "updateContact",
      tag,
      summary: "Update a contact",
      description:
        "Omitted fields keep their values; null clears a field. tags replaces all tags. customFields sets the given fields; null removes one.",
      scope: "contacts:write",
      params: IdParams,
      body: UpdateContact,
      response: Contact,
      errors: ["already_exists", "conflict"],
      rules: phonesDiffer,
      exists,
      example: { body: { tags: ["vip", "wholesale"], customFields: { plan: "pro", trial: null }, blocked: false } },
      handle: (ctx, { params, body }) => service.update(ctx, params.id, body),
    }),
    writeRoute({
      method: "DELETE",
      path: "/contacts/:id",
      operationId: "deleteContact",
      tag,
      summary: "Delete a contact without conversations",
      scope: "contacts:write",
      params: IdParams,
      response: Deleted,
      errors: ["conflict"],
      exists,
      handle: (ctx, { params }) => service.delete(ctx, params.id),
    }),
  ];
}
