import { Type } from "typebox";
import { type AnyRoute, contentRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { IdParams } from "#platform/http/schemas.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { EraseContact, ListRequestsQuery, PrivacyRequest, PrivacyRequestList } from "./privacy.schema.ts";
import { type PrivacyService, renderRequest } from "./privacy.service.ts";

const tag = "Privacy";
/** A file shows more than an agent may see, so people need an administrator's permission. */
const sessionScope = "organization:write";
/**
 * The scopes of everything that an export file contains: it reveals nothing that its reader could not read directly.
 */
const alsoScopes = ["conversations:read", "messages:read", "media:read", "pipeline:read", "tickets:read", "voice:read"] as const;

export function privacyRoutes(service: PrivacyService, pager: Pager): AnyRoute[] {
  return [
    writeRoute({
      method: "POST",
      path: "/contacts/:id/export",
      operationId: "exportContact",
      tag,
      summary: "Export all data of a contact",
      description:
        "JSON Lines, each line `{ record, … }`: the contact, its identities, conversations, messages with their files (base64, in parts of at most 512 KiB), notes, deals, orders, tickets and activities. Written in the background, kept for 7 days.",
      scope: "contacts:read",
      sessionScope,
      alsoScopes,
      params: IdParams,
      response: PrivacyRequest,
      errors: ["conflict"],
      exists: (ctx, params) => service.exists(ctx.tx, params.id),
      handle: (ctx, { params }) => service.exportContact(ctx, params.id),
    }),
    writeRoute({
      method: "POST",
      path: "/contacts/:id/erase",
      operationId: "eraseContact",
      tag,
      summary: "Erase a contact and all of its data",
      description:
        "When the response arrives, the contact has no name and no address and receives nothing more. Conversations, messages, files, deals, orders, tickets, events and all other data about the person are removed in the background (docs/subsystems/administration/privacy.md). This cannot be undone. If the person writes again, a new contact is created.",
      // An erasure affects everybody and includes messages and files: only owners and administrators may request it,
      // and no agency's grant includes it.
      scope: "organization:write",
      params: IdParams,
      body: EraseContact,
      response: PrivacyRequest,
      errors: ["conflict"],
      example: { body: { confirm: "erase" } },
      exists: (ctx, params) => service.exists(ctx.tx, params.id),
      handle: (ctx, { params }) => service.eraseContact(ctx, params.id),
    }),
    readRoute({
      method: "GET",
      path: "/privacy/requests",
      operationId: "listPrivacyRequests",
      tag,
      summary: "List exports and erasures of contacts",
      scope: "contacts:read",
      sessionScope,
      query: ListRequestsQuery,
      response: PrivacyRequestList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query: { limit, cursor, ...filter } }) {
        const filters = { list: "privacy-requests", ...filter };
        const rows = await service.list(ctx.tx, filter, pager.read(ctx.tenantId, filters, cursor), limit + 1);
        return pager.page(ctx.tenantId, filters, rows, limit, (row) => [row.at, row.id], renderRequest);
      },
    }),
    readRoute({
      method: "GET",
      path: "/privacy/requests/:id",
      operationId: "getPrivacyRequest",
      tag,
      summary: "Get an export or an erasure, with its report",
      scope: "contacts:read",
      sessionScope,
      params: IdParams,
      response: PrivacyRequest,
      handle: (ctx, { params }) => service.get(ctx.tx, params.id),
    }),
    contentRoute({
      method: "GET",
      path: "/privacy/requests/:id/file",
      operationId: "getPrivacyRequestFile",
      contentType: "application/x-ndjson",
      tag,
      summary: "Download an export file",
      description: "Supports Range and HEAD. 409 until the file is complete, and after it has expired.",
      scope: "contacts:read",
      sessionScope,
      alsoScopes,
      params: IdParams,
      response: Type.String(),
      errors: ["conflict"],
      open: (ctx, params) => service.open(ctx, params.id),
    }),
  ];
}
