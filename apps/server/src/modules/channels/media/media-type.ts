import { fileTypeFromBuffer } from "file-type";

export const mediaKinds = ["image", "video", "audio", "document", "sticker"] as const;
export type MediaKind = (typeof mediaKinds)[number];

export const unknownType = "application/octet-stream";

/** One name for what several names mean. */
const sameType = new Map([
  ["audio/x-m4a", "audio/mp4"],
  ["audio/ogg; codecs=opus", "audio/ogg"],
  ["audio/opus", "audio/ogg"],
  ["audio/vnd.wave", "audio/wav"],
  ["audio/x-wav", "audio/wav"],
  ["video/x-m4v", "video/mp4"],
  ["video/vnd.avi", "video/x-msvideo"],
  ["image/apng", "image/png"],
]);

/** Old Office formats share one container, so that only their name tells them apart. */
const byExtension = new Map([
  ["application/x-cfb/doc", "application/msword"],
  ["application/x-cfb/xls", "application/vnd.ms-excel"],
  ["application/x-cfb/ppt", "application/vnd.ms-powerpoint"],
  ["text/plain/csv", "text/csv"],
]);

/**
 * The type of a content by its own bytes; what its sender calls it counts for nothing. `filename` only tells apart what shares
 * one form. Anything nobody knows is application/octet-stream.
 */
export async function sniffType(head: Buffer, filename: string | null): Promise<string> {
  const found = await fileTypeFromBuffer(head);
  const name = found?.mime ?? textType(head);
  const type = sameType.get(name) ?? name;
  return byExtension.get(`${type}/${extensionOf(filename)}`) ?? (type.split(";", 1)[0] as string);
}

function extensionOf(filename: string | null): string {
  return /\.([a-z0-9]{1,8})$/i.exec(filename ?? "")?.[1]?.toLowerCase() ?? "";
}

const space = /\s*/y;
const markup = /<(?:!doctype\s+html|html|head|body|script|iframe|style|title|meta|link|div|p|a|img|svg)[\s/>]/iy;

/** Whether markup comes first, behind spaces, comments and XML declarations. Each is left behind once: a pattern would try every way to part them. */
function isMarkup(text: string): boolean {
  let at = 0;
  for (;;) {
    space.lastIndex = at;
    space.test(text);
    at = space.lastIndex;
    const [mark, end] = text.startsWith("<!--", at) ? [4, "-->"] : text.slice(at, at + 5).toLowerCase() === "<?xml" ? [5, ">"] : [0, ""];
    if (mark === 0) break;
    const closed = text.indexOf(end, at + mark);
    if (closed === -1) break;
    at = closed + end.length;
  }
  markup.lastIndex = at;
  return markup.test(text);
}

function textType(head: Buffer): string {
  let text: string;
  try {
    // Streaming: the head may end within a character.
    text = new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
  } catch {
    return unknownType;
  }
  if (/[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]/.test(text)) return unknownType;
  if (!isMarkup(text)) return text.trimStart().startsWith("<?xml") ? "application/xml" : "text/plain";
  return /<svg[\s>]/i.test(text) ? "image/svg+xml" : "text/html";
}

/** How many bytes `isAnimatedWebp` looks at. */
export const animationHeadBytes = 32;

/** Whether a WebP says in its extended header that it moves. */
export function isAnimatedWebp(head: Buffer): boolean {
  return head.toString("latin1", 8, 16) === "WEBPVP8X" && ((head[20] ?? 0) & 2) !== 0;
}

/** The kind that fits a type best. */
export function kindOf(mimeType: string): MediaKind {
  if (mimeType === "image/svg+xml") return "document";
  const [family] = mimeType.split("/");
  return family === "image" || family === "video" || family === "audio" ? family : "document";
}

/** Containers that may hold sound alone. */
const soundOf = new Map([
  ["video/mp4", "audio/mp4"],
  ["video/webm", "audio/webm"],
  ["video/3gpp", "audio/3gpp"],
  ["video/ogg", "audio/ogg"],
]);

/** The type a content has when it is used as `kind`; null when it cannot be used so. */
export function typeAs(kind: MediaKind, mimeType: string): string | null {
  switch (kind) {
    case "document":
      return mimeType;
    case "sticker":
      return ["image/webp", "image/png", "image/gif"].includes(mimeType) ? mimeType : null;
    case "audio":
      return soundOf.get(mimeType) ?? (kindOf(mimeType) === "audio" ? mimeType : null);
    default:
      return kindOf(mimeType) === kind ? mimeType : null;
  }
}

/**
 * The kind of a content that its platform announced as `told`, which may be a guess (a story's picture is told like its film): that
 * of its bytes, when they are surely a picture, a film or a sound and cannot be what was told.
 */
export function kindByContent(told: MediaKind, mimeType: string): MediaKind {
  const found = kindOf(mimeType);
  return typeAs(told, mimeType) === null && found !== "document" ? found : told;
}

const shown = new Set(["image/jpeg", "image/png", "image/gif", "image/webp", "image/avif", "image/heic", "image/bmp"]);
const runnable = /^(?:text\/(?:html|xml|javascript|css)|image\/svg\+xml|application\/(?:xml|xhtml\+xml|javascript|ecmascript|wasm|x-.*))$/;
const runnableName = new Set([
  "html",
  "htm",
  "xhtml",
  "xht",
  "shtml",
  "mhtml",
  "svg",
  "svgz",
  "xml",
  "xsl",
  "js",
  "mjs",
  "cjs",
  "css",
  "swf",
]);

/**
 * How a content is served. Pictures, sound and video are shown; documents are saved under their type; what a browser could
 * run, by its type or its name, is saved as bytes of no type.
 */
export function servedAs(mimeType: string, filename: string | null): { contentType: string; disposition: "inline" | "attachment" } {
  if (runnable.test(mimeType) || runnableName.has(extensionOf(filename))) return { contentType: unknownType, disposition: "attachment" };
  const inline = shown.has(mimeType) || /^(?:audio|video)\//.test(mimeType);
  const contentType = mimeType.startsWith("text/") ? `${mimeType}; charset=utf-8` : mimeType;
  return { contentType, disposition: inline ? "inline" : "attachment" };
}
