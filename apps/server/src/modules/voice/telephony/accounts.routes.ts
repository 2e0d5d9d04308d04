import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import type { Pager } from "#platform/pagination/page.ts";
import type { AccountsService } from "./accounts.service.ts";
import {
  CreateTelephonyAccount,
  ListTelephonyAccountsQuery,
  TelephonyAccount,
  TelephonyAccountList,
  TelephonyAccountTest,
  UpdateTelephonyAccount,
} from "./telephony.schema.ts";

const tag = "Telephony";

export function accountRoutes(service: AccountsService, pager: Pager): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await service.find(ctx.tx, params.id);
  };
  return [
    readRoute({
      method: "GET",
      path: "/telephony-accounts",
      operationId: "listTelephonyAccounts",
      tag,
      summary: "List telephony accounts, newest first",
      scope: "voice:read",
      query: ListTelephonyAccountsQuery,
      response: TelephonyAccountList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor } }) {
        const filters = { list: "telephony accounts" };
        const rows = await service.list(ctx.tx, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.position, row.id], service.render);
      },
    }),
    writeRoute({
      method: "POST",
      path: "/telephony-accounts",
      operationId: "createTelephonyAccount",
      tag,
      summary: "Add a telephony account",
      description: "Its token is encrypted, and never shown again. At most 20 per organization.",
      scope: "voice:write",
      body: CreateTelephonyAccount,
      response: TelephonyAccount,
      errors: ["already_exists", "conflict"],
      example: {
        body: { provider: "twilio", name: "Main", providerAccountId: "AC0123456789abcdef0123456789abcdef", authToken: "your-auth-token" },
      },
      handle: (ctx, { body }) => service.create(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: "/telephony-accounts/:id",
      operationId: "getTelephonyAccount",
      tag,
      summary: "Get a telephony account, without its token",
      scope: "voice:read",
      params: IdParams,
      response: TelephonyAccount,
      handle: (ctx, { params }) => service.get(ctx.tx, params.id),
    }),
    writeRoute({
      method: "PATCH",
      path: "/telephony-accounts/:id",
      operationId: "updateTelephonyAccount",
      tag,
      summary: "Update a telephony account",
      description: "A new token resets its status to installed, as untested.",
      scope: "voice:write",
      params: IdParams,
      body: UpdateTelephonyAccount,
      response: TelephonyAccount,
      errors: ["already_exists"],
      rules: "Changing the account or URL requires the token again: the stored one is not sent elsewhere.",
      exists,
      example: { body: { name: "Main line" } },
      handle: (ctx, { params, body }) => service.update(ctx, params.id, body),
    }),
    writeRoute({
      method: "DELETE",
      path: "/telephony-accounts/:id",
      operationId: "deleteTelephonyAccount",
      tag,
      summary: "Delete a telephony account and its numbers",
      scope: "voice:write",
      params: IdParams,
      response: Deleted,
      exists,
      handle: (ctx, { params }) => service.delete(ctx, params.id),
    }),
    writeRoute({
      method: "POST",
      path: "/telephony-accounts/:id/test",
      operationId: "testTelephonyAccount",
      tag,
      summary: "Test a telephony account by reading it from the provider with its token",
      description: "Takes at most ten seconds.",
      scope: "voice:write",
      params: IdParams,
      response: TelephonyAccountTest,
      exists,
      prepare: (ctx, { params }) => service.test(ctx, params.id),
      handle: (ctx, _, tested) => service.recordTest(ctx, tested),
    }),
  ];
}
