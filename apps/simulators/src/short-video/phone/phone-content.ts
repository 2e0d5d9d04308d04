import { type Fields, fieldsOf, listOf, type PhoneChoice, type Shown, textOf } from "../../shared/phone/index.ts";
import { DEFAULT_MIME, type InboundContent } from "../inbound.ts";

/** What the phone shows of a customer's message; null: nothing of its own. */
export function shownOfInbound(content: InboundContent): Shown | null {
  switch (content.kind) {
    case "text":
      return { kind: "text", text: content.text };
    case "card_click":
      return { kind: "text", text: content.title };
    case "image":
    case "video":
    case "sticker":
    case "emoji": {
      const media = { mimeType: content.mimeType ?? DEFAULT_MIME[content.kind], name: null };
      return { kind: content.kind === "emoji" ? "sticker" : content.kind, text: null, media };
    }
    case "share_post":
      return { kind: "text", text: "Unpacking a parcel", note: "You shared a video" };
    case "raw":
      return { kind: "other", text: textOf(content.fields.type) };
    case "reaction":
      return null;
  }
}

/** What the phone shows of the business's message. The body has passed the platform's checks. */
export function shownOfBody(body: Fields): Shown {
  switch (body.message_type) {
    case "IMAGE":
      return { kind: "image", text: null, media: { mimeType: DEFAULT_MIME.image, name: null } };
    case "SHARE_POST":
      return { kind: "other", text: "a post of the business" };
    case "TEMPLATE": {
      const { title, buttons } = fieldsOf(body.template);
      const choices = listOf(buttons).map((button): PhoneChoice => ({ id: String(button.id), title: String(button.title) }));
      return { kind: "text", text: textOf(title), choices };
    }
    default:
      return { kind: "text", text: textOf(fieldsOf(body.text).body) };
  }
}
