import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, publicRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import type { createAccepting } from "./accepting.ts";
import * as schema from "./invitations.schema.ts";
import type { InvitationsService } from "./invitations.service.ts";

const tag = "Members";

export function invitationRoutes(service: InvitationsService, accepting: ReturnType<typeof createAccepting>): AnyRoute[] {
  const exists = (ctx: TxContext, params: { id: string }) => service.exists(ctx, params.id);
  return [
    readRoute({
      method: "GET",
      path: "/invitations",
      operationId: "listInvitations",
      tag,
      summary: "List invitations, including past ones",
      scope: "agents:read",
      query: schema.ListInvitationsQuery,
      response: schema.InvitationList,
      errors: ["invalid_cursor"],
      handle: (ctx, { query }) => service.list(ctx, query),
    }),
    writeRoute({
      method: "POST",
      path: "/invitations",
      operationId: "createInvitation",
      tag,
      summary: "Invite a person by e-mail",
      description:
        "The link in the e-mail is valid once, for seven days. A person can assign roles up to their own, a key only roles whose scopes it has.",
      scope: "agents:write",
      body: schema.CreateInvitation,
      response: schema.Invitation,
      errors: ["already_exists", "forbidden", "entitlement_exceeded"],
      example: { body: { email: "grace@example.com", role: "agent", name: "Grace Hopper" } },
      wakeTopics: ["mail"],
      handle: (ctx, { body }) => service.create(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: "/invitations/:id",
      operationId: "getInvitation",
      tag,
      summary: "Get an invitation",
      scope: "agents:read",
      params: IdParams,
      response: schema.Invitation,
      handle: (ctx, { params }) => service.get(ctx, params.id),
    }),
    writeRoute({
      method: "POST",
      path: "/invitations/:id/resend",
      operationId: "resendInvitation",
      tag,
      summary: "Resend an invitation, valid for another seven days",
      description: "The previous link becomes invalid once the new e-mail is sent. At most ten e-mails a day per invitation.",
      scope: "agents:write",
      params: IdParams,
      response: schema.Invitation,
      errors: ["conflict", "forbidden", "entitlement_exceeded"],
      exists,
      wakeTopics: ["mail"],
      handle: (ctx, { params }) => service.resend(ctx, params.id),
    }),
    writeRoute({
      method: "DELETE",
      path: "/invitations/:id",
      operationId: "revokeInvitation",
      tag,
      summary: "Withdraw an invitation; it stays listed as revoked",
      scope: "agents:write",
      params: IdParams,
      response: Deleted,
      errors: ["conflict", "forbidden"],
      exists,
      handle: (ctx, { params }) => service.revoke(ctx, params.id),
    }),
    publicRoute({
      method: "POST",
      path: "/auth/invitations/preview",
      operationId: "previewInvitation",
      tag,
      summary: "Get the invitation that a token belongs to",
      scope: null,
      body: schema.PreviewInvitation,
      response: schema.InvitationPreview,
      example: { body: { token: "Zk3mQ…" } },
      handle: (ctx, body) => accepting.preview(ctx, body),
    }),
    publicRoute({
      method: "POST",
      path: "/auth/invitations/accept",
      operationId: "acceptInvitation",
      tag,
      summary: "Accept an invitation with the token from the e-mail",
      description: "A new account chooses its password here; an existing account keeps its password. Sign in afterwards.",
      scope: null,
      body: schema.AcceptInvitation,
      response: schema.AcceptedInvitation,
      errors: ["already_exists", "conflict"],
      example: { body: { token: "Zk3mQ…", name: "Grace Hopper", password: "correct horse battery staple" } },
      handle: (ctx, body) => accepting.accept(ctx, body),
    }),
  ];
}
