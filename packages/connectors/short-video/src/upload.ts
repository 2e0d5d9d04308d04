import {
  type ChannelAccess,
  filePart,
  formBody,
  type OutboundMedia,
  type OutboundMessage,
  type PlatformHttp,
  type ProviderError,
} from "@parley/connector-kit";
import { type Settings, call, tokenOf } from "./api.ts";
import { IMAGE } from "./describe.ts";
import { notSent, ofOneKind } from "./errors.ts";
import { idAt, listAt, own, repeatable, textAt } from "@parley/connector-kit/read";

/** Query, upload and send together stay within the minute for which a message is claimed. */
const QUESTION_TIMEOUT_MS = 5_000;
const UPLOAD_TIMEOUT_MS = 20_000;

/** A conversation we have not answered yet is of the type STRANGER; the message does not say which type it has. */
const CONVERSATION_TYPES = ["SINGLE", "STRANGER"];

/**
 * Uploads an image to the platform, after asking whether the conversation accepts any. Nothing is sent yet, so no
 * failure here is ever `unknown`: it can be repeated.
 */
export async function uploadImage(
  settings: Settings,
  message: OutboundMessage,
  conversationId: string,
  access: ChannelAccess,
  http: PlatformHttp,
): Promise<{ mediaId: string } | { error: ProviderError }> {
  const { media } = message;
  if (media === undefined) return { error: notSent("validation_error", "an image message without an image") };
  if ((message.text ?? "") !== "") return { error: notSent("unsupported_by_channel", "this channel takes no caption") };
  if (!IMAGE.mimeTypes.includes(media.mimeType) || media.sizeBytes > IMAGE.bytesMax) {
    return { error: notSent("unsupported_by_channel", "this channel takes JPG and PNG pictures up to 3 MB") };
  }
  const refusal = await refusesImages(settings, conversationId, access, http);
  if (refusal !== undefined) return { error: refusal };

  const reply = await call(settings, http, {
    method: "POST",
    path: "business/message/media/upload/",
    token: tokenOf(access),
    timeoutMs: UPLOAD_TIMEOUT_MS,
    body: await formOf(access.externalId, media, await media.bytes()),
  });
  if ("error" in reply) return { error: ofOneKind(repeatable(reply.error)) };
  const mediaId = idAt(reply.data, "media_id");
  if (mediaId !== undefined) return { mediaId };
  return { error: { ...notSent("provider_error", "the platform took the picture without naming it"), class: "retryable" } };
}

/**
 * Whether images are allowed depends on region and account. Only an explicit no counts: a failed query proves nothing.
 */
async function refusesImages(
  settings: Settings,
  conversationId: string,
  access: ChannelAccess,
  http: PlatformHttp,
): Promise<ProviderError | undefined> {
  let denied = false;
  for (const conversationType of CONVERSATION_TYPES) {
    const reply = await call(settings, http, {
      method: "GET",
      path: "business/message/capabilities/get/",
      token: tokenOf(access),
      timeoutMs: QUESTION_TIMEOUT_MS,
      query: {
        business_id: access.externalId,
        conversation_id: conversationId,
        conversation_type: conversationType,
        capability_types: '["IMAGE_SEND"]',
      },
    });
    if ("error" in reply) {
      const error = repeatable(reply.error);
      // The other conversation type, or no permission for the query.
      if (error.class === "permanent" || error.providerCode === "40001") continue;
      return error;
    }
    const answers = listAt(reply.data, "capability_infos").filter((info) => textAt(info, "capability_type") === "IMAGE_SEND");
    if (!answers.some((info) => own(info, "capability_result") === false)) return undefined;
    denied = true;
  }
  return denied
    ? notSent("unsupported_by_channel", "the platform takes no pictures in this conversation: region or account", "recipient")
    : undefined;
}

function formOf(businessId: string, media: OutboundMedia, bytes: Buffer): Promise<{ contentType: string; bytes: Buffer }> {
  const form = new FormData();
  form.set("business_id", businessId);
  form.set("media_type", "IMAGE");
  form.set("file", filePart(bytes, media.mimeType), media.mimeType === "image/png" ? "image.png" : "image.jpg");
  return formBody(form);
}
