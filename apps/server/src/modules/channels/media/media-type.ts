import { fileTypeFromBuffer } from "file-type";

export const mediaKinds = ["image", "video", "audio", "document", "sticker"] as const;
export type MediaKind = (typeof mediaKinds)[number];

export const unknownType = "application/octet-stream";

/** Maps types with several names to one. */
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

/** Old Office formats share one container, so only the file name distinguishes them. */
const byExtension = new Map([
  ["application/x-cfb/doc", "application/msword"],
  ["application/x-cfb/xls", "application/vnd.ms-excel"],
  ["application/x-cfb/ppt", "application/vnd.ms-powerpoint"],
  ["text/plain/csv", "text/csv"],
]);

/**
 * The type of a content by its own bytes; the sender's content type is ignored. `filename` only distinguishes types
 * that share a container. Unknown content is application/octet-stream.
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

/**
 * Whether the text starts with markup, after spaces, comments and XML declarations. Each is skipped once; a regular expression would try
 * every way to split them.
 */
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

/** How many bytes `isAnimatedWebp` reads. */
export const animationHeadBytes = 32;

/** Whether the extended header of a WebP declares an animation. */
export function isAnimatedWebp(head: Buffer): boolean {
  return head.toString("latin1", 8, 16) === "WEBPVP8X" && ((head[20] ?? 0) & 2) !== 0;
}

export function kindOf(mimeType: string): MediaKind {
  if (mimeType === "image/svg+xml") return "document";
  const [family] = mimeType.split("/");
  return family === "image" || family === "video" || family === "audio" ? family : "document";
}

/** Containers that may hold only audio. */
const soundOf = new Map([
  ["video/mp4", "audio/mp4"],
  ["video/webm", "audio/webm"],
  ["video/3gpp", "audio/3gpp"],
  ["video/ogg", "audio/ogg"],
]);

/** The type of a content when used as `kind`; null if it cannot be. */
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
 * The kind of a content that its platform announced as `announced`, which may be a guess (a story's picture is announced like a video): the
 * kind of its bytes, if those are certainly a picture, a video or audio and cannot be the announced kind.
 */
export function kindByContent(announced: MediaKind, mimeType: string): MediaKind {
  const found = kindOf(mimeType);
  return typeAs(announced, mimeType) === null && found !== "document" ? found : announced;
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
 * How a content is served. Pictures, audio and video are shown; documents are downloaded under their type; whatever a
 * browser could execute, by type or name, is downloaded as octet-stream.
 */
export function servedAs(mimeType: string, filename: string | null): { contentType: string; disposition: "inline" | "attachment" } {
  if (runnable.test(mimeType) || runnableName.has(extensionOf(filename))) return { contentType: unknownType, disposition: "attachment" };
  const inline = shown.has(mimeType) || /^(?:audio|video)\//.test(mimeType);
  const contentType = mimeType.startsWith("text/") ? `${mimeType}; charset=utf-8` : mimeType;
  return { contentType, disposition: inline ? "inline" : "attachment" };
}
