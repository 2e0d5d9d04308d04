import {
  type ChannelAccess,
  type ChannelConnector,
  type FetchedMedia,
  type HttpResponse,
  type PlatformHttp,
  type ProviderError,
  isHttpFailure,
  providerFailure,
} from "@parley/connector-kit";
import { type Settings, callOrThrow, tokenOf } from "./api.ts";
import { notSent } from "./errors.ts";
import { classifyFailure, repeatable, textAt } from "@parley/connector-kit/read";

type Wanted = Parameters<NonNullable<ChannelConnector["fetchMedia"]>>[0];

/** Images and videos have a key, which gives a URL that lives for a day; stickers and emoji have their own URL. */
export async function fetchMedia(settings: Settings, wanted: Wanted, access: ChannelAccess, http: PlatformHttp): Promise<FetchedMedia> {
  const url = isAddress(wanted.providerMediaId) ? wanted.providerMediaId : await addressOf(settings, wanted, access, http);
  // The URL comes from the platform, but the token is worth more than an image: it goes only to known hosts.
  const headers = settings.mayHaveToken(url) ? { "x-user": tokenOf(access) } : {};
  let response: HttpResponse;
  try {
    response = await http.download({ url, headers, bytesMax: wanted.bytesMax });
  } catch (failure) {
    if (!isHttpFailure(failure)) throw failure;
    throw providerFailure(repeatable(classifyFailure(failure)));
  }
  if (response.status !== 200) throw providerFailure(refusal(response.status));
  const given = response.headers["content-type"];
  const mimeType = (Array.isArray(given) ? given[0] : given)?.split(";")[0]?.trim();
  return { bytes: response.body, ...(mimeType === undefined || mimeType === "" ? {} : { mimeType }) };
}

function isAddress(providerMediaId: string): boolean {
  return /^https?:\/\//i.test(providerMediaId);
}

async function addressOf(settings: Settings, wanted: Wanted, access: ChannelAccess, http: PlatformHttp): Promise<string> {
  const conversationId = wanted.person.address;
  if (conversationId === undefined) {
    throw providerFailure(notSent("recipient_invalid", "the platform's conversation with this person is not known", "recipient"));
  }
  const data = await callOrThrow(settings, http, {
    method: "POST",
    path: "business/message/media/download/",
    token: tokenOf(access),
    body: {
      business_id: access.externalId,
      conversation_id: conversationId,
      message_id: wanted.messageExternalId,
      media_id: wanted.providerMediaId,
      media_type: wanted.kind === "video" ? "VIDEO" : "IMAGE",
    },
  });
  const url = textAt(data, "download_url");
  if (url === undefined || !URL.canParse(url)) {
    throw providerFailure({ ...notSent("provider_error", "the platform named no address for the content"), class: "retryable" });
  }
  return url;
}

function refusal(status: number): ProviderError {
  const isGone = status >= 300 && status < 500 && status !== 408 && status !== 429;
  return {
    class: isGone ? "permanent" : "retryable",
    providerCode: `http_${status}`,
    code: "provider_error",
    message: `The content's URL responded with HTTP status ${status}.`,
    scope: status === 429 ? "channel" : "message",
  };
}
