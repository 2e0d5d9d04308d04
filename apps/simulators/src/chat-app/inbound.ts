/**
 * What a customer can send. Each becomes one message of 2.4; the fields of `raw` are merged into the message unchanged.
 */
export type InboundContent =
  | { kind: "text"; text: string }
  | {
      kind: "image" | "video" | "audio" | "document" | "sticker";
      caption?: string;
      filename?: string;
      mimeType?: string;
      bytes?: Buffer;
    }
  | { kind: "location"; latitude: number; longitude: number; name?: string; address?: string }
  | { kind: "contacts"; contacts: unknown[] }
  | { kind: "reaction"; messageId: string; emoji?: string }
  | { kind: "button"; text: string; payload?: string; replyTo?: string }
  | { kind: "button_reply"; id: string; title: string; replyTo?: string }
  | { kind: "list_reply"; id: string; title: string; description?: string; replyTo?: string }
  | { kind: "form_reply"; response: unknown; replyTo?: string }
  | {
      kind: "order";
      catalogId?: string;
      text?: string;
      items: { id: string; quantity: number; price: number; currency: string }[];
    }
  | { kind: "unsupported"; type?: string; code?: number }
  | { kind: "number_changed"; newWaId: string }
  | { kind: "revoke"; messageId: string }
  | { kind: "edit"; messageId: string; text: string }
  | { kind: "raw"; message: Record<string, unknown> };

export interface InboundModifiers {
  /** Quotes a message of the business. */
  replyTo?: string;
  forwarded?: boolean;
  referral?: Record<string, unknown>;
  /** Milliseconds; default now. */
  at?: number;
  /** Default: a new one. The same id again is a redelivery. */
  messageId?: string;
  withoutContacts?: boolean;
}

type Fields = Record<string, unknown>;

export const DEFAULT_MIME: Readonly<Record<string, string>> = {
  image: "image/png",
  video: "video/mp4",
  audio: "audio/ogg; codecs=opus",
  document: "application/pdf",
  sticker: "image/webp",
};

const defined = (fields: Fields): Fields => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

export interface StoredMedia {
  id: string;
  sha256: string;
  url: string;
}

/** The `type` and content of a message, in the platform's spelling. `store` stores media for download. */
export function inboundFields(content: InboundContent, store: (mimeType: string, bytes: Buffer | undefined) => StoredMedia): Fields {
  switch (content.kind) {
    case "text":
      return { type: "text", text: { body: content.text } };
    case "image":
    case "video":
    case "audio":
    case "document":
    case "sticker": {
      const mimeType = content.mimeType ?? (DEFAULT_MIME[content.kind] as string);
      const { id, sha256, url } = store(mimeType, content.bytes);
      const extra: Fields = content.kind === "audio" ? { voice: true } : content.kind === "sticker" ? { animated: false } : {};
      const { caption, filename } = content;
      return {
        type: content.kind,
        [content.kind]: defined({ caption, filename, mime_type: mimeType, sha256, id, url, ...extra }),
      };
    }
    case "location": {
      const { kind, ...location } = content;
      return { type: kind, location };
    }
    case "contacts":
      return { type: "contacts", contacts: content.contacts };
    case "reaction":
      return { type: "reaction", reaction: defined({ message_id: content.messageId, emoji: content.emoji }) };
    case "button":
      return { type: "button", button: { payload: content.payload ?? content.text, text: content.text } };
    case "button_reply":
      return interactive("button_reply", { id: content.id, title: content.title });
    case "list_reply":
      return interactive("list_reply", defined({ id: content.id, title: content.title, description: content.description }));
    case "form_reply":
      return interactive("nfm_reply", { name: "flow", body: "Sent", response_json: JSON.stringify(content.response) });
    case "order":
      return { type: "order", order: orderOf(content) };
    case "unsupported":
      return unsupported(content.type, content.code ?? 131051);
    case "number_changed":
      return {
        type: "system",
        system: { body: `User changed to ${content.newWaId}`, wa_id: content.newWaId, type: "user_changed_number" },
      };
    case "revoke":
      return { type: "revoke", revoke: { original_message_id: content.messageId } };
    case "edit": {
      const message = { context: { id: "M0" }, type: "text", text: { body: content.text } };
      return { type: "edit", edit: { original_message_id: content.messageId, message } };
    }
    case "raw":
      return content.message;
  }
}

function interactive(type: string, reply: Fields): Fields {
  return { type: "interactive", interactive: { type, [type]: reply } };
}

function orderOf(order: Extract<InboundContent, { kind: "order" }>): Fields {
  const items = order.items.map((item) => ({
    product_retailer_id: item.id,
    quantity: item.quantity,
    item_price: item.price,
    currency: item.currency,
  }));
  return defined({ catalog_id: order.catalogId ?? "775533991177", text: order.text, product_items: items });
}

function unsupported(type: string | undefined, code: number): Fields {
  const details = code === 131060 ? "This message is currently unavailable." : "Message type is currently not supported.";
  const errors = [{ code, title: "Message type unknown", message: "Message type unknown", error_data: { details } }];
  return { type: "unsupported", errors, ...(type ? { unsupported: { type } } : {}) };
}
