import type { TxContext } from "#platform/http/context.ts";
import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { IdParams } from "#platform/http/schemas.ts";
import {
  AuthorizationCode,
  ChannelAuthorization,
  CompleteAuthorization,
  ReconnectChannel,
  StartAuthorization,
  StartedAuthorization,
} from "./authorizations.schema.ts";
import type { AuthorizationsService } from "./authorizations.service.ts";
import type { ChannelStore } from "../channel-store.ts";
import { Channel } from "../channels.schema.ts";

const tag = "Channels";

export function authorizationRoutes(service: AuthorizationsService, store: ChannelStore): AnyRoute[] {
  const exists = async (ctx: TxContext, params: { id: string }) => {
    await service.get(ctx.tx, params.id);
  };
  return [
    writeRoute({
      method: "POST",
      path: "/channels/authorizations",
      operationId: "startChannelAuthorization",
      tag,
      summary: "Start connecting a channel by signing in at its platform",
      description:
        "Send the person's browser to `authorizeUrl`. It returns to this server, then to `redirectUri` with `authorization` and `status`.",
      scope: "channels:write",
      body: StartAuthorization,
      response: StartedAuthorization,
      // The address contains the state.
      hasSecretResponse: true,
      errors: ["unsupported_by_channel"],
      example: { body: { kind: "chat_app", name: "Support" } },
      handle: (ctx, { body }) => service.start(ctx, body),
    }),
    readRoute({
      method: "GET",
      path: "/channels/authorizations/:id",
      operationId: "getChannelAuthorization",
      tag,
      summary: "Get an authorisation: its status and the accounts it returned",
      scope: "channels:read",
      params: IdParams,
      response: ChannelAuthorization,
      handle: (ctx, { params }) => service.render(ctx.tx, params.id),
    }),
    writeRoute({
      method: "POST",
      path: "/channels/authorizations/:id/complete",
      operationId: "completeChannelAuthorization",
      tag,
      summary: "Connect one of the accounts that an authorisation returned",
      scope: "channels:write",
      params: IdParams,
      body: CompleteAuthorization,
      response: Channel,
      errors: ["invalid_transition", "entitlement_exceeded"],
      example: { body: { externalId: "118822334455667" } },
      exists,
      handle: (ctx, { params, body }) => service.complete(ctx, params.id, body),
    }),
    writeRoute({
      method: "POST",
      path: "/channels/authorizations/:id/code",
      operationId: "exchangeChannelAuthorizationCode",
      tag,
      summary: "Submit the code that the platform's pop-up returned to your page",
      description: "Only for platforms whose sign-up can run in your own page; see GET /channels/kinds.",
      scope: "channels:write",
      params: IdParams,
      body: AuthorizationCode,
      response: ChannelAuthorization,
      errors: ["invalid_transition", "unsupported_by_channel"],
      example: { body: { code: "AQB…" } },
      exists,
      prepare: (ctx, { params, body }): Promise<void> => service.exchangeCode(ctx, params.id, body.code),
      handle: (ctx, { params }) => service.exchanged(ctx, params.id),
    }),
    writeRoute({
      method: "POST",
      path: "/channels/:id/reconnect",
      operationId: "reconnectChannel",
      tag,
      summary: "Start renewing a channel's credentials by signing in with the same account",
      scope: "channels:write",
      params: IdParams,
      body: ReconnectChannel,
      response: StartedAuthorization,
      hasSecretResponse: true,
      errors: ["unsupported_by_channel"],
      example: { body: {} },
      exists: async (ctx, params) => {
        await store.get(ctx.tx, params.id);
      },
      handle: (ctx, { params, body }) => service.reconnect(ctx, params.id, body.redirectUri),
    }),
  ];
}
