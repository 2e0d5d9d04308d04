import type { ConnectorDescription, MediaRule } from "@parley/connector-kit";

const HOUR_MS = 3_600_000;
const MEGABYTE = 1_048_576;

/** Sources differ on these rules; in the end the platform's refusal decides (channel-protocols.md 4.7). */
export interface WindowRules {
  durationMs: number;
  /** Messages allowed before the customer's first answer. */
  beforeFirstAnswer: number;
  /** Messages allowed after the window has closed; 0: none. */
  afterSilence: number;
}

export const usualWindow: WindowRules = { durationMs: 48 * HOUR_MS, beforeFirstAnswer: 10, afterSilence: 3 };

export const IMAGE: MediaRule = { mimeTypes: ["image/jpeg", "image/png"], bytesMax: 3 * MEGABYTE, caption: false };

export function describe({ durationMs, beforeFirstAnswer, afterSilence }: WindowRules): ConnectorDescription {
  return { ...description, window: { durationMs, typesOutside: [], counts: { beforeFirstAnswer, afterSilence } } };
}

const description: Omit<ConnectorDescription, "window"> = {
  kind: "short_video",
  slug: "short-video",
  label: "Short video (TikTok Business Messaging)",
  configFields: [
    {
      name: "businessId",
      label: "Business ID",
      type: "string",
      required: true,
      secret: false,
      maxLength: 200,
      help: "The platform's id of the business account: open_id in its token answer, user_openid in its callbacks.",
    },
    {
      name: "clientKey",
      label: "Client key",
      type: "string",
      required: false,
      secret: false,
      maxLength: 200,
      help: "Client key of your own provider app, also called client_id or app_id. Leave it out if the channel is connected through the shared app.",
    },
    {
      name: "clientSecret",
      label: "Client secret",
      type: "string",
      required: false,
      secret: true,
      maxLength: 200,
      help: "Secret of your own provider app. It signs every callback to the channel's own URL.",
    },
    {
      name: "accessToken",
      label: "Access token",
      type: "string",
      required: true,
      secret: true,
      maxLength: 2_000,
      help: "Token of the business account with message.list.read, message.list.send and message.list.manage. It expires after 24 hours.",
    },
    {
      name: "refreshToken",
      label: "Refresh token",
      type: "string",
      required: false,
      secret: true,
      maxLength: 2_000,
      help: "Gets new access tokens for 365 days. Without it, reconnect the channel when the access token expires.",
    },
    {
      name: "messagesPerSecond",
      label: "Messages per second",
      type: "integer",
      required: false,
      secret: false,
      help: "Only if the platform granted the app a rate other than 10; up to 50.",
    },
  ],
  externalIdField: "businessId",
  signingSecretField: "clientSecret",
  appIdField: "clientKey",
  addressKind: "platform",
  // The conversation's id, specific to one business and one person (channel-protocols.md 4.6).
  addressPerAccount: true,
  outboundTypes: ["text", "image", "interactive"],
  media: { image: IMAGE },
  abilities: {
    quote: ["text"],
    typing: true,
    markRead: true,
    // Titles up to 20 characters are sent on a button card, longer ones on a link card (channel-protocols.md 4.5).
    interactive: { buttonsMax: 3, buttonTitleMax: 40, listRowsMax: 0, idMax: 40, textCharactersMax: { buttons: 40 } },
  },
  // The platform states no limit per person.
  limits: { textCharactersMax: 6_000, messagesPerSecond: 10, pairIntervalMs: 0, pairBurst: 1_000 },
  startsConversations: false,
};
