import type { MediaRef, MessageType } from "@parley/connector-kit";
import { type Json, asObject, camelKeys, compact, listAt, objectAt, own, textAt } from "@parley/connector-kit/read";

const STORY_LIFE_MS = 24 * 3_600_000;

/** The content of a message, without sender, time and reference. */
export interface Body {
  type: MessageType;
  text: string | null;
  content: Json | null;
  media: MediaRef[];
}

interface Attachment {
  kind: MediaRef["kind"];
  /** Another account's content that the customer shares. */
  share?: "post" | "reel";
  story?: "mention" | "share";
}

/** Attachments with a URL. The media type of a story or a post is known only after fetching. */
const attachments = new Map<string, Attachment>([
  ["image", { kind: "image" }],
  ["video", { kind: "video" }],
  ["audio", { kind: "audio" }],
  ["file", { kind: "document" }],
  ["share", { kind: "image", share: "post" }],
  ["ig_post", { kind: "image", share: "post" }],
  ["media", { kind: "image", share: "post" }],
  ["reel", { kind: "video", share: "reel" }],
  ["ig_reel", { kind: "video", share: "reel" }],
  ["story_mention", { kind: "image", story: "mention" }],
  ["story", { kind: "image", story: "share" }],
  ["ig_story", { kind: "image", story: "share" }],
]);

/** Undefined for a message we cannot show: of an unknown type, or marked as unsupported by the platform itself. */
export function readBody(message: unknown, occurredAt: string): Body | undefined {
  if (own(message, "is_unsupported") === true) return undefined;
  const text = textAt(message, "text");
  // Both names are documented for a single attachment.
  const parts = [...listAt(message, "attachments"), ...listAt(message, "attachment")].filter((part) => asObject(part) !== undefined);
  if (parts.length > 0) return readAttachments(parts, text, occurredAt);
  const payload = textAt(objectAt(message, "quick_reply"), "payload");
  if (payload !== undefined) {
    const title = text ?? payload;
    return { type: "interactive", text: title, content: { reply: { id: payload, title } }, media: [] };
  }
  return text === undefined ? undefined : { type: "text", text, content: null, media: [] };
}

function readAttachments(parts: unknown[], text: string | undefined, occurredAt: string): Body | undefined {
  const media: MediaRef[] = [];
  const others: unknown[] = [];
  let content: Json = {};
  for (const part of parts) {
    const known = attachments.get(typeOf(part) ?? "");
    const payload = objectAt(part, "payload");
    const url = textAt(payload, "url");
    if (known === undefined || url === undefined) {
      others.push(part);
      continue;
    }
    const expiresAt = known.story === undefined ? undefined : storyEnd(occurredAt);
    media.push(compact({ kind: known.kind, providerMediaId: url, expiresAt }) as unknown as MediaRef);
    // Only the first of each type; a second one is still among the media.
    if (known.share !== undefined) content = { share: { kind: known.share, ...(camelKeys(payload) as Json) }, ...content };
    if (known.story !== undefined) content = { story: { kind: known.story, url, expiresAt }, ...content };
  }
  const [first] = media;
  if (first === undefined) return others.length === 1 && typeOf(others[0]) === "like_heart" ? heart() : undefined;
  if (others.length > 0) content = { ...content, otherAttachments: others };
  return { type: first.kind, text: text ?? null, content: Object.keys(content).length > 0 ? content : null, media };
}

function typeOf(part: unknown): string | undefined {
  return textAt(part, "type")?.toLowerCase();
}

/** The platform's heart has no URL to fetch: it becomes the emoji. */
function heart(): Body {
  return { type: "text", text: "\u2764\ufe0f", content: { likeHeart: true }, media: [] };
}

/** The platform asks that a story be kept no longer than its lifetime. */
export function storyEnd(occurredAt: string): string {
  return new Date(Date.parse(occurredAt) + STORY_LIFE_MS).toISOString();
}
