import { createChatAppConnector } from "@parley/connector-chat-app";
import type { ProviderApp } from "@parley/connector-kit";
import { createPhotoSocialConnector } from "@parley/connector-photo-social";
import { createShortVideoConnector } from "@parley/connector-short-video";
import type { InstalledConnector } from "#modules/channels/channels/index.ts";
import type { OutboundClient } from "#platform/outbound-http/client.ts";
import { createProviderHttp } from "#platform/provider-http/provider-http.ts";
import type { Config } from "./config.ts";

/** The connectors of this installation, one entry each: all that the core knows about a kind of channel. */
export function createInstalledConnectors(deps: { config: Config; outbound: OutboundClient; now(): number }) {
  const { config, outbound, now } = deps;
  const chatApp = createProviderHttp(config.chatAppApiUrl, { outbound });
  const shortVideo = createProviderHttp(config.shortVideoApiUrl, { outbound });
  const photoSocial = createProviderHttp(config.photoSocialApiUrl, {
    outbound,
    bases: { page: config.photoSocialPageApiUrl, login: config.photoSocialLoginApiUrl },
  });
  const connectors: InstalledConnector[] = [
    {
      connector: createChatAppConnector({
        apiVersion: config.chatAppApiVersion,
        mediaHosts: [new URL(config.chatAppApiUrl).hostname],
        loginUrl: config.chatAppLoginUrl,
        ...(config.chatAppConfigurationId === undefined ? {} : { configurationId: config.chatAppConfigurationId }),
      }),
      http: chatApp,
      sharedSecret: config.chatAppAppSecret,
      sharedVerifyToken: config.chatAppVerifyToken,
      app: providerApp(config.chatAppAppId, config.chatAppAppSecret),
    },
    {
      connector: createPhotoSocialConnector({
        apiVersion: config.photoSocialApiVersion,
        humanAgentMs: config.photoSocialHumanAgentDays * 86_400_000,
        quotes: config.photoSocialQuotes,
        login: config.photoSocialLogin,
        authorizeUrl: config.photoSocialAuthorizeUrl,
        now,
      }),
      http: photoSocial,
      sharedSecret: config.photoSocialAppSecret,
      sharedVerifyToken: config.photoSocialVerifyToken,
      // Of several secrets the first is the app's own; the others only verify signatures.
      app: providerApp(config.photoSocialAppId, config.photoSocialAppSecret?.split(",")[0]),
    },
    {
      connector: createShortVideoConnector({
        apiVersion: config.shortVideoApiVersion,
        window: {
          durationMs: config.shortVideoWindowHours * 3_600_000,
          beforeFirstAnswer: config.shortVideoMessagesBeforeAnswer,
          afterSilence: config.shortVideoMessagesAfterSilence,
        },
        signatureToleranceMs: config.shortVideoSignatureToleranceSeconds * 1_000,
        mediaDomains: config.shortVideoMediaDomains,
        apiUrl: config.shortVideoApiUrl,
        sharedApp: { id: config.shortVideoClientKey, secret: config.shortVideoClientSecret },
        now,
      }),
      http: shortVideo,
      sharedSecret: config.shortVideoClientSecret,
      sharedVerifyToken: undefined,
      app: providerApp(config.shortVideoClientKey, config.shortVideoClientSecret),
    },
  ];
  return { connectors, close: () => Promise.all([chatApp.close(), photoSocial.close(), shortVideo.close()]) };
}

/** This installation's provider app at a platform; null unless both parts are configured. */
function providerApp(id: string | undefined, secret: string | undefined): ProviderApp | null {
  return id === undefined || secret === undefined ? null : { id, secret };
}
