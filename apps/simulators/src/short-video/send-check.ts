import { type Refusal, refusal } from "./errors.ts";

type Body = Record<string, unknown>;

const TOP_LEVEL = new Set([
  "business_id",
  "recipient_type",
  "recipient",
  "message_type",
  "text",
  "image",
  "share_post",
  "template",
  "sender_action",
  "referenced_message_info",
]);
const TEXT_MAX = 6_000;
const TITLE_MAX = 40;
const BUTTON_TITLE_MAX = new Map([
  ["QA_BUTTON_CARD", 20],
  ["QA_LINK_CARD", 40],
]);
const BUTTON_ID_MAX = 40;

const bad = (message: string): Refusal => refusal(40002, message);

/** Every rule of channel-protocols.md 4.5 that needs only the body. Undefined: valid. */
export function checkSend(body: Body): Refusal | undefined {
  const unknownField = Object.keys(body).find((key) => !TOP_LEVEL.has(key));
  if (unknownField !== undefined) return bad(`${unknownField}: Unknown field.`);
  if (body.recipient_type !== "CONVERSATION") return bad("recipient_type: Only CONVERSATION is supported.");
  if (!isText(body.recipient)) return bad("recipient: Missing data for required field.");
  if (!isText(body.message_type)) return bad("message_type: Missing data for required field.");
  const check = checks.get(body.message_type);
  if (!check) return bad("message_type: Not a valid choice.");
  if (body.referenced_message_info !== undefined) {
    if (body.message_type !== "TEXT") return bad("referenced_message_info: Only TEXT can reference a message.");
    if (!isText(objectAt(body, "referenced_message_info")?.referenced_message_id)) return bad("referenced_message_id: Missing data.");
  }
  return check(body);
}

const checks = new Map<string, (body: Body) => Refusal | undefined>([
  [
    "TEXT",
    (body) => {
      const text = objectAt(body, "text")?.body;
      if (!isText(text)) return bad("text.body: Missing data for required field.");
      return [...text].length > TEXT_MAX ? bad(`text.body: Longer than maximum length ${TEXT_MAX}.`) : undefined;
    },
  ],
  ["IMAGE", (body) => (isText(objectAt(body, "image")?.media_id) ? undefined : bad("image.media_id: Missing data for required field."))],
  ["SHARE_POST", (body) => (isText(objectAt(body, "share_post")?.item_id) ? undefined : bad("share_post.item_id: Missing data."))],
  [
    "SENDER_ACTION",
    (body) => (["TYPING", "MARK_READ"].includes(String(body.sender_action)) ? undefined : bad("sender_action: Not a valid choice.")),
  ],
  ["TEMPLATE", checkTemplate],
]);

function checkTemplate(body: Body): Refusal | undefined {
  const template = objectAt(body, "template");
  const titleMax = BUTTON_TITLE_MAX.get(String(template?.type));
  if (template === undefined || titleMax === undefined) return bad("template.type: Not a valid choice.");
  if (!fits(template.title, TITLE_MAX)) return bad(`template.title: Length must be between 1 and ${TITLE_MAX}.`);
  const { buttons } = template;
  if (!Array.isArray(buttons) || buttons.length < 1 || buttons.length > 3) return bad("template.buttons: Length must be between 1 and 3.");
  for (const button of buttons as Body[]) {
    if (button?.type !== "REPLY") return bad("template.buttons.type: Not a valid choice.");
    if (!fits(button.title, titleMax)) return bad(`template.buttons.title: Length must be between 1 and ${titleMax}.`);
    if (!fits(button.id, BUTTON_ID_MAX)) return bad(`template.buttons.id: Length must be between 1 and ${BUTTON_ID_MAX}.`);
  }
  return undefined;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function fits(value: unknown, max: number): boolean {
  return isText(value) && [...value].length <= max;
}

function objectAt(body: Body, key: string): Body | undefined {
  const value = body[key];
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Body) : undefined;
}
