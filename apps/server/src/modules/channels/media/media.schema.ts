import { type Static, Type } from "typebox";
import { Nullable, NullableText, NullableTimestamp, Timestamp, StringEnum } from "#platform/http/schemas.ts";
import { mediaKinds } from "./media-type.ts";

export const mediaStates = ["pending", "stored", "failed", "expired"] as const;

const status = StringEnum(mediaStates, {
  description:
    "pending: being downloaded from the platform. failed: the download was given up. expired: the platform no longer has it, or its retention period is over",
});
const kind = StringEnum(mediaKinds);
const mimeType = NullableText({ description: "Detected from the content once it is stored; before that, as the platform reported it" });
const sizeBytes = Nullable(Type.Integer());
const url = Type.String({ description: "Path of the content; needs the same key as every other request" });

export const Media = Type.Object(
  {
    id: Type.String(),
    kind,
    mimeType,
    sizeBytes,
    filename: NullableText(),
    status,
    error: NullableText({ description: "Why it failed or expired" }),
    sha256: NullableText(),
    source: StringEnum(["upload", "url", "inbound"]),
    messageId: NullableText({ description: "For inbound media: the message that contains it" }),
    url,
    expiresAt: NullableTimestamp({ description: "Content that may only be kept for a limited time" }),
    createdAt: Timestamp,
  },
  { title: "Media" },
);
export type Media = Static<typeof Media>;

/** As shown in a message. */
export const MessageMedia = Type.Object(
  {
    id: Type.String(),
    kind,
    mimeType,
    sizeBytes,
    filename: NullableText(),
    url,
    status,
    voice: Type.Optional(Type.Boolean({ description: "A voice message" })),
    animated: Type.Optional(Type.Boolean()),
  },
  { title: "MessageMedia" },
);
export type MessageMedia = Static<typeof MessageMedia>;

const kindInput = StringEnum(mediaKinds, { description: "Default: detected from the content" });
const filenameInput = Type.String({ minLength: 1, maxLength: 200, description: "File name shown to the recipient of a document" });

/** The upload as a form instead of JSON. */
export const UploadForm = Type.Object({
  file: Type.Unsafe<Buffer>({ type: "string", format: "binary", description: "The content; at most 100 MB unless configured otherwise" }),
  kind: Type.Optional(kindInput),
  filename: Type.Optional(filenameInput),
});

export const ImportMedia = Type.Object(
  {
    url: Type.String({ minLength: 1, maxLength: 2048, description: "Downloaded once, immediately; redirects are not followed" }),
    kind: Type.Optional(kindInput),
    filename: Type.Optional(filenameInput),
  },
  { title: "ImportMedia" },
);
export type ImportMedia = Static<typeof ImportMedia>;
