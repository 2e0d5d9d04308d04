import { createHash } from "node:crypto";
import { metaJson } from "../shared/signing.ts";
import type { Exchange } from "./exchange.ts";
import { unknownObject, unknownPath } from "./graph-errors.ts";

const MEGABYTE = 1024 * 1024;

/** The largest upload by the prefix of the MIME type (2.7); other types are refused. */
const LIMITS: readonly [prefix: string, bytes: number][] = [
  ["image/webp", 0.5 * MEGABYTE],
  ["image/jpeg", 5 * MEGABYTE],
  ["image/png", 5 * MEGABYTE],
  ["video/mp4", 16 * MEGABYTE],
  ["video/3gpp", 16 * MEGABYTE],
  ["audio/", 16 * MEGABYTE],
  ["application/", 100 * MEGABYTE],
  ["text/plain", 100 * MEGABYTE],
];

/** `POST /{phone_number_id}/media`, multipart. */
export function handleMediaUpload(exchange: Exchange, raw: Buffer, contentType: string | undefined): void {
  const { state } = exchange;
  if (!contentType?.startsWith("multipart/form-data")) return exchange.refuseWith(100, "The parameter file is required.");
  new Response(new Uint8Array(raw), { headers: { "content-type": contentType } })
    .formData()
    .then(async (form) => {
      const file = form.get("file");
      if (form.get("messaging_product") !== "whatsapp") return exchange.refuseWith(100, "The parameter messaging_product is required.");
      if (file === null || typeof file === "string") return exchange.refuseWith(100, "The parameter file is required.");
      const mimeType = String(form.get("type") ?? file.type);
      const limit = LIMITS.find(([prefix]) => mimeType.startsWith(prefix));
      if (!limit) return exchange.refuseWith(131053, `Param file must be a file with one of the supported types, got ${mimeType}.`);
      if (file.size > limit[1]) return exchange.refuseWith(131053, `The file is larger than ${limit[1]} bytes.`);
      const id = state.ids.number();
      state.media.set(id, { mimeType, bytes: Buffer.from(await file.arrayBuffer()) });
      exchange.answer(metaJson({ id }));
    })
    .catch(() => exchange.refuseWith(100, "The multipart body cannot be read."));
}

/** `/{media_id}`: its URL, or its deletion. */
export function handleMedia(exchange: Exchange, id: string): void {
  const { state, call } = exchange;
  const media = state.media.get(id);
  if (!media) return exchange.refuse(unknownObject(id));
  if (call.method === "DELETE") {
    state.media.delete(id);
    return exchange.answer('{"success":true}');
  }
  if (call.method !== "GET") return exchange.refuse(unknownPath(call.path));
  const sha256 = createHash("sha256").update(media.bytes).digest("hex");
  const { mimeType, bytes } = media;
  exchange.answer(
    metaJson({
      messaging_product: "whatsapp",
      url: state.mediaUrl(id),
      mime_type: mimeType,
      sha256,
      file_size: String(bytes.length),
      id,
    }),
  );
}

/** The URL of a media id; the caller's token is already checked. */
export function handleMediaDownload(exchange: Exchange, id: string): void {
  const { state, call, response } = exchange;
  const media = state.media.get(id);
  if (!media) return exchange.answer("{}", 404);
  call.status = 200;
  state.record(call);
  response.writeHead(200, { "content-type": media.mimeType, "content-length": media.bytes.length });
  response.end(media.bytes);
}
