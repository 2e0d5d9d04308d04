import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { Deleted, IdParams } from "#platform/http/schemas.ts";
import type { Pager } from "#platform/pagination/page.ts";
import { listChannels } from "./channels.queries.ts";
import { Channel, ChannelKindList, ChannelList, CreateChannel, ListChannelsQuery, UpdateChannel } from "./channels.schema.ts";
import type { ChannelsService, CheckedConfig } from "./channels.service.ts";
import type { ConnectorRegistry, InstalledConnector } from "./connectors.ts";
import type { CheckChannelHealth } from "./health/health.ts";
import { ChannelHealth } from "./health/health.schema.ts";

const tag = "Channels";
const newest = (row: { created_at: Date; id: string }) => [row.created_at.toISOString(), row.id];

export interface ChannelRoutesDeps {
  service: ChannelsService;
  health: CheckChannelHealth;
  registry: ConnectorRegistry;
  pager: Pager;
  callbackUriOf(installed: InstalledConnector): string;
}

export function channelRoutes({ service, health, registry, pager, callbackUriOf }: ChannelRoutesDeps): AnyRoute[] {
  const exists = async (ctx: { tx: Parameters<ChannelsService["get"]>[0] }, params: { id: string }) => {
    await service.get(ctx.tx, params.id);
  };
  return [
    readRoute({
      method: "GET",
      path: "/channels",
      operationId: "listChannels",
      tag,
      summary: "List channels",
      scope: "channels:read",
      query: ListChannelsQuery,
      response: ChannelList,
      errors: ["invalid_cursor"],
      async handle(ctx, { query }) {
        const filters = { list: "channels", kind: query.kind, status: query.status };
        const after = pager.read(ctx.tenantId, filters, query.cursor);
        const rows = await listChannels(ctx.tx, { kind: query.kind, status: query.status }, after, query.limit + 1);
        const page = pager.page(ctx.tenantId, filters, rows, query.limit, newest, (row) => row);
        return { data: await Promise.all(page.data.map((row) => service.render(ctx.tx, row))), pageInfo: page.pageInfo };
      },
    }),
    readRoute({
      method: "GET",
      path: "/channels/kinds",
      operationId: "listChannelKinds",
      tag,
      summary: "List channel kinds and their settings",
      scope: "channels:read",
      response: ChannelKindList,
      async handle() {
        const data = registry.kinds().map((kind) => {
          const installed = registry.byKind(kind);
          if (installed === null) throw new Error(`connector ${kind} is gone`);
          const { description, authorization } = installed.connector;
          return {
            kind,
            label: description.label,
            externalIdField: description.externalIdField,
            addressKind: description.addressKind,
            configFields: description.configFields,
            authorization:
              authorization === undefined
                ? null
                : {
                    available: installed.app !== null,
                    callbackUri: callbackUriOf(installed),
                    codeFromPage: authorization.codeFromPage === true,
                    ownAppFields: description.appIdField === undefined ? [] : [description.appIdField, description.signingSecretField],
                  },
            templateEdits: description.templateEdits ?? null,
            calls: installed.connector.calling !== undefined,
          };
        });
        return { data, pageInfo: { hasNextPage: false, nextCursor: null } };
      },
    }),
    writeRoute({
      method: "POST",
      path: "/channels",
      operationId: "createChannel",
      tag,
      summary: "Connect a channel",
      description:
        "Asks the platform whether the credentials give access to the account, which may take some seconds. If the platform confirms them, the channel is Connected and receives what the installation's provider app is sent for the account. Otherwise it is Pending, statusReason says why, and the platform is asked again automatically.",
      scope: "channels:write",
      body: CreateChannel,
      response: Channel,
      errors: ["already_exists", "entitlement_exceeded"],
      example: {
        body: {
          kind: "chat_app",
          name: "Support",
          config: {
            phoneNumberId: "118822334455667",
            businessAccountId: "204455667788990",
            accessToken: "…",
            appSecret: "…",
            verifyToken: "…",
          },
        },
      },
      prepare: (ctx, { body }): Promise<CheckedConfig> => service.checkNew(ctx, body),
      handle: (ctx, { body }, checked) => service.create(ctx, body, checked),
    }),
    readRoute({
      method: "GET",
      path: "/channels/:id",
      operationId: "getChannel",
      tag,
      summary: "Get a channel",
      scope: "channels:read",
      params: IdParams,
      response: Channel,
      handle: async (ctx, { params }) => service.render(ctx.tx, await service.get(ctx.tx, params.id)),
    }),
    readRoute({
      method: "GET",
      path: "/channels/:id/health",
      operationId: "checkChannelHealth",
      tag,
      summary: "Check a channel now: what is wrong and how to fix it",
      description: "Asks the platform, which may take a few seconds.",
      scope: "channels:read",
      params: IdParams,
      response: ChannelHealth,
      prepare: (ctx, { params }): Promise<ChannelHealth> => health(ctx, params.id),
      handle: async (_ctx, _input, found) => found,
    }),
    writeRoute({
      method: "PATCH",
      path: "/channels/:id",
      operationId: "updateChannel",
      tag,
      summary: "Rename, reconfigure, connect or disconnect a channel",
      description:
        "New credentials, another account and reconnecting are checked with the platform as in POST /channels: the channel is Pending until the platform confirms them.",
      scope: "channels:write",
      params: IdParams,
      body: UpdateChannel,
      response: Channel,
      exists,
      prepare: (ctx, { params, body }): Promise<CheckedConfig> => service.checkChange(ctx, params.id, body),
      handle: (ctx, { params, body }, checked) => service.update(ctx, params.id, body, checked),
    }),
    writeRoute({
      method: "DELETE",
      path: "/channels/:id",
      operationId: "deleteChannel",
      tag,
      summary: "Remove a channel; its conversations stay",
      scope: "channels:write",
      params: IdParams,
      response: Deleted,
      exists,
      handle: (ctx, { params }) => service.delete(ctx, params.id),
    }),
  ];
}
