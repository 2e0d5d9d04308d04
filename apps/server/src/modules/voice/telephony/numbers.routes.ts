import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { type NumbersService, renderNumber } from "./numbers.service.ts";
import { CreatePhoneNumber, ListPhoneNumbersQuery, PhoneNumber, PhoneNumberList, UpdatePhoneNumber } from "./telephony.schema.ts";

const tag = "Telephony";

export function numberRoutes(service: NumbersService, pager: Pager): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await service.find(ctx.tx, params.id);
  };
  return [
    readRoute({
      method: "GET",
      path: "/phone-numbers",
      operationId: "listPhoneNumbers",
      tag,
      summary: "List telephone numbers, newest first",
      scope: "voice:read",
      query: ListPhoneNumbersQuery,
      response: PhoneNumberList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor, voiceAgentId } }) {
        const filters = { list: "phone numbers", voiceAgentId };
        const rows = await service.list(ctx.tx, voiceAgentId, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.position, row.id], renderNumber);
      },
    }),
    writeRoute({
      method: "POST",
      path: "/phone-numbers",
      operationId: "createPhoneNumber",
      tag,
      summary: "Add a telephone number",
      description: "A number that the organization has with its telephony provider, and the voice agent that answers it.",
      scope: "voice:write",
      body: CreatePhoneNumber,
      response: PhoneNumber,
      errors: ["already_exists", "conflict"],
      example: {
        body: { number: "+49 30 1234567", name: "Main line", telephonyAccountId: "tla_01980000000070008000000000000000" },
      },
      handle: (ctx, { body }) => service.create(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: "/phone-numbers/:id",
      operationId: "getPhoneNumber",
      tag,
      summary: "Get a telephone number",
      scope: "voice:read",
      params: IdParams,
      response: PhoneNumber,
      handle: (ctx, { params }) => service.get(ctx.tx, params.id),
    }),
    writeRoute({
      method: "PATCH",
      path: "/phone-numbers/:id",
      operationId: "updatePhoneNumber",
      tag,
      summary: "Update a telephone number",
      scope: "voice:write",
      params: IdParams,
      body: UpdatePhoneNumber,
      response: PhoneNumber,
      exists,
      example: { body: { voiceAgentId: null } },
      handle: (ctx, { params, body }) => service.update(ctx, params.id, body),
    }),
    writeRoute({
      method: "DELETE",
      path: "/phone-numbers/:id",
      operationId: "deletePhoneNumber",
      tag,
      summary: "Delete a telephone number",
      description: "The number stays with the telephony provider, but its calls are no longer answered.",
      scope: "voice:write",
      params: IdParams,
      response: Deleted,
      exists,
      handle: (ctx, { params }) => service.delete(ctx, params.id),
    }),
  ];
}
