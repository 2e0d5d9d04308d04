export interface Refusal {
  code: number;
  subcode?: number;
  details?: string;
}

type Fields = Record<string, unknown>;

const TEXT_BYTES_MAX = 1_000;
const TOP_FIELDS = new Set(["recipient", "message", "messaging_type", "tag", "sender_action", "payload", "reply_to"]);
const MESSAGE_FIELDS = new Set(["text", "attachment", "attachments", "quick_replies"]);
const ACTIONS = new Set(["typing_on", "typing_off", "mark_seen", "react", "unreact"]);
const REACTIONS = new Set(["love", "like", "laugh", "wow", "sad", "angry", "other"]);
/** What each type accepts at its URL: the prefix of the MIME type, and bytes. */
export const MEDIA_LIMITS = new Map<string, { mimeTypes: RegExp; bytesMax: number }>([
  ["image", { mimeTypes: /^image\/(png|jpeg|gif)$/, bytesMax: 8 * 1024 * 1024 }],
  ["audio", { mimeTypes: /^audio\/(aac|mp4|x-m4a|m4a|wav|x-wav)$|^video\/mp4$/, bytesMax: 25 * 1024 * 1024 }],
  ["video", { mimeTypes: /^video\/(mp4|ogg|x-msvideo|quicktime|webm)$/, bytesMax: 25 * 1024 * 1024 }],
  ["file", { mimeTypes: /^application\/pdf$/, bytesMax: 25 * 1024 * 1024 }],
]);

const bad = (details: string): Refusal => ({ code: 100, details });

const asFields = (value: unknown): Fields | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

const isText = (value: unknown, max: number): value is string => typeof value === "string" && value !== "" && [...value].length <= max;

export function recipientIn(body: Fields): string | Refusal {
  const id = asFields(body.recipient)?.id;
  return typeof id === "string" && /^\d+$/.test(id) ? id : bad("The parameter recipient is required.");
}

/** All checks that need only the call itself. `throughPage`: the page's family requires the reason for writing. */
export function checkCall(body: Fields, throughPage: boolean): Refusal | undefined {
  const unknownField = Object.keys(body).find((key) => !TOP_FIELDS.has(key));
  if (unknownField !== undefined) return bad(`Unexpected key "${unknownField}" on param.`);
  if (body.sender_action !== undefined) return checkAction(body);
  const tagged = body.messaging_type === "MESSAGE_TAG";
  if (throughPage && body.messaging_type === undefined) return bad("The parameter messaging_type is required.");
  if (body.messaging_type !== undefined && !["RESPONSE", "UPDATE", "MESSAGE_TAG"].includes(body.messaging_type as string)) {
    return bad("Param messaging_type must be one of RESPONSE, UPDATE, MESSAGE_TAG.");
  }
  if (tagged !== (body.tag !== undefined) || (tagged && body.tag !== "HUMAN_AGENT")) return bad("Param tag is not supported.");
  if (body.reply_to !== undefined && !isText(asFields(body.reply_to)?.mid, 1_000)) return bad("Param reply_to[mid] is required.");
  return checkMessage(asFields(body.message));
}

function checkAction({ sender_action: action, payload, message, reply_to: quoted }: Fields): Refusal | undefined {
  if (!ACTIONS.has(action as string)) return bad("Param sender_action is not valid.");
  if (message !== undefined) return bad("Param message must not be given with sender_action.");
  if (quoted !== undefined) return bad("Param reply_to must not be given with sender_action.");
  if (action !== "react" && action !== "unreact") return payload === undefined ? undefined : bad("Param payload is not expected.");
  const { message_id: id, reaction } = asFields(payload) ?? {};
  if (!isText(id, 1_000)) return bad("Param payload[message_id] is required.");
  return action === "react" && !REACTIONS.has(reaction as string) ? bad("Param payload[reaction] is not valid.") : undefined;
}

function checkMessage(message: Fields | undefined): Refusal | undefined {
  if (message === undefined) return bad("The parameter message is required.");
  const unknownField = Object.keys(message).find((key) => !MESSAGE_FIELDS.has(key));
  if (unknownField !== undefined) return bad(`Unexpected key "${unknownField}" on param "message".`);
  const { text, attachment, attachments, quick_replies: quickReplies } = message;
  const parts = [text, attachment, attachments].filter((part) => part !== undefined);
  if (parts.length !== 1) return bad("A message has either text, attachment or attachments.");
  if (text !== undefined) {
    if (typeof text !== "string" || text === "") return bad("Param message[text] must be a non-empty string.");
    if (Buffer.byteLength(text) > TEXT_BYTES_MAX) return bad("Length of param message[text] must be less than or equal to 1000.");
  }
  if (quickReplies !== undefined) return checkQuickReplies(text, quickReplies);
  if (attachments !== undefined) {
    if (!Array.isArray(attachments) || attachments.length < 1 || attachments.length > 10) return bad("Param attachments takes 1 to 10.");
    if (attachments.some((part) => asFields(part)?.type !== "image")) return bad("Several attachments must be images.");
    return attachments.map((part) => checkAttachment(asFields(part))).find((refusal) => refusal !== undefined);
  }
  return attachment === undefined ? undefined : checkAttachment(asFields(attachment));
}

function checkQuickReplies(text: unknown, input: unknown): Refusal | undefined {
  if (text === undefined) return bad("Quick replies need a text.");
  if (!Array.isArray(input) || input.length < 1 || input.length > 13) return bad("Param quick_replies takes 1 to 13.");
  const wrong = input.map(asFields).some((reply) => {
    if (reply?.content_type === "user_phone_number" || reply?.content_type === "user_email") return false;
    return reply?.content_type !== "text" || !isText(reply.title, 20) || !isText(reply.payload, 1_000);
  });
  return wrong ? bad("A quick reply has content_type, title (20) and payload.") : undefined;
}

function checkAttachment(attachment: Fields | undefined): Refusal | undefined {
  const type = attachment?.type;
  const payload = asFields(attachment?.payload);
  if (type === "like_heart") return undefined;
  if (type === "MEDIA_SHARE") return isText(payload?.id, 100) ? undefined : bad("Param payload[id] is required.");
  if (type === "template") return checkTemplate(payload);
  if (typeof type !== "string" || !MEDIA_LIMITS.has(type)) return bad("Param attachment[type] is not valid.");
  const url = payload?.url;
  // Plain http only on this machine, for tests.
  if (typeof url !== "string" || !/^(https:\/\/|http:\/\/127\.0\.0\.1[:/])/.test(url))
    return bad("Param payload[url] must be a public https address.");
  return undefined;
}

function checkTemplate(payload: Fields | undefined): Refusal | undefined {
  if (payload?.template_type === "button") {
    return isText(payload.text, 640) ? checkButtons(payload.buttons, 1) : bad("Param payload[text] is required, up to 640.");
  }
  if (payload?.template_type !== "generic") return bad("Param template_type must be generic or button.");
  const { elements } = payload;
  if (!Array.isArray(elements) || elements.length < 1 || elements.length > 10) return bad("Param elements takes 1 to 10.");
  for (const element of elements.map(asFields)) {
    if (!isText(element?.title, 80)) return bad("Param title is required, up to 80.");
    if (element.subtitle !== undefined && !isText(element.subtitle, 80)) return bad("Param subtitle takes up to 80.");
    const refusal = element.buttons === undefined ? undefined : checkButtons(element.buttons, 1);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function checkButtons(buttons: unknown, min: number): Refusal | undefined {
  if (!Array.isArray(buttons) || buttons.length < min || buttons.length > 3) return bad("Param buttons takes 1 to 3.");
  const wrong = buttons.map(asFields).some((button) => {
    if (!isText(button?.title, 100)) return true;
    return button.type === "web_url" ? !isText(button.url, 2_000) : button.type !== "postback" || !isText(button.payload, 1_000);
  });
  return wrong ? bad("A button is a web_url with url or a postback with payload, with a title.") : undefined;
}
