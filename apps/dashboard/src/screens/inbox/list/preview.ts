/** The second line of a row, from the last message. Pure. */
import type { Conversation } from "@parley/sdk";
import type { PlainKey } from "../../../i18n/catalogue.ts";
import { plainText } from "../../../parts/plain-text.ts";
import { messageKindWord } from "../message-kinds.ts";

export type PreviewMark = "failed" | "unknown" | "bot" | "reply" | "media" | null;

export interface Preview {
  mark: PreviewMark;
  /** Before the text: "Not sent", "Chatbot". */
  lead: PlainKey | null;
  /** The beginning of the message, or null if its type is shown instead. */
  text: string | null;
  kind: PlainKey | null;
}

export function previewOf(last: Conversation["lastMessage"]): Preview {
  if (last === null) return { mark: null, lead: null, text: null, kind: null };
  const text = last.preview === "" ? null : plainText(last.preview);
  const kind = text === null ? (last.deletedAt === null ? messageKindWord(last.type) : "message.deleted") : null;
  if (last.direction === "inbound") return { mark: text === null ? "media" : null, lead: null, text, kind };
  if (last.status === "failed") return { mark: "failed", lead: "message.status.failed", text, kind };
  if (last.status === "unknown") return { mark: "unknown", lead: "message.status.unknown", text, kind };
  if (last.author.kind === "chatbot") return { mark: "bot", lead: "message.by.chatbot", text, kind };
  return { mark: "reply", lead: null, text, kind };
}
