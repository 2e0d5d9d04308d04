import { Type } from "typebox";
import type { Database } from "#platform/db/database.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, contentRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { renderTransaction } from "./billing.render.ts";
import {
  Balance,
  BalanceQuery,
  ListTransactionsQuery,
  ListUsageQuery,
  ModelUsage,
  ModelUsageQuery,
  TransactionList,
  TransactionsFileQuery,
  UpdateBalance,
  UsageMonthList,
} from "./billing.schema.ts";
import type { BillingService } from "./billing.service.ts";
import { fileRowsMax, transactionsFile } from "./transactions-file.ts";
import { listUsageMonths } from "./usage.queries.ts";
import { renderUsageMonth } from "./usage.ts";

const tag = "Billing";

/** A page of a tenant's ledger, for the tenant itself and for whoever may act on it. `viewer` owns the cursor. */
export async function transactionPage(
  ctx: TxContext,
  viewer: string,
  service: BillingService,
  pager: Pager,
  query: { limit: number; cursor?: string },
) {
  const filters = { list: "transactions", tenant: ctx.tenantId };
  const after = pager.read(viewer, filters, query.cursor);
  const rows = await service.transactions(ctx.tx, after?.[0] ?? null, query.limit + 1);
  return pager.page(
    viewer,
    filters,
    rows,
    query.limit,
    (row) => [String(row.number)],
    (row) => renderTransaction(ctx.tenantId, row),
  );
}

/** The organization's own routes. */
export function billingRoutes(service: BillingService, pager: Pager, database: Pick<Database, "withTenant">): AnyRoute[] {
  return [
    readRoute({
      method: "GET",
      path: "/billing/balance",
      operationId: "getBalance",
      tag,
      summary: "Get the organization's balance",
      scope: "billing:read",
      query: BalanceQuery,
      response: Balance,
      errors: ["not_found"],
      async handle(ctx, { query }) {
        await service.requireOwnApp(ctx.tx, query.appId);
        return service.balance(ctx.tx);
      },
    }),
    writeRoute({
      method: "PATCH",
      path: "/billing/balance",
      operationId: "updateBalance",
      tag,
      summary: "Set the low-balance threshold for notifying owners",
      scope: "billing:write",
      body: UpdateBalance,
      response: Balance,
      example: { body: { lowThreshold: 20 } },
      wakeTopics: ["mail"],
      handle: (ctx, { body }) => service.updateOwn(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: "/billing/transactions",
      operationId: "listTransactions",
      tag,
      summary: "List balance transactions, newest first",
      scope: "billing:read",
      query: ListTransactionsQuery,
      response: TransactionList,
      errors: ["invalid_cursor", "not_found"],
      async handle(ctx, { query }) {
        await service.requireOwnApp(ctx.tx, query.appId);
        return transactionPage(ctx, ctx.tenantId, service, pager, query);
      },
    }),
    contentRoute({
      method: "GET",
      path: "/billing/transactions.csv",
      operationId: "getTransactionsFile",
      tag,
      summary: "Download balance transactions as CSV",
      description:
        "In the order in which they changed the balance; default period: the current calendar month (UTC). Texts that a spreadsheet would treat as a formula are prefixed with an apostrophe.",
      scope: "billing:read",
      changing: true,
      query: TransactionsFileQuery,
      response: Type.String(),
      errors: ["validation_error"],
      rules: `The period has more than ${fileRowsMax} transactions`,
      open: (ctx, _params, query) => transactionsFile(database, ctx, query),
    }),
    readRoute({
      method: "GET",
      path: "/billing/usage",
      operationId: "listUsage",
      tag,
      summary: "List messages, active contacts, AI requests and spending by month, newest first",
      description: "Counted from events as they are written, a few seconds behind; months in UTC.",
      scope: "billing:read",
      query: ListUsageQuery,
      response: UsageMonthList,
      errors: ["invalid_cursor", "not_found"],
      async handle(ctx, { query }) {
        await service.requireOwnApp(ctx.tx, query.appId);
        const filters = { list: "usage" };
        const after = pager.read(ctx.tenantId, filters, query.cursor);
        const rows = await listUsageMonths(ctx.tx, after?.[0] ?? null, query.limit + 1);
        return pager.page(ctx.tenantId, filters, rows, query.limit, (row) => [row.month], renderUsageMonth);
      },
    }),
    readRoute({
      method: "GET",
      path: "/billing/usage/models",
      operationId: "getModelUsage",
      tag,
      summary: "Get a month's AI requests and their cost by model",
      description: "What was charged according to the price list, by model; months are in UTC.",
      scope: "billing:read",
      query: ModelUsageQuery,
      response: ModelUsage,
      handle: (ctx, { query }) => service.modelUsage(ctx, query.month),
    }),
  ];
}
