import type { MediaRef, MessageType } from "@parley/connector-kit";
import { type Json, camelKeys, compact, idAt, listAt, objectAt, own, textAt } from "@parley/connector-kit/read";

/** The content of a message, without sender, time and reference. */
export interface Body {
  type: MessageType;
  text: string | null;
  content: Json | null;
  media: MediaRef[];
  replyToExternalId?: string;
}

type BodyReader = (message: unknown) => Body | undefined;

const readers = new Map<string, BodyReader>([
  ["text", readText],
  ["image", (message) => readMedia(message, "image")],
  ["video", (message) => readMedia(message, "video")],
  ["sticker", (message) => readSticker(message, "sticker")],
  ["emoji", (message) => readSticker(message, "emoji")],
  ["share_post", readPost],
  ["template", readCard],
]);

/** Undefined for an unknown type, and for a known type whose part differs from the documentation. */
export function readBody(message: unknown): Body | undefined {
  return readers.get((textAt(message, "type") ?? "").toLowerCase())?.(message);
}

/** A tap on a card's button arrives as the button's label, together with the ids of card and button. */
function readText(message: unknown): Body | undefined {
  const body = own(objectAt(message, "text"), "body");
  const text = typeof body === "string" ? body : textAt(objectAt(message, "text"), "body");
  if (text === undefined) return undefined;
  const source = objectAt(message, "reply_source_payload");
  const id = textAt(source, "reply_source_unique_id");
  if (source === undefined || id === undefined) return { type: "text", text, content: null, media: [] };
  const card = idAt(source, "reply_source_msg_id");
  return {
    type: "interactive",
    text,
    content: { reply: { id, title: text } },
    media: [],
    ...(card === undefined ? {} : { replyToExternalId: card }),
  };
}

function readMedia(message: unknown, kind: "image" | "video"): Body | undefined {
  const providerMediaId = idAt(objectAt(message, kind), "media_id");
  return providerMediaId === undefined ? undefined : { type: kind, text: null, content: null, media: [{ kind, providerMediaId }] };
}

/** Both arrive as an image URL (valid for 30 days). An emoji here is one that the platform draws itself. */
function readSticker(message: unknown, part: "sticker" | "emoji"): Body | undefined {
  const url = idAt(objectAt(message, part), "url", 2_000);
  if (url === undefined || !URL.canParse(url)) return undefined;
  const content = part === "emoji" ? { emoji: true } : null;
  return { type: "sticker", text: null, content, media: [{ kind: "sticker", providerMediaId: url }] };
}

function readPost(message: unknown): Body | undefined {
  const part = objectAt(message, "share_post");
  const post = compact({ videoId: textAt(part, "video_id"), url: textAt(part, "embed_url") });
  return Object.keys(post).length === 0 ? undefined : { type: "interactive", text: null, content: { sharedPost: post }, media: [] };
}

/** A question card of ours or an automatic one: with `elements` in callbacks, title and buttons directly in API responses. */
function readCard(message: unknown): Body | undefined {
  const part = objectAt(message, "template");
  if (part === undefined) return undefined;
  const elements = listAt(part, "elements");
  const cards = elements.length > 0 ? elements : [part];
  const title = cards.map((card) => textAt(card, "title") ?? textAt(card, "text")).find((text) => text !== undefined);
  return { type: "interactive", text: title ?? null, content: { card: camelKeys(part) }, media: [] };
}
