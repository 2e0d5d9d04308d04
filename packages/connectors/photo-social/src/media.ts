import {
  type FetchedMedia,
  type HttpAnswer,
  type MediaRef,
  type PlatformHttp,
  isHttpFailure,
  providerFailure,
} from "@parley/connector-kit";
import { classifyFailure, repeatable } from "@parley/connector-kit/read";
import { classify } from "./errors.ts";

/** The address in the callback is all there is: short-lived, signed, and to be asked without a token. */
export async function fetchMedia(media: MediaRef & { bytesMax: number }, http: PlatformHttp): Promise<FetchedMedia> {
  let answer: HttpAnswer;
  try {
    answer = await http.download({ url: media.providerMediaId, bytesMax: media.bytesMax });
  } catch (failure) {
    if (isHttpFailure(failure)) throw providerFailure(repeatable(classifyFailure(failure)));
    throw failure;
  }
  if (answer.status < 200 || answer.status >= 300) {
    const { class: given, scope, ...error } = repeatable(classify(answer.status, undefined));
    // No token goes with the call, so a refusal says that the address has ended, not that the channel has.
    throw providerFailure({
      ...error,
      code: "provider_error",
      scope: given === "retryable" ? scope : "message",
      class: given === "credentials" ? "permanent" : given,
    });
  }
  const type = answer.headers["content-type"];
  const mimeType = (Array.isArray(type) ? type[0] : type)?.split(";")[0]?.trim();
  return { bytes: answer.body, ...(mimeType === undefined || mimeType === "" ? {} : { mimeType }) };
}
