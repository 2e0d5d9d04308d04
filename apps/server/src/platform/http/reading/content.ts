import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { errorCatalog } from "../../errors/catalog.ts";

/** A file's bytes, as a response. */
export interface Content {
  contentType: string;
  disposition: "inline" | "attachment";
  filename: string | null;
  /**
   * null: known only after reading (a list generated while it is read). Then there are no ranges, and no
   * Content-Length.
   */
  sizeBytes: number | null;
  /** Changes with the bytes; without quotes. Unused if the size is null. */
  tag?: string;
  /** `start` and `end` are inclusive. */
  read(range?: { start: number; end: number }): Promise<Readable>;
}

/**
 * Responds with a content: whole (200), one range of it (206, 416), nothing if the client has it (304), only headers
 * for HEAD. Whatever the type, a browser must neither sniff another nor execute any of it.
 *
 * The content is opened before any header is set: if that fails, the error handler responds, and no cache may keep its
 * response as the content.
 */
export async function sendContent(request: FastifyRequest, reply: FastifyReply, content: Content, cacheControl: string): Promise<unknown> {
  const etag = `"${content.tag}"`;
  const { sizeBytes } = content;
  const open = (range?: { start: number; end: number }) => (request.method === "HEAD" ? undefined : content.read(range));
  const about = { "content-type": content.contentType, "content-disposition": dispositionOf(content) };
  reply.headers({ "content-security-policy": "default-src 'none'; sandbox", "x-content-type-options": "nosniff" });
  if (sizeBytes === null) {
    const body = await open();
    return sendBody(reply.headers({ ...about, "cache-control": "no-store" }), body);
  }
  const kept = { etag, "accept-ranges": "bytes", "cache-control": cacheControl };
  if (matchesTag(request.headers["if-none-match"], etag)) return reply.headers(kept).code(304).send();
  const range = rangeOf(request, etag, sizeBytes);
  if (range === "unsatisfiable") {
    const { message } = errorCatalog.validation_error;
    return reply
      .code(416)
      .header("content-range", `bytes */${sizeBytes}`)
      .type("application/json; charset=utf-8")
      .send(JSON.stringify({ error: { code: "validation_error", message, details: [{ field: "range", issue: "out_of_range" }] } }));
  }
  const body = await open(range ?? undefined);
  reply.headers({ ...about, ...kept, "content-length": range === null ? sizeBytes : range.end - range.start + 1 });
  if (range !== null) reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${sizeBytes}`);
  return sendBody(reply, body);
}

function sendBody(reply: FastifyReply, body: Readable | undefined): FastifyReply {
  // A response was sent meanwhile, because opening took too long: nothing else would close the content.
  if (reply.sent) body?.destroy();
  return reply.send(body);
}

/** Responds with a text that any cache may keep for a while, or with nothing if the client has it (304). */
export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  { tag, type, cacheSeconds }: { tag: string; type: string; cacheSeconds: number },
): FastifyReply {
  const etag = `"${tag}"`;
  reply.headers({ etag, "cache-control": `public, max-age=${cacheSeconds}` });
  if (matchesTag(request.headers["if-none-match"], etag)) return reply.code(304).send();
  return reply.type(type).send(text);
}

/** Compares If-None-Match with the response's tag, which includes its quotes. */
export function matchesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === "*" || header.split(",").some((part) => part.trim().replace(/^W\//, "") === etag);
}

/** A single range; several ranges, or an invalid one, are ignored as RFC 9110 (14.2) allows. null: the whole content. */
function rangeOf(request: FastifyRequest, etag: string, sizeBytes: number): { start: number; end: number } | "unsatisfiable" | null {
  const { range: header, "if-range": condition } = request.headers;
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "");
  if (match === null || (condition !== undefined && condition !== etag)) return null;
  const [, from, to] = match as unknown as [string, string, string];
  if (from === "" && to === "") return null;
  if (from !== "" && to !== "" && Number(from) > Number(to)) return null;
  const start = from === "" ? Math.max(0, sizeBytes - Number(to)) : Number(from);
  const end = from === "" || to === "" ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  return start > end ? "unsatisfiable" : { start, end };
}

/** RFC 6266: an ASCII fallback for old clients, and the real name. */
function dispositionOf({ disposition, filename }: Content): string {
  if (filename === null) return disposition;
  const plain = filename.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const real = encodeURIComponent(filename.toWellFormed()).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${disposition}; filename="${plain}"${plain === filename ? "" : `; filename*=UTF-8''${real}`}`;
}
