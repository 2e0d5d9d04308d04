import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { IdParams } from "#platform/http/schemas.ts";
import { ClientBilling, ClientMonthList, SummaryQuery, UpdateClientBilling } from "./client-billing.schema.ts";
import type { ClientBillingService } from "./client-billing.service.ts";

const tag = "Agencies";

export function clientBillingRoutes(service: ClientBillingService): AnyRoute[] {
  return [
    readRoute({
      method: "GET",
      path: "/agencies/current/clients/:id/billing",
      operationId: "getClientBilling",
      tag,
      summary: "Get a client's billing mode and markup",
      scope: "agency:read",
      agencyOnly: true,
      params: IdParams,
      response: ClientBilling,
      handle: (ctx, { params }) => service.get(ctx, params.id),
    }),
    writeRoute({
      method: "PUT",
      path: "/agencies/current/clients/:id/billing",
      operationId: "updateClientBilling",
      tag,
      summary: "Set a client's billing mode and markup",
      description:
        "Applies to everything with a price per use; the client's subscription is separate. While the agency's balance does not cover the usage of a client on `agency_pays`, further usage of the client is refused with `insufficient_credits`.",
      scope: "agency:write",
      agencyOnly: true,
      params: IdParams,
      body: UpdateClientBilling,
      response: ClientBilling,
      errors: ["conflict"],
      wakeTopics: ["mail"],
      example: { body: { mode: "client_pays", markupPercent: 20 } },
      exists: (ctx: TxContext, params) => service.exists(ctx, params.id),
      handle: (ctx, { params, body }) => service.update(ctx, params.id, body),
    }),
    readRoute({
      method: "GET",
      path: "/agencies/current/billing/summary",
      operationId: "listClientBillingMonths",
      tag,
      summary: "List client usage by client and month, newest month first",
      description: "A few seconds behind the clients' own ledgers; months in UTC.",
      scope: "agency:read",
      agencyOnly: true,
      query: SummaryQuery,
      response: ClientMonthList,
      errors: ["invalid_cursor", "not_found"],
      handle: (ctx, { query }) => service.summary(ctx, query),
    }),
  ];
}
