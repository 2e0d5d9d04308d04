import type { BillingService } from "#modules/money/billing/index.ts";
import type { Reach } from "#platform/auth/reach.ts";
import { notFound } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { IdParams } from "#platform/http/schemas.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { listPaymentRequests, listReachedPaymentRequests, type PaymentRequestRow } from "./payment-requests.queries.ts";
import {
  AdminPaymentRequest,
  AdminPaymentRequestList,
  CreatePaymentRequest,
  ListAdminPaymentRequestsQuery,
  ListPaymentRequestsQuery,
  PaymentRequest,
  PaymentRequestList,
} from "./payment-requests.schema.ts";
import type { PaymentRequestsService } from "./payment-requests.service.ts";

const newest = (row: PaymentRequestRow) => [row.position, row.id];

export function paymentRequestRoutes(
  deps: { reach: Reach; pager: Pager; billing: BillingService },
  service: PaymentRequestsService,
): AnyRoute[] {
  const { reach, pager, billing } = deps;
  const tag = "Billing";
  const idOf = (params: { id: string }): string => {
    const id = parseWireId("pay", params.id);
    if (id === null) throw notFound();
    return id;
  };
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await service.get(ctx.tx, idOf(params));
  };
  return [
    writeRoute({
      method: "POST",
      path: "/billing/payment-requests",
      operationId: "createPaymentRequest",
      tag,
      summary: "Create a payment request to top up the balance",
      description:
        "Returns as soon as the request is stored. The gateway's invoice follows within seconds, in `invoiceUrl` and with a payment_request.updated event. When it is paid, the balance is credited.",
      scope: "billing:write",
      body: CreatePaymentRequest,
      response: PaymentRequest,
      errors: ["conflict", "validation_error"],
      rules: "The currency must be the installation's own.",
      example: { body: { amount: 50, currency: "USD", description: "Credit for May" } },
      handle: (ctx, { body }) => service.create(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: "/billing/payment-requests",
      operationId: "listPaymentRequests",
      tag,
      summary: "List payment requests, newest first",
      scope: "billing:read",
      query: ListPaymentRequestsQuery,
      response: PaymentRequestList,
      errors: ["invalid_cursor", "not_found"],
      async handle(ctx, { query }) {
        await billing.requireOwnApp(ctx.tx, query.appId);
        const filters = { list: "payment requests" };
        const rows = await listPaymentRequests(ctx.tx, pager.read(ctx.tenantId, filters, query.cursor), query.limit + 1);
        return pager.page(ctx.tenantId, filters, rows, query.limit, newest, service.render);
      },
    }),
    readRoute({
      method: "GET",
      path: "/billing/payment-requests/:id",
      operationId: "getPaymentRequest",
      tag,
      summary: "Get a payment request",
      scope: "billing:read",
      params: IdParams,
      response: PaymentRequest,
      handle: async (ctx, { params }) => service.render(await service.get(ctx.tx, idOf(params))),
    }),
    writeRoute({
      method: "POST",
      path: "/billing/payment-requests/:id/cancel",
      operationId: "cancelPaymentRequest",
      tag,
      summary: "Cancel a pending payment request",
      description: "Its invoice is cancelled at the gateway. If it is paid before that, the amount is credited and the request is paid.",
      scope: "billing:write",
      params: IdParams,
      response: PaymentRequest,
      errors: ["invalid_transition"],
      exists,
      handle: (ctx, { params }) => service.cancel(ctx, idOf(params)),
    }),
    readRoute({
      method: "GET",
      path: "/admin/billing/payment-requests",
      operationId: "listAdminPaymentRequests",
      tag: "Administration",
      summary: "List payment requests of organizations, newest first",
      description: "Covers all organizations that the credential can reach.",
      scope: "admin:read",
      query: ListAdminPaymentRequestsQuery,
      response: AdminPaymentRequestList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query }) {
        const filters = { list: "admin payment requests" };
        const rows = await listReachedPaymentRequests(reach.rows(ctx), pager.read(ctx.tenantId, filters, query.cursor), query.limit + 1);
        return pager.page(ctx.tenantId, filters, rows, query.limit, newest, service.renderForAdmin);
      },
    }),
    readRoute({
      method: "GET",
      path: "/admin/billing/payment-requests/:id",
      operationId: "getAdminPaymentRequest",
      tag: "Administration",
      summary: "Get a payment request of an organization",
      scope: "admin:read",
      params: IdParams,
      response: AdminPaymentRequest,
      handle: (ctx, { params }) =>
        reach.withinOwner(ctx, "payment_requests", parseWireId("pay", params.id), async (there, id) =>
          service.renderForAdmin(await service.get(there.tx, id)),
        ),
    }),
    writeRoute({
      method: "POST",
      path: "/admin/billing/payment-requests/:id/cancel",
      operationId: "cancelAdminPaymentRequest",
      tag: "Administration",
      summary: "Reject an organization's pending payment request",
      description:
        "Like a cancellation by the organization itself: the invoice is cancelled at the gateway, and credited if it is paid before that. For money that arrived another way, see `POST /admin/apps/{id}/top-up`.",
      scope: "admin:write",
      platformOnly: true,
      params: IdParams,
      response: AdminPaymentRequest,
      errors: ["invalid_transition"],
      exists: async (ctx, params) => {
        await reach.withinOwner(ctx, "payment_requests", parseWireId("pay", params.id), (there, id) => service.get(there.tx, id));
      },
      handle: (ctx, { params }) =>
        reach.withinOwner(ctx, "payment_requests", parseWireId("pay", params.id), async (there, id) => {
          await service.cancel(there, id);
          return service.renderForAdmin(await service.get(there.tx, id));
        }),
    }),
  ];
}
