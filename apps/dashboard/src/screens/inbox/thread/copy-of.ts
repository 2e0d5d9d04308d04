import type { ContactContent, InteractiveContent, LocationContent, Message, SendMessage, TemplateContent } from "@parley/sdk";

/** A message as a new one, to be sent again; null: it cannot be repeated. Pure. */
export function copyOf(message: Message): SendMessage | null {
  const { channelId, to, type, text, content, media, replyToId, deletedAt } = message;
  if (to === null || deletedAt !== null) return null;
  const shared = { channelId, to, humanAgent: true, ...(replyToId === null ? {} : { replyToId }) };
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
