import {
  type FetchedMedia,
  type HttpResponse,
  type MediaRef,
  type PlatformHttp,
  isHttpFailure,
  providerFailure,
} from "@parley/connector-kit";
import { classifyFailure, repeatable } from "@parley/connector-kit/read";
import { classify } from "./errors.ts";

/** The callback contains only the URL: short-lived, signed, to be fetched without a token. */
export async function fetchMedia(media: MediaRef & { bytesMax: number }, http: PlatformHttp): Promise<FetchedMedia> {
  let response: HttpResponse;
  try {
    response = await http.download({ url: media.providerMediaId, bytesMax: media.bytesMax });
  } catch (failure) {
    if (isHttpFailure(failure)) throw providerFailure(repeatable(classifyFailure(failure)));
    throw failure;
  }
  if (response.status < 200 || response.status >= 300) {
    const { class: given, scope, ...error } = repeatable(classify(response.status, undefined));
    // The call carries no token, so a refusal means that the URL has expired, not that the channel's credentials are
    // invalid.
    throw providerFailure({
      ...error,
      code: "provider_error",
      scope: given === "retryable" ? scope : "message",
      class: given === "credentials" ? "permanent" : given,
    });
  }
  const type = response.headers["content-type"];
  const mimeType = (Array.isArray(type) ? type[0] : type)?.split(";")[0]?.trim();
  return { bytes: response.body, ...(mimeType === undefined || mimeType === "" ? {} : { mimeType }) };
}
