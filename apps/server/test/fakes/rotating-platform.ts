import { type ChannelAccess, type ChannelConnector, type ProviderApp, type ProviderError, providerFailure } from "@parley/connector-kit";

const hourMs = 3_600_000;
const at = (ms: number) => new Date(ms);

/** A platform whose refresh tokens are single-use: what it issued last, and how often it was asked. */
export interface RotatingPlatform {
  connector: ChannelConnector;
  access: string;
  refresh: string;
  refreshes: { token: unknown; app: ProviderApp }[];
  sends: { token: unknown }[];
  /** Secrets of its provider apps; a code, and the tokens from it, are valid only for the app that requested it. */
  apps: Record<string, string>;
  issuedBy: string;
  /** Expiry of refresh tokens issued from now on. */
  renewableUntil: Date | undefined;
  /** The next refresh fails like this. */
  failure: ProviderError | undefined;
  /** Runs during a refresh. */
  during: (() => Promise<void>) | undefined;
  /** Runs during a send, after the platform has judged its token. */
  duringSend: (() => Promise<void>) | undefined;
}

export const dead: ProviderError = {
  class: "credentials",
  providerCode: "40105",
  code: "channel_not_connected",
  message: "The token is dead.",
  scope: "channel",
};
export const away: ProviderError = {
  class: "retryable",
  providerCode: "http_503",
  code: "provider_error",
  message: "Out for lunch.",
  scope: "channel",
};

export function rotatingPlatform(now: () => number): RotatingPlatform {
  const field = { label: "", type: "string" as const, required: true, help: "" };
  const renewable = () => (platform.renewableUntil === undefined ? {} : { renewableUntil: platform.renewableUntil.toISOString() });
  const platform: RotatingPlatform = {
    access: "access-0",
    refresh: "refresh-0",
    refreshes: [],
    sends: [],
    apps: { "own-app": "own-secret", "shared-app": "shared-secret", "other-app": "other-secret" },
    issuedBy: "own-app",
    renewableUntil: undefined,
    failure: undefined,
    during: undefined,
    duringSend: undefined,
    connector: {
      description: {
        kind: "rotating",
        slug: "rotating",
        label: "Rotating",
        configFields: [
          { ...field, name: "room", secret: false },
          { ...field, name: "appId", secret: false },
          { ...field, name: "appSecret", secret: true },
          { ...field, name: "accessToken", secret: true },
          { ...field, name: "refreshToken", secret: true },
        ],
        externalIdField: "room",
        signingSecretField: "appSecret",
        appIdField: "appId",
        addressKind: "platform",
        outboundTypes: ["text"],
        media: {},
        abilities: { quote: [], typing: false, markRead: false },
        limits: { textCharactersMax: 1_000, messagesPerSecond: 1_000, pairIntervalMs: 0, pairBurst: 1_000 },
        window: { durationMs: 365 * 24 * hourMs, typesOutside: ["text"] },
        startsConversations: true,
      },
      parseRecipient: (to) => ({ providerUserId: to }),
      answerHandshake: () => ({ status: 200, contentType: "text/plain", body: "" }),
      verifySignature: ({ headers, secret }) => headers["x-secret"] === secret,
      splitCallback: (raw) => [JSON.parse(raw.toString())],
      normalize: (payload) => [payload as never],
      async send(message, access) {
        platform.sends.push({ token: access.config["accessToken"] });
        const good = access.config["accessToken"] === platform.access;
        await platform.duringSend?.();
        if (!good) return { kind: "refused", error: dead };
        return { kind: "accepted", externalId: `out-${message.id}` };
      },
      authorization: {
        authorizeUrl: ({ app, state }) => `https://platform.example/?app=${app.id}&state=${state}`,
        async exchange({ app, code }) {
          if (app.secret !== platform.apps[app.id]) throw providerFailure({ ...away, class: "permanent", message: "wrong secret" });
          platform.issuedBy = app.id;
          return [
            {
              externalId: code,
              name: code,
              config: { accessToken: platform.access, refreshToken: platform.refresh },
              expiresAt: at(now() + 24 * hourMs).toISOString(),
              ...renewable(),
            },
          ];
        },
        async refresh(access: ChannelAccess, app: ProviderApp) {
          const token = access.config["refreshToken"];
          platform.refreshes.push({ token, app });
          await platform.during?.();
          const { failure } = platform;
          platform.failure = undefined;
          if (failure !== undefined) throw providerFailure(failure);
          if (app.id !== platform.issuedBy) throw providerFailure({ ...dead, message: "The token is another app's." });
          if (token !== platform.refresh) throw providerFailure(dead);
          const next = platform.refreshes.length;
          platform.access = `access-${next}`;
          platform.refresh = `refresh-${next}`;
          return {
            config: { accessToken: platform.access, refreshToken: platform.refresh },
            expiresAt: at(now() + 24 * hourMs).toISOString(),
            ...renewable(),
          };
        },
      },
    },
  };
  return platform;
}
