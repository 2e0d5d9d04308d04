import { type MediaRef, type MessageType, parseJsonKeepingDigits } from "@parley/connector-kit";
import { occurredAt } from "./context.ts";
import { type Json, asObject, camelKeys, cleanJson, compact, idAt, listAt, objectAt, own, textAt } from "@parley/connector-kit/read";

/** The content of a message, without sender, time and reference. */
export interface Body {
  type: MessageType;
  text: string | null;
  content: Json | null;
  media: MediaRef[];
  /** The platform's software answered for the customer. */
  automatic?: boolean;
}

type BodyReader = (message: unknown) => Body | undefined;

const readers = new Map<string, BodyReader>([
  ["text", readText],
  ["image", (message) => readMedia(message, "image")],
  ["video", (message) => readMedia(message, "video")],
  ["audio", (message) => readMedia(message, "audio")],
  ["document", (message) => readMedia(message, "document")],
  ["sticker", (message) => readMedia(message, "sticker")],
  ["location", readLocation],
  ["contacts", readContacts],
  ["button", readButton],
  ["interactive", readInteractive],
  ["order", readOrder],
]);

const interactiveReaders = new Map<string, BodyReader>([
  ["button_reply", (part) => readReply(objectAt(part, "button_reply"))],
  ["list_reply", (part) => readReply(objectAt(part, "list_reply"))],
  ["nfm_reply", readForm],
  ["call_permission_reply", readCallPermission],
]);

/** Undefined for an unknown type, and for a known type whose part differs from the documentation. */
export function readBody(message: unknown): Body | undefined {
  return readers.get(textAt(message, "type") ?? "")?.(message);
}

function readText(message: unknown): Body | undefined {
  const body = own(objectAt(message, "text"), "body");
  const text = typeof body === "string" ? body : textAt(objectAt(message, "text"), "body");
  return text === undefined ? undefined : { type: "text", text, content: null, media: [] };
}

function readMedia(message: unknown, kind: MediaRef["kind"]): Body | undefined {
  const part = objectAt(message, kind);
  const providerMediaId = idAt(part, "id", 200);
  if (providerMediaId === undefined) return undefined;
  const voice = own(part, "voice");
  const animated = own(part, "animated");
  const media = compact({
    kind,
    providerMediaId,
    mimeType: textAt(part, "mime_type"),
    sha256: textAt(part, "sha256"),
    filename: textAt(part, "filename"),
    voice: typeof voice === "boolean" ? voice : undefined,
    animated: typeof animated === "boolean" ? animated : undefined,
  }) as unknown as MediaRef;
  return { type: kind, text: textAt(part, "caption") ?? null, content: null, media: [media] };
}

function readLocation(message: unknown): Body | undefined {
  const part = objectAt(message, "location");
  const latitude = degrees(own(part, "latitude"));
  const longitude = degrees(own(part, "longitude"));
  if (latitude === undefined || longitude === undefined) return undefined;
  const place = compact({ name: textAt(part, "name"), address: textAt(part, "address"), url: textAt(part, "url") });
  return { type: "location", text: null, content: { latitude, longitude, ...place }, media: [] };
}

function degrees(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

function readContacts(message: unknown): Body | undefined {
  const contacts = listAt(message, "contacts").filter((contact) => asObject(contact) !== undefined);
  if (contacts.length === 0) return undefined;
  return { type: "contact", text: null, content: { contacts: camelKeys(contacts) }, media: [] };
}

/** A template's quick-reply button: the payload is what we set when sending, otherwise the label. */
function readButton(message: unknown): Body | undefined {
  const part = objectAt(message, "button");
  const title = textAt(part, "text") ?? textAt(part, "payload");
  if (title === undefined) return undefined;
  const reply = { id: textAt(part, "payload") ?? title, title };
  return { type: "interactive", text: title, content: { reply }, media: [] };
}

function readInteractive(message: unknown): Body | undefined {
  const part = objectAt(message, "interactive");
  return interactiveReaders.get(textAt(part, "type") ?? "")?.(part);
}

function readReply(part: Json | undefined): Body | undefined {
  const title = textAt(part, "title") ?? textAt(part, "id");
  if (title === undefined) return undefined;
  const reply = compact({ id: textAt(part, "id") ?? title, title, description: textAt(part, "description") });
  return { type: "interactive", text: title, content: { reply }, media: [] };
}

/** `response_json` is JSON text inside the JSON; text that cannot be parsed is kept as it is. */
function readForm(interactive: unknown): Body | undefined {
  const part = objectAt(interactive, "nfm_reply");
  if (part === undefined) return undefined;
  const answers = own(part, "response_json");
  const content = compact({ form: parseForm(answers), formName: textAt(part, "name") });
  return { type: "interactive", text: textAt(part, "body") ?? null, content, media: [] };
}

function parseForm(answers: unknown): unknown {
  if (typeof answers !== "string") return answers ?? null;
  try {
    return cleanJson(parseJsonKeepingDigits(answers));
  } catch {
    return answers;
  }
}

function readCallPermission(interactive: unknown): Body | undefined {
  const part = objectAt(interactive, "call_permission_reply");
  const response = textAt(part, "response");
  if (response === undefined) return undefined;
  const expires = own(part, "expiration_timestamp");
  const permanent = own(part, "is_permanent");
  const callPermission = compact({
    response,
    permanent: typeof permanent === "boolean" ? permanent : undefined,
    // An expiry lies in the future, so it is read without the clamp.
    expiresAt: expires === undefined ? undefined : occurredAt(expires, new Date(8.64e15)),
    source: textAt(part, "response_source"),
  });
  const automatic = textAt(part, "response_source") === "automatic";
  return { type: "interactive", text: null, content: { callPermission }, media: [], automatic };
}

function readOrder(message: unknown): Body | undefined {
  const part = objectAt(message, "order");
  if (part === undefined) return undefined;
  const { text: _text, ...rest } = part;
  return { type: "interactive", text: textAt(part, "text") ?? null, content: { order: camelKeys(rest) }, media: [] };
}
