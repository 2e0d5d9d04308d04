import type { Static } from "typebox";
import { recordAudit } from "#platform/audit/audit.ts";
import type { Reach } from "#platform/auth/reach.ts";
import { AppError } from "#platform/errors/app-error.ts";
import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { IdParams, ListOf, listQuery, type PageInfo } from "#platform/http/schemas.ts";
import { type IdSource, parseWireId } from "#platform/ids/ids.ts";
import type { Allowance } from "./allowance.ts";
import { type Entitlements, entitlementSchemas } from "./entitlements.schema.ts";
import type { EntitlementsService } from "./entitlements.service.ts";

/** How to find an agency's client and work in the client's tenant: modules/agency/agencies. */
export interface Clients {
  /**
   * Throws not_found for an organization that is not the agency's client. `lock`: the client relationship cannot end
   * meanwhile.
   */
  find(ctx: TxContext, wire: string, lock?: boolean): Promise<{ client_id: string; status: string }>;
  within<T>(ctx: TxContext, clientId: string, verb: (there: TxContext) => Promise<T>): Promise<T>;
  /** A page of the agency's clients without those that have ended, newest first. */
  listIds(
    ctx: TxContext,
    page: { limit: number; cursor?: string | undefined },
  ): Promise<{ data: string[]; pageInfo: Static<typeof PageInfo> }>;
}

export function entitlementRoutes(
  deps: { ids: IdSource; allowances: readonly Allowance[]; clients: Clients; reach: Pick<Reach, "within"> },
  service: EntitlementsService,
): AnyRoute[] {
  const schema = entitlementSchemas(deps.allowances);
  return [
    readRoute({
      method: "GET",
      path: "/organization/entitlements",
      operationId: "getEntitlements",
      tag: "Organization",
      summary: "Get the organization's limits and usage",
      description:
        "Set by the agency whose client the organization is. Requests that would exceed a limit are refused with `entitlement_exceeded`.",
      scope: "organization:read",
      response: schema.shown,
      handle: (ctx) => service.show(ctx.tx, ctx.now),
    }),
    readRoute({
      method: "GET",
      path: "/admin/organizations/:id/entitlements",
      operationId: "getAdminEntitlements",
      tag: "Administration",
      summary: "Get an organization's limits and usage",
      description: "For an organization that the credential can reach.",
      scope: "admin:read",
      params: IdParams,
      response: schema.shown,
      handle: (ctx, { params }) => deps.reach.within(ctx, parseWireId("org", params.id), (there) => service.show(there.tx, there.now)),
    }),
    readRoute({
      method: "GET",
      path: "/agencies/current/entitlements",
      operationId: "listClientEntitlements",
      tag: "Agencies",
      summary: "List the limits and usage of all clients, newest client first",
      description: "Without ended clients.",
      scope: "agency:read",
      agencyOnly: true,
      query: listQuery({}),
      response: ListOf(schema.shown),
      errors: ["invalid_cursor"],
      async handle(ctx, { query }) {
        const page = await deps.clients.listIds(ctx, query);
        const data: Entitlements[] = [];
        for (const id of page.data) data.push(await deps.clients.within(ctx, id, (there) => service.show(there.tx, there.now)));
        return { ...page, data };
      },
    }),
    readRoute({
      method: "GET",
      path: "/agencies/current/clients/:id/entitlements",
      operationId: "getClientEntitlements",
      tag: "Agencies",
      summary: "Get a client's limits and usage",
      description: "409 `conflict` for a client that has ended: its usage, and the limits of its next agency, are its own.",
      scope: "agency:read",
      agencyOnly: true,
      params: IdParams,
      response: schema.shown,
      errors: ["conflict"],
      async handle(ctx, { params }) {
        const { client_id, status } = await deps.clients.find(ctx, params.id);
        if (status === "ended") throw new AppError("conflict", { message: "An agency cannot see the limits of a client that has ended." });
        return deps.clients.within(ctx, client_id, (there) => service.show(there.tx, there.now));
      },
    }),
    writeRoute({
      method: "PUT",
      path: "/agencies/current/clients/:id/entitlements",
      operationId: "updateClientEntitlements",
      tag: "Agencies",
      summary: "Set a client's limits",
      description:
        "A limit may be lower than the current usage (`exceeded`): nothing is removed, and nothing can be added until usage falls below the limit. Customers' messages are always received. Limits end when the client is ended.",
      scope: "agency:write",
      agencyOnly: true,
      params: IdParams,
      body: schema.update,
      response: schema.shown,
      errors: ["conflict"],
      rules: "A limit is given under both of its names with different values.",
      example: { body: { seats: 5, contacts: 10_000, messagesPerMonth: null } },
      async exists(ctx, params) {
        await deps.clients.find(ctx, params.id);
      },
      async handle(ctx, { params, body }) {
        const limits = service.named(body);
        const { client_id, status } = await deps.clients.find(ctx, params.id, true);
        if (status === "ended") throw new AppError("conflict", { message: "An agency cannot limit a client that has ended." });
        const { changes, shown } = await deps.clients.within(ctx, client_id, async (there) => ({
          changes: await service.set(there, limits),
          shown: await service.show(there.tx, there.now),
        }));
        if (Object.keys(changes).length > 0) await recordAudit(ctx, deps.ids, "agency_client.entitlements_updated", params.id, changes);
        return shown;
      },
    }),
  ];
}
