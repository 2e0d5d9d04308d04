import {
  type ChannelAccess,
  type HttpResponse,
  isHttpFailure,
  type PlatformHttp,
  providerFailure,
  type TemplateSampleFile,
} from "@parley/connector-kit";
import { classifyFailure, idAt, objectAt, readResponse, textAt } from "@parley/connector-kit/read";
import { classifyAnswer } from "./errors.ts";
import { graphCall, refusal } from "./graph-call.ts";
import { tokenOf } from "./token.ts";

/** What a template's header may show, and the size of the largest kind, a video (channel-protocols.md 2.7). */
export const sampleTypes = ["image/jpeg", "image/png", "video/mp4", "application/pdf"] as const;
export const sampleBytesMax = 16 * 1024 * 1024;

const uploadTimeoutMs = 40_000;
/** It becomes part of a URL path, so only the platform's own characters are allowed. */
const SESSION = /^upload:[\w+=~-]{1,1000}(\?sig=[\w~-]{1,1000})?$/;

/**
 * Returns a handle for `example.header_handle`, by the platform's resumable upload in one piece (channel-protocols.md 2.8). The upload
 * belongs to the app that issued the token. It creates nothing visible, so any failure may be retried.
 * https://developers.facebook.com/docs/graph-api/guides/upload (read 2026-11)
 */
export async function uploadTemplateSample(
  version: string,
  file: TemplateSampleFile,
  access: ChannelAccess,
  http: PlatformHttp,
): Promise<string> {
  const token = tokenOf(access);
  const described = await graphCall(
    { method: "GET", path: `/v${version}/debug_token?input_token=${encodeURIComponent(token)}`, token, hide: token },
    http,
  );
  const app = idAt(objectAt(described, "data"), "app_id", 100);
  if (app === undefined) throw refusal("The platform does not say to which app the token belongs.");
  const about = new URLSearchParams({
    file_length: String(file.bytes.length),
    file_type: file.mimeType,
    file_name: file.filename,
  });
  const session = textAt(
    await graphCall({ method: "POST", path: `/v${version}/${encodeURIComponent(app)}/uploads?${about}`, token }, http),
    "id",
  );
  if (session === undefined || !SESSION.test(session)) throw refusal("The platform began no upload.");
  const handle = textAt(readResponse(await put(`/v${version}/${session}`, file.bytes, token, http)), "h");
  if (handle === undefined) throw refusal("The platform took the file and did not name it.");
  return handle;
}

async function put(path: string, body: Buffer, token: string, http: PlatformHttp): Promise<HttpResponse> {
  let response: HttpResponse;
  try {
    const headers = { authorization: `OAuth ${token}`, file_offset: "0", "content-type": "application/octet-stream" };
    response = await http.request({ method: "POST", path, headers, body, timeoutMs: uploadTimeoutMs });
  } catch (failure) {
    if (isHttpFailure(failure)) throw providerFailure(classifyFailure(failure));
    throw failure;
  }
  if (response.status < 200 || response.status > 299) throw providerFailure(classifyAnswer(response, token));
  return response;
}
