/**
 * What a customer can send. Each becomes one element of 3.4; the fields of `raw` are merged into the element unchanged.
 */
export type InboundContent =
  | { kind: "text"; text: string }
  | { kind: "image" | "video" | "audio" | "file"; mimeType?: string; bytes?: Buffer; count?: number }
  | { kind: "post" | "reel"; title?: string; bytes?: Buffer }
  | { kind: "story_mention"; bytes?: Buffer }
  | { kind: "story_reply"; text: string; storyId?: string; bytes?: Buffer }
  | { kind: "quick_reply"; title: string; payload: string }
  | { kind: "postback"; title: string; payload: string }
  | { kind: "like_heart" }
  | { kind: "ephemeral" }
  | { kind: "unsupported" }
  | { kind: "referral"; referral: Record<string, unknown> }
  | { kind: "raw"; element: Record<string, unknown> };

export interface InboundModifiers {
  /** Quotes a message. */
  replyTo?: string;
  referral?: Record<string, unknown>;
  /** Milliseconds; default now. */
  at?: number;
  /** Default: a new one. The same id again is a redelivery. */
  messageId?: string;
  /** Another app holds the conversation. */
  standby?: boolean;
}

/** A transparent pixel; a stand-in for every kind of media. */
const PIXEL = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

export const MIME_TYPES: Readonly<Record<string, string>> = {
  image: "image/png",
  video: "video/mp4",
  audio: "audio/mp4",
  file: "application/pdf",
};

type Fields = Record<string, unknown>;
type Store = (mimeType: string, bytes: Buffer) => string;

/** The parts of an element besides sender, recipient and time. `store` stores media and returns its URL. */
export function inboundFields(content: InboundContent, mid: string, modifiers: InboundModifiers, store: Store): Fields {
  const message = (fields: Fields): Fields => ({
    message: {
      mid,
      ...fields,
      ...(modifiers.replyTo === undefined ? {} : { reply_to: { mid: modifiers.replyTo } }),
      ...(modifiers.referral === undefined ? {} : { referral: modifiers.referral }),
    },
  });
  const attached = (...attachments: unknown[]): Fields => message({ attachments });
  const image = (bytes: Buffer = PIXEL): string => store("image/png", bytes);
  switch (content.kind) {
    case "text":
      return message({ text: content.text });
    case "image":
    case "video":
    case "audio":
    case "file": {
      const mimeType = content.mimeType ?? (MIME_TYPES[content.kind] as string);
      const one = () => ({ type: content.kind, payload: { url: store(mimeType, content.bytes ?? PIXEL) } });
      return attached(...Array.from({ length: content.count ?? 1 }, one));
    }
    case "post":
      return attached({ type: "ig_post", payload: { url: image(content.bytes), ...titled(content.title) } });
    case "reel":
      return attached({
        type: "ig_reel",
        payload: { url: store("video/mp4", content.bytes ?? PIXEL), ...titled(content.title), reel_video_id: "18012345678901234" },
      });
    case "story_mention":
      return attached({ type: "story_mention", payload: { url: image(content.bytes) } });
    case "story_reply":
      return message({
        text: content.text,
        reply_to: { story: { id: content.storyId ?? "18099887766554433", url: image(content.bytes) } },
      });
    case "quick_reply":
      return message({ text: content.title, quick_reply: { payload: content.payload } });
    case "postback": {
      const referral = modifiers.referral === undefined ? {} : { referral: modifiers.referral };
      return { postback: { mid, title: content.title, payload: content.payload, ...referral } };
    }
    case "like_heart":
    case "ephemeral":
      return attached({ type: content.kind });
    case "unsupported":
      return message({ is_unsupported: true });
    case "referral":
      return { referral: content.referral };
    case "raw":
      return content.element;
  }
}

function titled(title: string | undefined): Fields {
  return title === undefined ? {} : { title };
}
