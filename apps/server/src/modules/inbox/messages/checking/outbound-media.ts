import type { ConnectorDescription, MediaRule } from "@parley/connector-kit";
import {
  type MediaKind,
  type MediaService,
  mediaKinds,
  type MessageMedia,
  renderForMessage,
  typeAs,
} from "#modules/channels/media/index.ts";
import { AppError, invalidField } from "#platform/errors/app-error.ts";
import type { Issue } from "#platform/errors/catalog.ts";
import type { Context } from "#platform/http/context.ts";
import type { SendMessage } from "../messages.schema.ts";
import { isLonger } from "./outbound-findings.ts";

export interface CarriedMedia {
  content: { mediaId: string; caption?: string; filename?: string };
  /** The caption, in the same field as any message's text. */
  text: string | null;
  shown: MessageMedia;
}

export function isMediaKind(type: string): type is MediaKind {
  return (mediaKinds as readonly string[]).includes(type);
}

/**
 * The media of a message of a media type, checked against the channel's description: type, size, caption. null for
 * messages of other types. Throws validation_error for the request's shape, not_found and conflict for the media,
 * unsupported_by_channel with the field.
 */
export async function mediaToSend(
  media: MediaService,
  ctx: Context,
  input: SendMessage,
  description: ConnectorDescription,
): Promise<CarriedMedia | null> {
  const { type } = input;
  if (!isMediaKind(type)) return null;
  const chosen = input.content as { mediaId?: string; caption?: string; filename?: string } | undefined;
  if (chosen === undefined) throw invalidField("content", "required");
  if (chosen.mediaId === undefined) throw invalidField("content.mediaId", "required");
  if (input.text !== undefined) throw invalidField("text", "not_allowed", "Send the text of media in content.caption.");
  if (chosen.filename !== undefined && type !== "document")
    throw invalidField("content.filename", "not_allowed", "Only documents can have a file name.");
  if (chosen.caption?.trim() === "") throw invalidField("content.caption", "too_short");
  const rule = description.media[type];
  if (rule === undefined || !description.outboundTypes.includes(type))
    throw unsupported("type", "not_allowed", `This channel can send: ${description.outboundTypes.join(", ")}.`);
  const { caption } = chosen;
  if (caption !== undefined) {
    if (!rule.caption) throw unsupported("content.caption", "not_allowed", `On this channel, ${type} cannot have a caption.`);
    const max = captionMaxOf(rule, description.limits);
    if (isLonger(caption, max))
      throw unsupported("content.caption", "too_long", `This channel allows captions of at most ${max} characters.`);
  }
  const row = await media.use(ctx, chosen.mediaId);
  const mimeType = typeAs(type, row.mime_type);
  if (mimeType === null || !rule.mimeTypes.includes(mimeType))
    throw unsupported(
      "content.mediaId",
      "not_allowed",
      `The content is ${row.mime_type}. For ${type}, this channel accepts ${rule.mimeTypes.join(", ")}.`,
    );
  if (row.size_bytes > rule.bytesMax)
    throw unsupported(
      "content.mediaId",
      "out_of_range",
      `The content has ${row.size_bytes} bytes. For ${type}, this channel accepts at most ${rule.bytesMax}.`,
    );
  if (rule.stillBytesMax !== undefined && row.size_bytes > rule.stillBytesMax && !(await media.isAnimated(ctx, row)))
    throw unsupported(
      "content.mediaId",
      "out_of_range",
      `The content has ${row.size_bytes} bytes and is not animated. For a still ${type}, this channel accepts at most ${rule.stillBytesMax}.`,
    );
  return {
    content: {
      mediaId: chosen.mediaId,
      ...(caption === undefined ? {} : { caption }),
      ...(chosen.filename === undefined ? {} : { filename: chosen.filename }),
    },
    text: caption ?? null,
    shown: renderForMessage({ ...row, kind: type, mime_type: mimeType, filename: chosen.filename ?? row.filename }),
  };
}

/** Captions without a limit of their own have the limit of texts. */
export function captionMaxOf(rule: MediaRule, limits: ConnectorDescription["limits"]): number {
  return rule.captionCharactersMax ?? limits.textCharactersMax;
}

/** Refused, because media of a type without media would be dropped silently. */
export function refuseUnexpectedMedia(input: SendMessage): void {
  if (!isMediaKind(input.type) && input.content?.["mediaId"] !== undefined)
    throw invalidField("content.mediaId", "not_allowed", `A message of type ${input.type} cannot have media.`);
}

function unsupported(field: string, issue: Issue, message: string): AppError {
  return new AppError("unsupported_by_channel", { message, details: [{ field, issue }] });
}
