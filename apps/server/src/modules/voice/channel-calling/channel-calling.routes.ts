import { type AnyRoute, readRoute, writeRoute } from "#platform/http/route.ts";
import { IdParams } from "#platform/http/schemas.ts";
import { ChannelCalling, UpdateChannelCalling } from "./channel-calling.schema.ts";
import type { PlatformSettings, ChannelCallingService } from "./channel-calling.service.ts";

const tag = "Telephony";

export function channelCallingRoutes(service: ChannelCallingService): AnyRoute[] {
  return [
    readRoute({
      method: "GET",
      path: "/channels/:id/calling",
      operationId: "getChannelCalling",
      tag,
      summary: "Get who answers a channel's calls, and its call settings",
      description:
        "Asks the platform for its settings, which may take a few seconds. 422 `unsupported_by_channel` if customers cannot call on this channel.",
      scope: "voice:read",
      params: IdParams,
      response: ChannelCalling,
      errors: ["unsupported_by_channel"],
      prepare: (ctx, { params }): Promise<PlatformSettings> => service.ask(ctx, params.id),
      handle: (ctx, { params }, asked) => service.get(ctx.tx, params.id, asked),
    }),
    writeRoute({
      method: "PATCH",
      path: "/channels/:id/calling",
      operationId: "updateChannelCalling",
      tag,
      summary: "Choose who answers a channel's calls, and change its call settings",
      description:
        "Omitted fields keep their values. The voice agent is changed here, everything else on the platform, which may take a few seconds and may refuse (502 `provider_error` with the platform's message). The provider app must be subscribed to the platform's field for calls.",
      scope: "voice:write",
      params: IdParams,
      body: UpdateChannelCalling,
      response: ChannelCalling,
      errors: ["unsupported_by_channel", "provider_error", "validation_error"],
      rules: "hours has more intervals per day than the platform accepts, or overlapping ones",
      exists: (ctx, params) => service.exists(ctx.tx, params.id),
      example: { body: { voiceAgentId: null } },
      prepare: (ctx, { params, body }): Promise<PlatformSettings> => service.change(ctx, params.id, body),
      handle: (ctx, { params, body }, asked) => service.update(ctx, params.id, body, asked),
    }),
  ];
}
