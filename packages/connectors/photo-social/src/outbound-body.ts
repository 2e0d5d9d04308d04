import type { MediaRef, OutboundMessage, ProviderError } from "@parley/connector-kit";
import { type Json, asObject, compact, listAt, objectAt, textAt } from "@parley/connector-kit/read";
import { QUICK_REPLIES_MAX, QUICK_REPLY_TITLE_MAX, TEXT_BYTES_MAX } from "./describe.ts";
import { reactionOf, sendableEmoji } from "./reactions.ts";

/** What a call contains besides `recipient`, or why there is none. */
export type Built = { body: Json } | { error: ProviderError };

const CARDS_MAX = 10;
const CARD_BUTTONS_MAX = 3;
const CARD_TEXT_MAX = 80;
const PAYLOAD_MAX = 1_000;
const LINK_TEXT_MAX = 640;

const attachmentTypes = new Map<MediaRef["kind"], string>([
  ["image", "image"],
  ["video", "video"],
  ["audio", "audio"],
  ["document", "file"],
]);

export function buildBody(message: OutboundMessage): Built {
  switch (message.type) {
    case "text":
      return textBody(message);
    case "image":
    case "video":
    case "audio":
    case "document":
      return mediaBody(message);
    case "interactive":
      return interactiveBody(message);
    case "reaction":
      return reactionBody(message);
    default:
      return problem("unsupported_by_channel", `this connector does not send messages of type ${message.type}`);
  }
}

function textBody({ text }: OutboundMessage): Built {
  const refused = textProblem(text ?? "");
  return refused ?? { body: { message: { text } } };
}

/**
 * The platform counts UTF-8 bytes, and an emoji takes four or more. Longer texts are refused here, never cut or split.
 */
function textProblem(text: string): { error: ProviderError } | undefined {
  if (text === "") return problem("validation_error", "a message without text");
  const bytes = Buffer.byteLength(text, "utf8");
  return bytes > TEXT_BYTES_MAX
    ? problem("validation_error", `the text has ${bytes} bytes; this platform takes at most ${TEXT_BYTES_MAX}`)
    : undefined;
}

/** The platform fetches media from a public URL, and accepts no caption. */
function mediaBody({ media, text }: OutboundMessage): Built {
  const type = media === undefined ? undefined : attachmentTypes.get(media.kind);
  if (media === undefined || type === undefined) return problem("validation_error", "a media message without media this platform takes");
  if (text !== null && text !== "") return problem("unsupported_by_channel", "media cannot have a caption on this platform");
  return { body: { message: { attachment: { type, payload: { url: media.url() } } } } };
}

/**
 * `content.buttons` become quick replies below a text, `content.url` a URL button, `content.cards` a carousel of cards.
 */
function interactiveBody({ text, content }: OutboundMessage): Built {
  const cards = listAt(content, "cards");
  if (cards.length > 0) return cardsBody(cards);
  const words = text ?? textAt(content, "body") ?? textAt(objectAt(content, "body"), "text") ?? "";
  const refused = textProblem(words);
  if (refused !== undefined) return refused;
  if (textAt(content, "url") !== undefined) return linkBody(words, content);
  const buttons = listAt(content, "buttons");
  if (buttons.length === 0 || buttons.length > QUICK_REPLIES_MAX) {
    return problem("validation_error", `an interactive message has 1 to ${QUICK_REPLIES_MAX} buttons on this platform`);
  }
  const quickReplies: Json[] = [];
  for (const button of buttons) {
    const title = textAt(button, "title") ?? "";
    const payload = textAt(button, "id") ?? title;
    if (title === "" || [...title].length > QUICK_REPLY_TITLE_MAX || payload.length > PAYLOAD_MAX) {
      return problem("validation_error", `a button has a title of 1 to ${QUICK_REPLY_TITLE_MAX} characters`);
    }
    quickReplies.push({ content_type: "text", title, payload });
  }
  return { body: { message: { text: words, quick_replies: quickReplies } } };
}

function linkBody(text: string, content: Json | null): Built {
  const button = cardButton(content);
  if (button === undefined || [...text].length > LINK_TEXT_MAX) {
    return problem(
      "validation_error",
      `a button that opens an address has a title, and a text of at most ${LINK_TEXT_MAX} characters above`,
    );
  }
  return { body: { message: { attachment: { type: "template", payload: { template_type: "button", text, buttons: [button] } } } } };
}

function cardsBody(cards: unknown[]): Built {
  if (cards.length > CARDS_MAX) return problem("validation_error", `at most ${CARDS_MAX} cards`);
  const elements: Json[] = [];
  for (const card of cards) {
    const title = textAt(card, "title") ?? "";
    const subtitle = textAt(card, "subtitle");
    if (title === "" || [title, subtitle ?? ""].some((words) => [...words].length > CARD_TEXT_MAX)) {
      return problem("validation_error", `a card has a title, and title and subtitle of at most ${CARD_TEXT_MAX} characters`);
    }
    const buttons = listAt(card, "buttons").map(cardButton);
    if (buttons.length > CARD_BUTTONS_MAX || buttons.includes(undefined)) {
      return problem("validation_error", `a card has at most ${CARD_BUTTONS_MAX} buttons, each with a title and a url or an id`);
    }
    elements.push(compact({ title, subtitle, image_url: textAt(card, "imageUrl"), buttons: buttons.length > 0 ? buttons : undefined }));
  }
  return { body: { message: { attachment: { type: "template", payload: { template_type: "generic", elements } } } } };
}

function cardButton(button: unknown): Json | undefined {
  const title = textAt(button, "title");
  const url = textAt(button, "url");
  const payload = textAt(button, "id");
  if (title === undefined || asObject(button) === undefined) return undefined;
  if (url !== undefined) return { type: "web_url", url, title };
  return payload === undefined ? undefined : { type: "postback", title, payload };
}

function reactionBody({ content, reactionToExternalId }: OutboundMessage): Built {
  if (reactionToExternalId === undefined) return problem("validation_error", "a reaction that names no message");
  const emoji = textAt(content, "emoji");
  if (emoji === undefined) return { body: { sender_action: "unreact", payload: { message_id: reactionToExternalId } } };
  const reaction = reactionOf(emoji);
  if (reaction === undefined) return problem("unsupported_by_channel", `this platform has the reactions ${sendableEmoji.join(" ")}`);
  return { body: { sender_action: "react", payload: { message_id: reactionToExternalId, reaction } } };
}

function problem(code: string, text: string): { error: ProviderError } {
  return { error: { class: "permanent", providerCode: "not_sent", code, message: text, scope: "message" } };
}
