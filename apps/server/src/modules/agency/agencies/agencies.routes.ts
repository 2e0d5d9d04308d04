import type { TSchema } from "typebox";
import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, batchedRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { IdParams } from "#platform/http/schemas.ts";
import type { AccessTokensService } from "./access-tokens/access-tokens.service.ts";
import * as schema from "./agencies.schema.ts";
import type { ClientsService } from "./clients.service.ts";
import type { GrantsService } from "./grants.service.ts";
import type { LinksService } from "./links.service.ts";

const tag = "Agencies";

/** What an agency manages: itself, its clients, and how it acts for them. */
export function agencyRoutes(clients: ClientsService, grants: GrantsService, tokens: AccessTokensService, snapshot: TSchema): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await clients.find(ctx, params.id);
  };
  return [
    readRoute({
      method: "GET",
      path: "/agencies/current",
      operationId: "getAgency",
      tag,
      summary: "Get the agency's own profile",
      scope: "agency:read",
      agencyOnly: true,
      response: schema.Agency,
      handle: (ctx) => clients.profile(ctx),
    }),
    writeRoute({
      method: "PATCH",
      path: "/agencies/current",
      operationId: "updateAgency",
      tag,
      summary: "Update the agency's own profile",
      scope: "agency:write",
      agencyOnly: true,
      body: schema.UpdateAgency,
      response: schema.Agency,
      example: { body: { contactEmail: "hello@agency.example", website: "https://agency.example" } },
      handle: (ctx, { body }) => clients.updateProfile(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: "/agencies/current/clients",
      operationId: "listAgencyClients",
      tag,
      summary: "List the agency's clients",
      scope: "agency:read",
      agencyOnly: true,
      query: schema.ListClientsQuery,
      response: schema.AgencyClientList,
      errors: ["invalid_cursor"],
      handle: (ctx, { query }) => clients.list(ctx, query),
    }),
    batchedRoute({
      method: "POST",
      path: "/agencies/current/clients",
      operationId: "createAgencyClient",
      tag,
      summary: "Create a client",
      description:
        "Creates a separate organization, linked to the agency, and invites its owner by e-mail. With `grant` the agency can act for it from the start; the client sees that grant and can revoke it. With `snapshot` or `snapshotId`, or the agency's default snapshot, it is set up in the background right after; the client's `setup` reports the progress.",
      scope: "agency:write",
      agencyOnly: true,
      rules: "A part of the snapshot is unknown.",
      body: schema.createClientWith(snapshot),
      response: schema.CreatedClient,
      example: {
        body: {
          name: "Harbour Bakery",
          ownerEmail: "owner@bakery.example",
          reference: "C-1042",
          grant: { scopes: ["contacts:read", "contacts:write"] },
        },
      },
      handle: (ctx, { body }, idempotency) => clients.create(ctx, body as schema.CreateClient, idempotency),
    }),
    readRoute({
      method: "GET",
      path: "/agencies/current/clients/:id",
      operationId: "getAgencyClient",
      tag,
      summary: "Get a client",
      scope: "agency:read",
      agencyOnly: true,
      params: IdParams,
      response: schema.AgencyClient,
      handle: (ctx, { params }) => clients.get(ctx, params.id),
    }),
    writeRoute({
      method: "PATCH",
      path: "/agencies/current/clients/:id",
      operationId: "updateAgencyClient",
      tag,
      summary: "Suspend, resume or end a client, or change its reference",
      description:
        "While a client is suspended, the agency cannot act for it; the client's own work continues. Ending a client revokes its grants permanently and leaves the organization to its members.",
      scope: "agency:write",
      agencyOnly: true,
      params: IdParams,
      body: schema.UpdateClient,
      response: schema.AgencyClient,
      errors: ["invalid_transition"],
      example: { body: { reference: "C-1042" } },
      exists,
      wakeTopics: ["keys"],
      handle: (ctx, { params, body }) => clients.update(ctx, params.id, body),
    }),
    readRoute({
      method: "GET",
      path: "/agencies/current/clients/:id/grants",
      operationId: "listClientGrants",
      tag,
      summary: "List the grants that the agency requested from a client",
      scope: "agency:read",
      agencyOnly: true,
      params: IdParams,
      query: schema.ListGrantsQuery,
      response: schema.AgencyGrantList,
      errors: ["invalid_cursor"],
      handle: (ctx, { params, query }) => grants.listOfClient(ctx, params.id, query),
    }),
    writeRoute({
      method: "POST",
      path: "/agencies/current/clients/:id/grants",
      operationId: "requestGrant",
      tag,
      summary: "Request a grant from a client",
      description: "Pending until the client accepts or refuses it at `/agency-grants`. Once accepted, it replaces the current grant.",
      scope: "agency:write",
      agencyOnly: true,
      params: IdParams,
      body: schema.RequestGrant,
      response: schema.AgencyGrant,
      errors: ["already_exists", "conflict"],
      example: { body: { scopes: ["contacts:read", "messages:send"], message: "To answer your customers at weekends." } },
      exists,
      handle: (ctx, { params, body }) => grants.request(ctx, params.id, body),
    }),
    writeRoute({
      method: "POST",
      path: "/agencies/current/clients/:id/access-tokens",
      operationId: "createAccessToken",
      tag,
      summary: "Create an access token to act for a client",
      description:
        "Returns an API key of the client, valid for at most an hour, with scopes from the current grant. It stops working when the grant ends, when the client is suspended or ended, and when the key that created it is revoked or the person who did leaves the agency or may no longer act for clients. It expires no later than the key that created it. Its actions are recorded in both audit logs.",
      scope: "agency:act",
      agencyOnly: true,
      hasSecretResponse: true,
      params: IdParams,
      body: schema.CreateAccessToken,
      response: schema.AccessToken,
      errors: ["grant_required", "insufficient_scope", "conflict"],
      example: { body: { scopes: ["contacts:read"], ttlSeconds: 900 } },
      exists,
      handle: (ctx, { params, body }) => tokens.mint(ctx, params.id, body),
    }),
  ];
}

/** An agency asks an existing organization to become its client. */
export function linkRoutes(links: LinksService): AnyRoute[] {
  const path = "/agencies/current/link-requests";
  return [
    readRoute({
      method: "GET",
      path,
      operationId: "listAgencyLinkRequests",
      tag,
      summary: "List the agency's requests to organizations to become clients",
      scope: "agency:read",
      agencyOnly: true,
      query: schema.ListLinkRequestsQuery,
      response: schema.LinkRequestList,
      errors: ["invalid_cursor"],
      handle: (ctx, { query }) => links.list(ctx, query),
    }),
    writeRoute({
      method: "POST",
      path,
      operationId: "createAgencyLinkRequest",
      tag,
      summary: "Ask an organization to become a client",
      description:
        "Name the organization by its id or by an owner's e-mail address. Its owner sees the request at `/agency-grants` and answers there. The response, and the request until it is answered, are the same whether or not the organization exists.",
      scope: "agency:write",
      agencyOnly: true,
      body: schema.CreateLinkRequest,
      response: schema.LinkRequest,
      example: {
        body: { organization: "owner@bakery.example", scopes: ["contacts:read", "messages:send"], message: "As we said on the phone." },
      },
      handle: (ctx, { body }) => links.request(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: `${path}/:id`,
      operationId: "getAgencyLinkRequest",
      tag,
      summary: "Get a request to an organization",
      scope: "agency:read",
      agencyOnly: true,
      params: IdParams,
      response: schema.LinkRequest,
      handle: (ctx, { params }) => links.get(ctx, params.id),
    }),
    writeRoute({
      method: "POST",
      path: `${path}/:id/withdraw`,
      operationId: "withdrawAgencyLinkRequest",
      tag,
      summary: "Withdraw a pending request",
      scope: "agency:write",
      agencyOnly: true,
      params: IdParams,
      response: schema.LinkRequest,
      errors: ["invalid_transition"],
      exists: async (ctx, params) => {
        await links.get(ctx, params.id);
      },
      handle: (ctx, { params }) => links.withdraw(ctx, params.id),
    }),
  ];
}

/** The client's side: who asks to act for it, and its answer. */
export function grantRoutes(grants: GrantsService): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => grants.exists(ctx, params.id);
  const grantTag = "Agency grants";
  return [
    readRoute({
      method: "GET",
      path: "/agency-grants",
      operationId: "listAgencyGrants",
      tag: grantTag,
      summary: "List the grants that agencies hold or request here",
      scope: "organization:read",
      query: schema.ListGrantsQuery,
      response: schema.AgencyGrantList,
      errors: ["invalid_cursor"],
      handle: (ctx, { query }) => grants.list(ctx, query),
    }),
    readRoute({
      method: "GET",
      path: "/agency-grants/:id",
      operationId: "getAgencyGrant",
      tag: grantTag,
      summary: "Get a grant",
      scope: "organization:read",
      params: IdParams,
      response: schema.AgencyGrant,
      handle: (ctx, { params }) => grants.get(ctx, params.id),
    }),
    writeRoute({
      method: "POST",
      path: "/agency-grants/:id/accept",
      operationId: "acceptAgencyGrant",
      tag: grantTag,
      summary: "Accept a grant",
      description:
        "The agency can then act here with these scopes, or with those of them that are chosen. Nobody can grant scopes they lack, except an owner. Replaces the current grant. With a `linkRequestId` the organization also becomes the agency's client, which needs an owner's own sign-in, or a key with all scopes of an owner (every scope but `admin:*`).",
      scope: "organization:write",
      params: IdParams,
      body: schema.AcceptGrant,
      response: schema.AgencyGrant,
      rules: "A scope that the agency did not request",
      errors: ["invalid_transition", "insufficient_scope", "forbidden", "conflict"],
      example: { body: { scopes: ["contacts:read"] } },
      exists,
      wakeTopics: ["keys"],
      handle: (ctx, { params, body }) => grants.accept(ctx, params.id, body),
    }),
    writeRoute({
      method: "POST",
      path: "/agency-grants/:id/refuse",
      operationId: "refuseAgencyGrant",
      tag: grantTag,
      summary: "Refuse a pending grant",
      scope: "organization:write",
      params: IdParams,
      response: schema.AgencyGrant,
      errors: ["invalid_transition"],
      exists,
      handle: (ctx, { params }) => grants.refuse(ctx, params.id),
    }),
    writeRoute({
      method: "POST",
      path: "/agency-grants/:id/revoke",
      operationId: "revokeAgencyGrant",
      tag: grantTag,
      summary: "Revoke a grant: the agency's access tokens stop working at once",
      scope: "organization:write",
      params: IdParams,
      response: schema.AgencyGrant,
      errors: ["invalid_transition"],
      exists,
      wakeTopics: ["keys"],
      handle: (ctx, { params }) => grants.revoke(ctx, params.id),
    }),
  ];
}
