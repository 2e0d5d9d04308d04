import type { Reach } from "#platform/auth/reach.ts";
import { invalidField } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { IdParams } from "#platform/http/schemas.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { listSubscriptions } from "./subscriptions.queries.ts";
import { ListSubscriptionsQuery, Subscription, SubscriptionList, UpdateSubscription } from "./subscriptions.schema.ts";
import type { SubscriptionsService } from "./subscriptions.service.ts";

const tag = "Administration";

export function subscriptionRoutes(deps: { reach: Reach; pager: Pager }, service: SubscriptionsService): AnyRoute[] {
  const { reach, pager } = deps;
  const within = <T>(ctx: TxContext, params: { id: string }, verb: (ctx: TxContext, id: string) => Promise<T>) =>
    reach.withinOwner(ctx, "subscriptions", parseWireId("sub", params.id), verb);
  return [
    readRoute({
      method: "GET",
      path: "/billing/subscription",
      operationId: "getOwnSubscription",
      tag: "Billing",
      summary: "Get the organization's subscription",
      scope: "billing:read",
      response: Subscription,
      handle: async (ctx) => service.render(await service.own(ctx.tx)),
    }),
    readRoute({
      method: "GET",
      path: "/admin/subscriptions",
      operationId: "listSubscriptions",
      tag,
      summary: "List or search subscriptions",
      description: "Covers all organizations that the credential can reach, newest first.",
      scope: "admin:read",
      query: ListSubscriptionsQuery,
      response: SubscriptionList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor, search, status } }) {
        if (search?.trim() === "") throw invalidField("search", "too_short");
        const filters = { list: "subscriptions", search: search?.trim(), status };
        const rows = await listSubscriptions(reach.rows(ctx), filters, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.position, row.id], service.render);
      },
    }),
    readRoute({
      method: "GET",
      path: "/admin/subscriptions/:id",
      operationId: "getSubscription",
      tag,
      summary: "Get a subscription",
      scope: "admin:read",
      params: IdParams,
      response: Subscription,
      handle: (ctx, { params }) => within(ctx, params, async (there, id) => service.render(await service.get(there.tx, id))),
    }),
    writeRoute({
      method: "PATCH",
      path: "/admin/subscriptions/:id",
      operationId: "updateSubscription",
      tag,
      summary: "Update a subscription",
      description:
        "Omitted fields keep their values. trialing -> active | past_due | paused | cancelled | expired; active -> past_due | paused | cancelled | expired; past_due -> active | paused | cancelled | expired; paused -> active | cancelled | expired; cancelled | expired -> active | trialing. An organization's own key, or its agency's, may cancel its subscription and resume one that it has cancelled (with an unpaid bill it becomes past_due again). Only the platform can resume what it has paused, cancelled or ended, or change the terms: 403.",
      scope: "admin:write",
      params: IdParams,
      body: UpdateSubscription,
      response: Subscription,
      errors: ["forbidden", "invalid_transition", "validation_error"],
      rules:
        "The end must be after the start, the next bill not before it; a trial needs a future nextBilling; a bill is charged only once; with no bills left, nextBilling must be null.",
      exists: async (ctx, params) => {
        await within(ctx, params, (there, id) => service.get(there.tx, id));
      },
      example: { body: { status: "active", itemName: "Team", billingAmount: 49, cycles: 12 } },
      handle: (ctx, { params, body }) => within(ctx, params, (there, id) => service.update(there, id, body)),
    }),
  ];
}
