import type { Message } from "@parley/sdk";
import type { PlainKey } from "../../i18n/catalogue.ts";

const words: { readonly [Type in Message["type"]]?: PlainKey } = {
  image: "message.image",
  video: "message.video",
  audio: "message.audio",
  document: "message.document",
  sticker: "message.sticker",
  location: "message.location",
  contact: "message.contact",
  template: "message.template",
  interactive: "message.interactive",
  system: "message.system",
  unsupported: "message.unsupported",
};

/** The word for what a message is when no text says it; null for what is nothing but text. `type` as in a message. */
export function messageKindWord(type: Message["type"]): PlainKey | null {
  return words[type] ?? null;
}
