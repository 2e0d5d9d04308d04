import { createHash } from "node:crypto";
import {
  type ChannelAccess,
  type FetchedMedia,
  filePart,
  formBody,
  type HttpResponse,
  isHttpFailure,
  type MediaRef,
  type OutboundMedia,
  type PlatformHttp,
  type ProviderError,
  providerFailure,
} from "@parley/connector-kit";
import { classifyFailure, idAt, integerOf, own, readResponse, repeatable, textAt } from "@parley/connector-kit/read";
import { classifyAnswer } from "./errors.ts";
import { tokenOf } from "./token.ts";

/** Shorter than the caller's lease on a send, with the send itself still to come. */
const uploadTimeoutMs = 40_000;
const downloadTimeoutMs = 60_000;

/** The hosts of media URLs; the token goes nowhere else (channel-protocols.md 2.8). */
const platformHosts = ["facebook.com", "fbsbx.com", "fbcdn.net", "whatsapp.net", "whatsapp.com"];

/**
 * Fetches what a customer sent: the id gives a URL that lives five minutes, and the URL with the token gives the bytes.
 * Ids of inbound media live seven days. Throws `providerFailure`.
 */
export async function fetchMedia(
  options: { version: string; mediaHosts: readonly string[] },
  media: Pick<MediaRef, "providerMediaId"> & { bytesMax: number },
  access: ChannelAccess,
  http: PlatformHttp,
): Promise<FetchedMedia> {
  const token = tokenOf(access);
  const headers = { authorization: `Bearer ${token}` };
  const query = new URLSearchParams({ phone_number_id: access.externalId });
  const path = `/v${options.version}/${encodeURIComponent(media.providerMediaId)}?${query}`;
  // A URL can expire between the two calls, so it is requested once more.
  for (let attempt = 1; ; attempt++) {
    const response = await call(() => http.request({ method: "GET", path, headers }));
    const body = readResponse(response);
    const url = textAt(body, "url");
    if (response.status < 200 || response.status > 299 || url === undefined) throw gone(response, token);
    const size = integerOf(own(body, "file_size"));
    if (size !== undefined && size > media.bytesMax)
      throw refusal(`The content has ${size} bytes. At most ${media.bytesMax} are accepted.`);
    if (!leadsToPlatform(url, options.mediaHosts)) throw refusal("The platform returned an address that is not its own.");
    const content = await call(() => http.download({ url, headers, bytesMax: media.bytesMax, timeoutMs: downloadTimeoutMs }));
    if (content.status === 404 && attempt === 1) continue;
    if (content.status < 200 || content.status > 299) throw gone(content, token);
    if (!matches(content.body, textAt(body, "sha256"))) throw providerFailure(retryable("The content was damaged in transit.", "hash"));
    const mimeType = textAt(body, "mime_type");
    return { bytes: content.body, ...(mimeType === undefined ? {} : { mimeType }) };
  }
}

/**
 * Uploads content to the platform, which returns the id for sending it. This sends nothing, so any failure may be retried. Rejects only
 * with an error of `media.bytes`.
 */
export async function uploadMedia(
  version: string,
  media: OutboundMedia,
  access: ChannelAccess,
  http: PlatformHttp,
): Promise<{ id: string } | { error: ProviderError }> {
  const token = tokenOf(access);
  const form = new FormData();
  form.set("messaging_product", "whatsapp");
  form.set("type", media.mimeType);
  // The name that the recipient sees is part of the message.
  form.set("file", filePart(await media.bytes(), media.mimeType), "file");
  const { contentType, bytes } = await formBody(form);
  let response: HttpResponse;
  try {
    response = await http.request({
      method: "POST",
      path: `/v${version}/${encodeURIComponent(access.externalId)}/media`,
      headers: { authorization: `Bearer ${token}`, "content-type": contentType },
      body: bytes,
      timeoutMs: uploadTimeoutMs,
    });
  } catch (failure) {
    if (!isHttpFailure(failure)) throw failure;
    return { error: repeatable(classifyFailure(failure)) };
  }
  const id = response.status >= 200 && response.status < 300 ? idAt(readResponse(response), "id") : undefined;
  if (id !== undefined) return { id };
  const error = classifyAnswer(response, token);
  return { error: repeatable(error) };
}

async function call(request: () => Promise<HttpResponse>): Promise<HttpResponse> {
  try {
    return await request();
  } catch (failure) {
    // Repeating an upload is harmless, so an interrupted response is as retryable as a missing one.
    if (isHttpFailure(failure)) throw providerFailure(repeatable(classifyFailure(failure)));
    throw failure;
  }
}

/** The platform reports an id that is unknown or expired as code 100 or a bare 404. */
function gone(response: HttpResponse, token: string): Error {
  const error = classifyAnswer(response, token);
  if (response.status === 404 || (error.class === "permanent" && error.providerCode === "100"))
    return providerFailure({ ...error, class: "permanent", code: "not_found", message: "The platform no longer has it." });
  return providerFailure(repeatable(error));
}

function refusal(message: string): Error {
  return providerFailure({ ...retryable(message, "not_fetched"), class: "permanent" });
}

function retryable(message: string, providerCode: string): ProviderError {
  return { class: "retryable", providerCode, code: "provider_error", message, scope: "message" };
}

function leadsToPlatform(address: string, mediaHosts: readonly string[]): boolean {
  const url = URL.parse(address);
  if (url === null || url.username !== "" || url.password !== "") return false;
  if (mediaHosts.includes(url.hostname)) return true;
  return url.protocol === "https:" && platformHosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
}

/** Callbacks give the hash in base64, responses in hex. */
function matches(bytes: Buffer, sha256: string | undefined): boolean {
  if (sha256 === undefined) return true;
  const hash = createHash("sha256").update(bytes).digest();
  return sha256.toLowerCase() === hash.toString("hex") || sha256 === hash.toString("base64");
}
