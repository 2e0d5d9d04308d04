import { metaJson } from "../../shared/signing.ts";
import type { Exchange } from "../exchange.ts";
import { unknownObject } from "../graph-errors.ts";

const TYPES = new Set(["image/jpeg", "image/jpg", "image/png", "video/mp4", "application/pdf"]);
const LENGTH_MAX = 100 * 1024 * 1024;

/** `POST /{app_id}/uploads`: starts an upload (2.8). */
export function beginUpload(exchange: Exchange): void {
  const { state, query } = exchange;
  const length = Number(query.get("file_length"));
  const type = query.get("file_type") ?? "";
  if (!Number.isInteger(length) || length < 1 || length > LENGTH_MAX)
    return exchange.refuseWith(100, "The parameter file_length is required.");
  if (!TYPES.has(type)) return exchange.refuseWith(100, `Param file_type must be one of {${[...TYPES].join(", ")}}.`);
  const id = state.ids.number();
  state.uploads.set(`upload:${id}`, { length, type });
  exchange.answer(metaJson({ id: `upload:${id}?sig=ARZ${id}` }));
}

/** `POST /upload:…`: takes the bytes and returns the handle of the whole file. */
export function takeUpload(exchange: Exchange, session: string, raw: Buffer, offset: string | undefined): void {
  const { state } = exchange;
  const upload = state.uploads.get(session);
  if (upload === undefined) return exchange.refuse(unknownObject(session));
  if (offset !== "0") return exchange.refuseWith(100, "The header file_offset is required.");
  if (raw.length !== upload.length) return exchange.refuseWith(100, `${upload.length} bytes were announced and ${raw.length} came.`);
  state.uploads.delete(session);
  exchange.answer(metaJson({ h: `4::${Buffer.from(upload.type).toString("base64")}:${session.slice("upload:".length)}` }));
}
