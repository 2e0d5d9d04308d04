import type { Reach } from "#platform/auth/reach.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { IdParams } from "#platform/http/schemas.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { listOrganizations } from "./billing.queries.ts";
import { renderOrganization } from "./billing.render.ts";
import { transactionPage } from "./billing.routes.ts";
import {
  Balance,
  CreateCredit,
  CreditResult,
  ListQuery,
  OrganizationBalanceList,
  TransactionList,
  UpdateBillingOrganization,
  UsageSummary,
} from "./billing.schema.ts";
import type { BillingService } from "./billing.service.ts";
import { summarizeUsage } from "./usage.ts";

const tag = "Administration";

export function billingAdminRoutes(deps: { reach: Reach; pager: Pager; currency: string }, service: BillingService): AnyRoute[] {
  const { reach, pager, currency } = deps;
  const within = <T>(ctx: TxContext, params: { id: string }, verb: (ctx: TxContext) => Promise<T>) =>
    reach.within(ctx, parseWireId("org", params.id), verb);
  const exists = (ctx: TxContext, params: { id: string }) => within(ctx, params, async () => undefined);
  return [
    readRoute({
      method: "GET",
      path: "/admin/billing/organizations",
      operationId: "listBillingOrganizations",
      tag,
      summary: "List organizations with their balances",
      description: "Covers all organizations that the credential can reach, newest first.",
      scope: "admin:read",
      query: ListQuery,
      response: OrganizationBalanceList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query }) {
        const filters = { list: "billing organizations" };
        const rows = await listOrganizations(reach.rows(ctx), pager.read(ctx.tenantId, filters, query.cursor), query.limit + 1);
        return pager.page(
          ctx.tenantId,
          filters,
          rows,
          query.limit,
          (row) => [row.position, row.tenant_id],
          (row) => renderOrganization(row, currency),
        );
      },
    }),
    writeRoute({
      method: "PATCH",
      path: "/admin/billing/organizations/:id",
      operationId: "updateBillingOrganization",
      tag,
      summary: "Allow or forbid a negative balance for an organization",
      scope: "admin:write",
      platformOnly: true,
      params: IdParams,
      body: UpdateBillingOrganization,
      response: Balance,
      errors: ["conflict"],
      exists,
      example: { body: { allowNegativeBalance: false } },
      handle: (ctx, { params, body }) => within(ctx, params, (there) => service.update(there, body)),
    }),
    readRoute({
      method: "GET",
      path: "/admin/billing/organizations/:id/balance",
      operationId: "getOrganizationBalance",
      tag,
      summary: "Get an organization's balance",
      scope: "admin:read",
      params: IdParams,
      response: Balance,
      handle: (ctx, { params }) => within(ctx, params, (there) => service.balance(there.tx)),
    }),
    writeRoute({
      method: "POST",
      path: "/admin/billing/organizations/:id/credits",
      operationId: "createCredit",
      tag,
      summary: "Credit or adjust an organization's balance",
      description: "A positive amount is a credit; a negative one is an adjustment, which needs a reason.",
      scope: "admin:write",
      platformOnly: true,
      params: IdParams,
      body: CreateCredit,
      response: CreditResult,
      errors: ["insufficient_credits"],
      exists,
      example: { body: { amount: 25, reason: "Goodwill for the outage", adminId: "ops-7" } },
      handle: (ctx, { params, body }) => within(ctx, params, (there) => service.credit(there, body)),
    }),
    readRoute({
      method: "GET",
      path: "/admin/billing/organizations/:id/transactions",
      operationId: "listOrganizationTransactions",
      tag,
      summary: "List an organization's balance transactions, newest first",
      scope: "admin:read",
      params: IdParams,
      query: ListQuery,
      response: TransactionList,
      errors: ["invalid_cursor"],
      handle: (ctx, { params, query }) => within(ctx, params, (there) => transactionPage(there, ctx.tenantId, service, pager, query)),
    }),
    readRoute({
      method: "GET",
      path: "/admin/usage/summary",
      operationId: "getUsageSummary",
      tag,
      summary: "Get messages, active contacts, AI requests and spending by month",
      description: "Covers all organizations that the credential can reach. Counted from events as they are written, a few seconds behind.",
      scope: "admin:read",
      response: UsageSummary,
      handle: (ctx) => summarizeUsage(reach.rows(ctx), ctx.now, currency),
    }),
  ];
}
