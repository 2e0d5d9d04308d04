import { createChannelsModule } from "#modules/channels/channels/index.ts";
import { createMediaModule } from "#modules/channels/media/index.ts";
import { createTemplatesModule } from "#modules/channels/templates/index.ts";
import type { Timers } from "#platform/clock/timers.ts";
import type { Base } from "./base.ts";
import type { Organizations } from "./organizations.ts";

/** Connected accounts, their templates, and their media. */
export function composeChannels(base: Base, organizations: Organizations, timers: Timers) {
  const { shared, config, registry, directory, publicUrl } = base;
  const channels = createChannelsModule({
    ...shared,
    registry,
    directory,
    timers,
    entitlements: organizations.limits.service,
    publicUrl,
    connectRedirectAllow: config.connectRedirectAllow,
  });
  const media = createMediaModule({
    ...shared,
    directory,
    channels: channels.service,
    claims: base.claims,
    storage: base.storage,
    staging: base.staging,
    outbound: base.outbound,
    guard: base.guard,
    bytesMax: config.mediaBytesMax,
    unusedDays: config.mediaUnusedDays,
    linkKey: base.keyring.deriveKey("public media"),
    publicUrl,
  });
  const templates = createTemplatesModule({ ...shared, directory, channels: channels.service, media: media.service });
  return { modules: { channels, templates, media } };
}

export type Channels = ReturnType<typeof composeChannels>;
