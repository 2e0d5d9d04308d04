import { type Fields, fieldsOf, listOf, type PhoneChoice, type PhoneMessageKind, type Shown, textOf } from "../shared/phone/index.ts";
import { type InboundContent, MIME_TYPES } from "./inbound.ts";

const KINDS = new Map<string, PhoneMessageKind>([
  ["image", "image"],
  ["video", "video"],
  ["audio", "audio"],
  ["file", "document"],
]);
export const HEART = "\u2764\ufe0f";

const media = (type: string, mimeType?: string) => ({ mimeType: mimeType ?? (MIME_TYPES[type] as string), name: null });
const words = (text: string): Shown => ({ kind: "text", text });

/** What the phone shows of a customer's message; null: nothing of its own. */
export function shownOfInbound(content: InboundContent): Shown | null {
  switch (content.kind) {
    case "text":
      return words(content.text);
    case "image":
    case "video":
    case "audio":
    case "file":
      return { kind: KINDS.get(content.kind) as PhoneMessageKind, text: null, media: media(content.kind, content.mimeType) };
    case "post":
      return { kind: "image", text: content.title ?? null, media: media("image"), note: "You shared a post" };
    case "reel":
      return { kind: "video", text: content.title ?? null, media: media("video"), note: "You shared a reel" };
    case "story_mention":
      return { kind: "image", text: null, media: media("image"), note: "You mentioned them in your story" };
    case "story_reply":
      return { kind: "image", text: content.text, media: media("image"), note: "You replied to their story" };
    case "quick_reply":
    case "postback":
      return words(content.title);
    case "like_heart":
      return words(HEART);
    case "ephemeral":
      return { kind: "other", text: "a photo that can be viewed once" };
    case "unsupported":
      return { kind: "other", text: "unsupported" };
    case "referral":
    case "raw":
      return null;
  }
}

/** What the phone shows of the business's message. The message has passed the platform's checks. */
export function shownOfMessage(message: Fields): Shown {
  const [attachment, ...more] = [message.attachment, ...listOf(message.attachments)].filter((part) => part !== undefined).map(fieldsOf);
  if (attachment === undefined) {
    const choices = listOf(message.quick_replies).flatMap((reply): PhoneChoice[] =>
      textOf(reply.title) === null ? [] : [{ id: `quick_reply:${String(reply.payload)}`, title: String(reply.title) }],
    );
    return { kind: "text", text: textOf(message.text), ...(choices.length > 0 ? { choices } : {}) };
  }
  const type = String(attachment.type);
  const kind = KINDS.get(type);
  if (kind !== undefined) {
    return { kind, text: null, media: media(type), ...(more.length > 0 ? { note: `The first of ${more.length + 1} pictures` } : {}) };
  }
  if (type === "template") return shownOfTemplate(fieldsOf(attachment.payload));
  return type === "like_heart" ? words(HEART) : { kind: "other", text: "a post of the business" };
}

/** A text with buttons, or cards one below the other. */
function shownOfTemplate(payload: Fields): Shown {
  const cards = payload.template_type === "button" ? [{ title: payload.text, buttons: payload.buttons }] : listOf(payload.elements);
  const lines: string[] = [];
  const choices: PhoneChoice[] = [];
  for (const card of cards as Fields[]) {
    for (const line of [card.title, card.subtitle]) if (textOf(line) !== null) lines.push(line as string);
    for (const button of listOf(card.buttons)) {
      if (button.type === "web_url") lines.push(`${String(button.title)}: ${String(button.url)}`);
      else choices.push({ id: `postback:${String(button.payload)}`, title: String(button.title) });
    }
  }
  return { kind: "text", text: lines.join("\n"), ...(choices.length > 0 ? { choices } : {}) };
}

/** The ids are those created above. */
export function answerOf({ id, title }: PhoneChoice): InboundContent {
  const mark = id.indexOf(":");
  return { kind: id.startsWith("postback:") ? "postback" : "quick_reply", title, payload: id.slice(mark + 1) };
}
