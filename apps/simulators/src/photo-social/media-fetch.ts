import { request } from "undici";
import { MEDIA_LIMITS, type Refusal } from "./message-check.ts";
import type { PlatformState } from "./state.ts";

const FETCH_MS = 5_000;

interface Attachment {
  type: string;
  payload?: { url?: string };
}

type Message = Record<string, unknown>;

/** Fetches the media that a message refers to, as the platform does, and replaces the URL by the platform's own. */
export async function fetchAttachments(state: PlatformState, message: Message): Promise<{ message: Message } | Refusal> {
  if (state.options.fetchMedia === false) return { message };
  const copy: Message = { ...message };
  for (const key of ["attachment", "attachments"]) {
    const given = message[key];
    if (given === undefined) continue;
    const fetched: Attachment[] = [];
    for (const attachment of (Array.isArray(given) ? given : [given]) as Attachment[]) {
      const one = await fetchOne(state, attachment);
      if ("code" in one) return one;
      fetched.push(one);
    }
    copy[key] = Array.isArray(given) ? fetched : fetched[0];
  }
  return { message: copy };
}

async function fetchOne(state: PlatformState, attachment: Attachment): Promise<Attachment | Refusal> {
  const limit = MEDIA_LIMITS.get(attachment.type);
  const url = attachment.payload?.url;
  if (limit === undefined || url === undefined) return attachment;
  try {
    const { statusCode, headers, body } = await request(url, { headersTimeout: FETCH_MS, bodyTimeout: FETCH_MS });
    const bytes = Buffer.from(await body.arrayBuffer());
    const mimeType = String(headers["content-type"] ?? "").split(";")[0] as string;
    if (statusCode !== 200) return { code: 100, subcode: 2_018_047, details: `HTTP ${statusCode}` };
    if (!limit.mimeTypes.test(mimeType) || bytes.length > limit.bytesMax) return { code: 100, subcode: 2_018_109, details: mimeType };
    return { ...attachment, payload: { url: state.storeMedia(mimeType, bytes) } };
  } catch (error) {
    state.log("media_not_fetched", { url, error: String(error) });
    return { code: 100, subcode: 2_018_047 };
  }
}
