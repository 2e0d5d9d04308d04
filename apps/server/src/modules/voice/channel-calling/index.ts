import { channelCallingRoutes } from "./channel-calling.routes.ts";
import { type ChannelCallingDeps, createChannelCallingService } from "./channel-calling.service.ts";

/** Which voice agents answer calls on chat channels (docs/subsystems/voice.md). */
export function createChannelCallingModule(deps: ChannelCallingDeps) {
  return { routes: channelCallingRoutes(createChannelCallingService(deps)) };
}
