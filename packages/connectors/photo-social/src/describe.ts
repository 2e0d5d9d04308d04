import type { ConnectorDescription } from "@parley/connector-kit";
import { sendableEmoji } from "./reactions.ts";

const HOUR_MS = 3_600_000;
const MEGABYTE = 1024 * 1024;

export const TEXT_BYTES_MAX = 1_000;
export const QUICK_REPLIES_MAX = 13;
export const QUICK_REPLY_TITLE_MAX = 20;

/** What the platform's documentation leaves open, or grants only to some apps (channel-protocols.md 6). */
export interface Granted {
  /**
   * How long after the customer's message a person may still answer, for apps with the human-agent feature; 0: never.
   */
  humanAgentMs: number;
  /** Whether messages may quote. */
  quotes: boolean;
}

export const usual: Granted = { humanAgentMs: 7 * 24 * HOUR_MS, quotes: false };

export function describe({ humanAgentMs, quotes }: Granted): ConnectorDescription {
  const { abilities, window } = description;
  return {
    ...description,
    abilities: { ...abilities, quote: quotes ? description.outboundTypes.filter((type) => type !== "reaction") : [] },
    window: humanAgentMs > 0 ? { ...window, humanAgentMs } : window,
  };
}

const description: ConnectorDescription = {
  kind: "photo_social",
  slug: "photo-social",
  label: "Photo social (Instagram direct messages)",
  configFields: [
    {
      name: "accountId",
      label: "Professional account ID",
      type: "string",
      required: true,
      secret: false,
      maxLength: 64,
      help: "The id of the professional account that callbacks name (user_id of /me), not the app-scoped id.",
    },
    {
      name: "accessToken",
      label: "Access token",
      type: "string",
      required: true,
      secret: true,
      maxLength: 2_000,
      help: "Token of the account itself (60 days, renewed), or of the linked page when a page ID is given.",
    },
    {
      name: "appSecret",
      label: "App secret",
      type: "string",
      required: true,
      secret: true,
      maxLength: 400,
      help: "Signs every callback. The platform has two: one for its Instagram product and one for the app. If unsure, give both, separated by a comma.",
    },
    {
      name: "verifyToken",
      label: "Verify token",
      type: "string",
      required: true,
      secret: true,
      maxLength: 200,
      help: "Any word of your choice. Enter the same word where the platform asks for the callback URL.",
    },
    {
      name: "pageId",
      label: "Page ID",
      type: "string",
      required: false,
      secret: false,
      maxLength: 64,
      help: "Only when the account is connected through a page: the page's id. The access token is then the page's token.",
    },
    {
      name: "messagesPerSecond",
      label: "Messages per second",
      type: "integer",
      required: false,
      secret: false,
      help: "Only if the platform granted a rate other than 80.",
    },
  ],
  externalIdField: "accountId",
  signingSecretField: "appSecret",
  verifyTokenField: "verifyToken",
  addressKind: "platform",
  outboundTypes: ["text", "image", "video", "audio", "document", "interactive", "reaction"],
  media: {
    image: { mimeTypes: ["image/png", "image/jpeg", "image/gif"], bytesMax: 8 * MEGABYTE, caption: false },
    video: {
      mimeTypes: ["video/mp4", "video/ogg", "video/x-msvideo", "video/quicktime", "video/webm"],
      bytesMax: 25 * MEGABYTE,
      caption: false,
    },
    audio: { mimeTypes: ["audio/aac", "audio/mp4", "audio/wav"], bytesMax: 25 * MEGABYTE, caption: false },
    document: { mimeTypes: ["application/pdf"], bytesMax: 25 * MEGABYTE, caption: false },
  },
  // Quoting on send is documented for neither login family (channel-protocols.md 3.5): see describe().
  abilities: {
    quote: [],
    typing: true,
    markRead: true,
    reactions: sendableEmoji,
    interactive: {
      buttonsMax: QUICK_REPLIES_MAX,
      buttonTitleMax: QUICK_REPLY_TITLE_MAX,
      listRowsMax: 0,
      url: true,
      idMax: 1_000,
      textCharactersMax: { url: 640 },
    },
  },
  // The platform has no limit per person; this keeps one conversation from using the whole channel's rate.
  limits: { textCharactersMax: TEXT_BYTES_MAX, textBytesMax: TEXT_BYTES_MAX, messagesPerSecond: 80, pairIntervalMs: 100, pairBurst: 20 },
  window: { durationMs: 24 * HOUR_MS, typesOutside: [] },
  startsConversations: false,
};
