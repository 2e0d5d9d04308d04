import type { ContactContent, InteractiveContent, LocationContent, Message, SendMessage, SendOptions, TemplateContent } from "@parley/sdk";
import { canQuote } from "../../../api/inbox/send-options.ts";

/**
 * A message as a new one, to be sent again; null: it cannot be repeated. Pure.
 *
 * @param limits of the channel, if known: what it does not let the type quote is not quoted
 */
export function copyOf(message: Message, limits: SendOptions["limits"] = []): SendMessage | null {
  const { channelId, to, type, text, content, media, replyToId, deletedAt } = message;
  if (to === null || deletedAt !== null) return null;
  const quotes = replyToId !== null && canQuote(limits, type);
  const shared = { channelId, to, humanAgent: true, ...(quotes ? { replyToId } : {}) };
  switch (type) {
    case "text":
      return text === null ? null : { ...shared, type, text };
    case "image":
    case "video":
    case "audio":
    case "document":
    case "sticker": {
      const [file] = media;
      if (file?.status !== "stored") return null;
      const caption = text === null || text === "" ? {} : { caption: text };
      const name = type === "document" && file.filename !== null ? { filename: file.filename } : {};
      return { ...shared, type, content: { mediaId: file.id, ...caption, ...name } };
    }
    case "template":
      return content === null ? null : { ...shared, type, content: content as TemplateContent };
    case "location":
      return content === null ? null : { ...shared, type, content: content as LocationContent };
    case "contact":
      return content === null ? null : { ...shared, type, content: content as ContactContent };
    case "interactive":
      return text === null || content === null ? null : { ...shared, type, text, content: content as InteractiveContent };
    default:
      return null;
  }
}

/**
 * Whether a failed message was sent again: a later one says the same and has not failed. Pure.
 *
 * @param items newest first
 */
export function isSentAgain(failed: Message, items: readonly Message[], limits: SendOptions["limits"] = []): boolean {
  const copy = copyOf(failed, limits);
  const at = items.findIndex(({ id }) => id === failed.id);
  if (copy === null || at === -1) return false;
  return items.slice(0, at).some((message) => {
    if (message.direction === "inbound" || message.isNote || message.status === "failed" || message.status === "cancelled") return false;
    const other = copyOf(message, limits);
    return other !== null && isSame(other, copy);
  });
}

export function isSame(one: SendMessage, other: SendMessage): boolean {
  return inOrder(one) === inOrder(other);
}

/** As text, in which the order of the fields does not count. */
function inOrder(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
