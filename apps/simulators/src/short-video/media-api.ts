import { storeMedia } from "./customers.ts";
import type { Exchange } from "./exchange.ts";
import type { Account } from "./state.ts";

const BYTES_MAX = 3 * 1_048_576;
const TYPES = ["image/jpeg", "image/png"];

/** `POST business/message/media/upload/`, multipart. The token is already checked; the account comes in the form. */
export async function handleUpload(exchange: Exchange, raw: Buffer, contentType: string): Promise<void> {
  const { state } = exchange;
  let form: FormData;
  try {
    form = await new Response(new Uint8Array(raw), { headers: { "content-type": contentType } }).formData();
  } catch {
    return exchange.refuseWith(40002, "The multipart body cannot be read.");
  }
  const file = form.get("file");
  if (form.get("business_id") !== exchange.grant?.account.businessId) return exchange.refuseWith(40001);
  if (form.get("media_type") !== "IMAGE") return exchange.refuseWith(40002, "media_type: Only IMAGE is supported.");
  if (file === null || typeof file === "string") return exchange.refuseWith(40002, "file: Missing data for required field.");
  if (!TYPES.includes(file.type)) return exchange.refuseWith(40908);
  if (file.size > BYTES_MAX) return exchange.refuseWith(40002, "file: Larger than 3 MB.");
  const { id } = storeMedia(state, { mimeType: file.type, bytes: Buffer.from(await file.arrayBuffer()) });
  exchange.answer({ media_id: id });
}

/** `POST business/message/media/download/`: the URL of media that a customer sent. */
export function handleDownload(exchange: Exchange, account: Account): void {
  const { state, body } = exchange;
  const conversation = state.conversations.get(String(body.conversation_id));
  const mediaId = String(body.media_id);
  if (body.media_type !== "IMAGE" && body.media_type !== "VIDEO") return exchange.refuseWith(40002, "media_type: Not a valid choice.");
  const known = conversation?.businessId === account.businessId && conversation.has(String(body.message_id));
  if (!known || !conversation.mediaIds.has(mediaId)) return exchange.refuseWith(40007, "The media does not exist.");
  exchange.answer({ download_url: `${state.baseUrl}/_media/${mediaId}?signature=simulated` });
}

/** The URL of a download. Uploads and customers' media need the token; stickers and emoji are public. */
export function serveMedia(exchange: Exchange, id: string, token: string | undefined): void {
  const { state, call, response } = exchange;
  const media = state.media.get(id);
  if (!media) return exchange.page(404, "not found", "text/plain");
  const guarded = exchange.query.has("signature");
  if (guarded && (token === undefined || !state.tokens.has(token))) return exchange.page(403, "forbidden", "text/plain");
  call.status = 200;
  state.record(call);
  response.writeHead(200, { "content-type": media.mimeType, "content-length": media.bytes.length });
  response.end(media.bytes);
}

/** `GET business/message/capabilities/get/` */
export function handleCapabilities(exchange: Exchange, account: Account): void {
  const { state, query } = exchange;
  const types = jsonList(query.get("capability_types"));
  if (types === undefined) return exchange.refuseWith(40002, "capability_types: Not a valid list.");
  const conversation = state.conversations.get(query.get("conversation_id") ?? "");
  if (conversation?.businessId !== account.businessId) return exchange.refuseWith(40007, "The conversation does not exist.");
  if (query.get("conversation_type") !== conversation.type) return exchange.refuseWith(40002, "conversation_type: Does not match.");
  exchange.answer({
    capability_infos: types.map((type) => ({ capability_type: type, capability_result: type === "IMAGE_SEND" && account.takesImages })),
  });
}

/** Lists in a query are JSON text. */
export function jsonList(text: string | null): string[] | undefined {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return Array.isArray(value) && value.every((part) => typeof part === "string") ? value : undefined;
  } catch {
    return undefined;
  }
}
