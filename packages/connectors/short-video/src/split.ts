import { type CallbackItem, callbackUnreadable, parseJsonKeepingDigits } from "@parley/connector-kit";
import type { ItemPayload } from "./payload.ts";
import { directionOf } from "./people.ts";
import { asObject, cleanJson, compact, contentHash, idAt, listOf, own, textAt } from "@parley/connector-kit/read";

/** Messages first, then what refers to them, then notices about the channel. */
const RANKS = new Map([
  ["im_receive_msg", 0],
  ["im_send_msg", 0],
  ["im_referral_msg", 1],
  ["im_mark_read_msg", 2],
]);

/**
 * Splits one verified body into independent items. One envelope is one item, but a wrapped or repeated one does no
 * harm. Throws only when the body as a whole is not this platform's.
 */
export function splitCallback(rawBody: Buffer): CallbackItem[] {
  // A test of the URL, see signature.ts.
  if (rawBody.length === 0) return [];
  const envelopes = listOf(parseBody(rawBody));
  if (envelopes.every((part) => asObject(part) === undefined)) throw callbackUnreadable("the body is not a JSON object");
  return envelopes.flatMap((envelope) => {
    const contents = listOf(innerOf(own(envelope, "content")));
    // An envelope without content is kept as it is, so that nothing the platform adds is lost silently.
    return (contents.length === 0 ? [envelope] : contents).map((content) => item(envelope, content));
  });
}

function parseBody(rawBody: Buffer): unknown {
  try {
    // Cleaned once, here, so that the same text is stored, hashed and read later.
    return cleanJson(parseJsonKeepingDigits(rawBody.toString("utf8")));
  } catch {
    throw callbackUnreadable("the body is not JSON");
  }
}

/** `content` is JSON text. Text that cannot be parsed stays as it is. */
function innerOf(content: unknown): unknown {
  if (Array.isArray(content)) return content.flat(64).map(innerOf);
  if (typeof content !== "string") return content;
  try {
    return cleanJson(parseJsonKeepingDigits(content));
  } catch {
    return content;
  }
}

function item(envelope: unknown, content: unknown): CallbackItem {
  const event = textAt(envelope, "event") ?? "";
  const businessId = idAt(envelope, "user_openid", 200);
  const key = eventId(event, content) ?? contentHash({ event, content });
  return {
    // An unreadable id is routed to nobody: no channel has an empty id.
    route: { by: "channel", externalId: businessId ?? "" },
    providerEventId: key,
    rank: typeOf(content) === "reaction" ? 1 : (RANKS.get(event) ?? 3),
    payload: compact({
      event,
      createTime: own(envelope, "create_time"),
      businessId,
      content: content ?? null,
      key,
    }) as unknown as ItemPayload,
  };
}

/**
 * Undefined: the content becomes the id. This includes reactions: it is undocumented whether removing one has its own message id, and a
 * redelivery has the same content.
 */
function eventId(event: string, content: unknown): string | undefined {
  if (event !== "im_receive_msg" && event !== "im_send_msg") return undefined;
  const id = idAt(content, "message_id");
  if (id === undefined || typeOf(content) === "reaction") return undefined;
  return (directionOf(content) ?? (event === "im_send_msg" ? "echo" : "inbound")) === "echo" ? `echo|${id}` : id;
}

function typeOf(content: unknown): string | undefined {
  return textAt(content, "type")?.toLowerCase();
}
