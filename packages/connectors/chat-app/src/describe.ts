import type { ConnectorDescription } from "@parley/connector-kit";

const HOUR_MS = 3_600_000;
const MEGABYTE = 1_048_576;
const CAPTION_MAX = 1_024;
const DOCUMENTS = [
  "application/pdf",
  "text/plain",
  "text/csv",
  "application/msword",
  "application/vnd.ms-excel",
  "application/vnd.ms-powerpoint",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation",
];

export const description: ConnectorDescription = {
  kind: "chat_app",
  slug: "chat-app",
  label: "Chat app (WhatsApp Business Platform)",
  configFields: [
    {
      name: "phoneNumberId",
      label: "Phone number ID",
      type: "string",
      required: true,
      secret: false,
      maxLength: 64,
      help: "The platform's id of the business phone number, not the number itself.",
    },
    {
      name: "businessAccountId",
      label: "Business account ID",
      type: "string",
      required: true,
      secret: false,
      maxLength: 64,
      help: "The id of the business account (WABA) that holds the number and its templates.",
    },
    {
      name: "accessToken",
      label: "Access token",
      type: "string",
      required: true,
      secret: true,
      maxLength: 2_000,
      help: "Token of a system user with whatsapp_business_messaging and whatsapp_business_management.",
    },
    {
      name: "appSecret",
      label: "App secret",
      type: "string",
      required: true,
      secret: true,
      maxLength: 200,
      help: "Secret of the platform app; it signs every callback.",
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
      name: "twoStepPin",
      label: "Two-step verification PIN",
      type: "string",
      required: false,
      secret: true,
      credential: false,
      maxLength: 6,
      help: "Six digits. Only needed to register a number that already has a PIN. A number without one gets a generated PIN.",
    },
    {
      name: "messagesPerSecond",
      label: "Messages per second",
      type: "integer",
      required: false,
      secret: false,
      help: "Only if the platform granted a rate other than 80: 20 for numbers shared with the phone app, up to 1000.",
    },
  ],
  externalIdField: "phoneNumberId",
  accountIdField: "businessAccountId",
  signingSecretField: "appSecret",
  verifyTokenField: "verifyToken",
  addressKind: "phone",
  outboundTypes: ["text", "template", "image", "video", "audio", "document", "sticker", "location", "contact", "interactive", "reaction"],
  // channel-protocols.md 2.8
  media: {
    image: { mimeTypes: ["image/jpeg", "image/png"], bytesMax: 5 * MEGABYTE, caption: true, captionCharactersMax: CAPTION_MAX },
    video: { mimeTypes: ["video/mp4", "video/3gpp"], bytesMax: 16 * MEGABYTE, caption: true, captionCharactersMax: CAPTION_MAX },
    audio: {
      mimeTypes: ["audio/aac", "audio/amr", "audio/mpeg", "audio/mp4", "audio/ogg"],
      bytesMax: 16 * MEGABYTE,
      caption: false,
    },
    document: { mimeTypes: DOCUMENTS, bytesMax: 100 * MEGABYTE, caption: true, captionCharactersMax: CAPTION_MAX },
    sticker: { mimeTypes: ["image/webp"], bytesMax: 500_000, stillBytesMax: 100_000, caption: false },
  },
  abilities: {
    // The platform also accepts a quote with a template, but does not show it (channel-protocols.md 2.7).
    quote: ["text", "template", "image", "video", "audio", "document", "sticker", "location", "contact", "interactive"],
    typing: true,
    markRead: true,
    interactive: {
      buttonsMax: 3,
      buttonTitleMax: 20,
      listRowsMax: 10,
      url: true,
      rowTitleMax: 24,
      rowDescriptionMax: 72,
      idMax: 256,
      rowIdMax: 200,
      headerMax: 60,
      footerMax: 60,
      textCharactersMax: { buttons: 1024, url: 1024 },
    },
  },
  // The platform accepts bursts of 45. We send five fewer, because after a slow first call its count starts later than ours.
  limits: { textCharactersMax: 4096, messagesPerSecond: 80, pairIntervalMs: 6_000, pairBurst: 40 },
  window: { durationMs: 24 * HOUR_MS, typesOutside: ["template"] },
  startsConversations: true,
  // The platform enforces the frequency itself: an approved template once a day and ten times in 30 days
  // (channel-protocols.md 2.8).
  templateEdits: { states: ["approved", "rejected", "paused"], categoryFixedIn: ["approved"] },
};
