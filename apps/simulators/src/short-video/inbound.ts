import type { Media } from "../shared/phone/index.ts";

export type InboundContent =
  | { kind: "text"; text: string }
  | { kind: "image" | "video"; bytes?: Buffer; mimeType?: string }
  | { kind: "sticker" | "emoji"; bytes?: Buffer; mimeType?: string }
  | { kind: "share_post"; videoId?: string }
  /** A tap on a button of a card we sent. */
  | { kind: "card_click"; title: string; id: string; messageId: string }
  | { kind: "reaction"; messageId: string; emoji: string; remove?: boolean }
  /** Fields of the message, unchanged and including `type`. */
  | { kind: "raw"; fields: Record<string, unknown> };

export interface InboundModifiers {
  /** Quotes a message of the business. */
  replyTo?: string;
  /** Milliseconds; default now. */
  at?: number;
  /** Default: a new one. The same id again is a redelivery. */
  messageId?: string;
}

type Fields = Record<string, unknown>;

export const DEFAULT_MIME = { image: "image/png", video: "video/mp4", sticker: "image/webp", emoji: "image/png" } as const;

/** A transparent pixel; a stand-in for every kind of media. */
const PIXEL = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

/** The `type` and content of a message, in the webhooks' spelling. `store` stores media and returns its id and URL. */
export function inboundFields(
  content: InboundContent,
  at: number,
  userId: string,
  store: (media: Media) => { id: string; url: string },
): Fields {
  switch (content.kind) {
    case "text":
      return { type: "text", text: { body: content.text } };
    case "image":
    case "video":
      return { type: content.kind, [content.kind]: { media_id: store(mediaOf(content)).id } };
    case "sticker":
    case "emoji":
      return { type: content.kind, [content.kind]: { url: store(mediaOf(content)).url } };
    case "share_post": {
      const videoId = content.videoId ?? "7399990001112223334";
      return { type: "share_post", share_post: { video_id: videoId, embed_url: `https://www.tiktok.com/player/v1/${videoId}` } };
    }
    case "card_click": {
      const payload = { reply_source_msg_id: content.messageId, reply_source_unique_id: content.id };
      return { type: "text", text: { body: content.title }, reply_source_payload: payload };
    }
    case "reaction": {
      const { messageId: original_msg_id, emoji } = content;
      const operation = content.remove ? "REMOVE" : "ADD";
      return {
        type: "reaction",
        reaction: [{ operation, type: "EMOJI", emoji, unique_identifier: userId, timestamp: at, original_msg_id }],
      };
    }
    case "raw":
      return content.fields;
  }
}

function mediaOf(content: Extract<InboundContent, { kind: "image" | "video" | "sticker" | "emoji" }>): Media {
  return { mimeType: content.mimeType ?? DEFAULT_MIME[content.kind], bytes: content.bytes ?? PIXEL };
}
