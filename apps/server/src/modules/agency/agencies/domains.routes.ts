import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, publicRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import { AskedDomain, AskDomainQuery, CreateDomain, Domain, DomainList, ListDomainsQuery } from "./domains.schema.ts";
import type { DomainsService } from "./domains.service.ts";

const tag = "Agencies";

export function domainRoutes(service: DomainsService): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => service.exists(ctx, params.id);
  return [
    readRoute({
      method: "GET",
      path: "/agencies/current/domains",
      operationId: "listDomains",
      tag,
      summary: "List the agency's custom domains",
      scope: "agency:read",
      agencyOnly: true,
      query: ListDomainsQuery,
      response: DomainList,
      errors: ["invalid_cursor"],
      handle: (ctx, { query }) => service.list(ctx, query),
    }),
    writeRoute({
      method: "POST",
      path: "/agencies/current/domains",
      operationId: "createDomain",
      tag,
      summary: "Claim a custom domain",
      description: "The response contains the TXT record that proves the claim. Until the record is found, the claim reserves nothing.",
      scope: "agency:write",
      agencyOnly: true,
      body: CreateDomain,
      response: Domain,
      errors: ["already_exists", "conflict", "entitlement_exceeded"],
      rules: "The server's own name.",
      example: { body: { hostname: "inbox.agency.example" } },
      handle: (ctx, { body }) => service.create(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: "/agencies/current/domains/:id",
      operationId: "getDomain",
      tag,
      summary: "Get a custom domain",
      scope: "agency:read",
      agencyOnly: true,
      params: IdParams,
      response: Domain,
      handle: (ctx, { params }) => service.get(ctx, params.id),
    }),
    writeRoute({
      method: "DELETE",
      path: "/agencies/current/domains/:id",
      operationId: "deleteDomain",
      tag,
      summary: "Release a custom domain",
      scope: "agency:write",
      agencyOnly: true,
      params: IdParams,
      response: Deleted,
      exists,
      handle: (ctx, { params }) => service.delete(ctx, params.id),
    }),
    writeRoute({
      method: "POST",
      path: "/agencies/current/domains/:id/verify",
      operationId: "verifyDomain",
      tag,
      summary: "Check a custom domain's proof now",
      description:
        "The status reports the outcome. A verified domain is checked again every day and suspended after three days without the proof.",
      scope: "agency:write",
      agencyOnly: true,
      params: IdParams,
      response: Domain,
      errors: ["conflict"],
      exists,
      prepare: (ctx, { params }) => service.lookUp(ctx, params.id),
      handle: (ctx, { params }, found) => service.verify(ctx, params.id, found),
    }),
    publicRoute({
      method: "GET",
      path: "/public/domains/ask",
      operationId: "askDomain",
      tag,
      summary: "Check whether a host name may get a certificate here",
      description: "For a reverse proxy that obtains certificates on demand: 200 for an active custom domain, 404 for every other name.",
      scope: null,
      query: AskDomainQuery,
      response: AskedDomain,
      errors: ["not_found"],
      handle: async (_ctx, _body, _params, { domain }) => ({ body: await service.ask(domain) }),
    }),
  ];
}
