import type { Message } from "@parley/sdk";
import type { PlainKey } from "../../i18n/catalogue.ts";

const labelKeys: { readonly [Type in Message["type"]]?: PlainKey } = {
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

/** The text for a message without text. */
export function kindLabel({ type, media }: Pick<Message, "type" | "media">): PlainKey {
  if (type === "audio") return media[0]?.voice === true ? "message.voice" : "message.audio";
  return messageKindWord(type) ?? "message.unsupported";
}

/** The name of a message's type if it has no text; null for a plain text. `type` as in a message. */
export function messageKindWord(type: Message["type"]): PlainKey | null {
  return labelKeys[type] ?? null;
}
