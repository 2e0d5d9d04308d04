import type { CallbackItem } from "@parley/connector-kit";
import { entriesOf } from "@parley/connector-kit/graph";
import { withBoundedOffer } from "./call-offer.ts";
import type { ItemPayload, PartKind } from "./payload.ts";
import { contactFinder, idsIn } from "./people.ts";
import { asObject, compact, contentHash, idAt, idOf, listAt, own, textAt } from "@parley/connector-kit/read";

const PRODUCT = "whatsapp_business_account";

/**
 * Fields whose value is a set of lists, and the part that each list contains. Any other field is one item as a whole.
 */
const LIST_FIELDS = new Set(["messages", "smb_message_echoes", "calls", "user_preferences", "user_id_update"]);
const LISTS = new Map<string, PartKind>([
  ["messages", "message"],
  ["message_echoes", "echo"],
  ["statuses", "status"],
  ["calls", "call"],
  ["user_preferences", "preference"],
  ["user_id_update", "user_id_update"],
  ["errors", "error"],
]);
const FRAME_KEYS = new Set(["messaging_product", "metadata", "contacts"]);
const SYNC_FIELDS = new Set(["history", "smb_app_state_sync"]);

/** Types that refer to an earlier message: they come after the messages of their batch. */
const REFERRING_TYPES = new Set(["reaction", "revoke", "edit"]);

interface Frame {
  field: string;
  entryId: string | undefined;
  entryTime: unknown;
}

/**
 * Splits one verified body into independent items. Anything malformed becomes an item of its own and leaves its
 * neighbours intact.
 */
export function splitCallback(rawBody: Buffer): CallbackItem[] {
  return entriesOf(rawBody, PRODUCT).flatMap(splitEntry);
}

function splitEntry(entry: unknown): CallbackItem[] {
  const frame = { field: "", entryId: idAt(entry, "id", 200), entryTime: own(entry, "time") };
  const changes = listAt(entry, "changes");
  if (Array.isArray(own(entry, "changes")) && changes.length === 0) return [];
  if (changes.length === 0) return [item(frame, "unknown", undefined, entry)];
  return changes.flatMap((change) => splitChange(frame, change));
}

function splitChange(entry: Frame, change: unknown): CallbackItem[] {
  const frame = { ...entry, field: textAt(change, "field") ?? "" };
  const values = listAt(change, "value");
  if (values.length === 0) return [item(frame, "unknown", undefined, change)];
  return values.flatMap((value) => {
    if (SYNC_FIELDS.has(frame.field)) return [item(frame, "sync", value, value)];
    if (asObject(value) === undefined) return [item(frame, "unknown", undefined, value)];
    return LIST_FIELDS.has(frame.field) ? splitLists(frame, value) : [item(frame, "account", value, value)];
  });
}

function splitLists(frame: Frame, value: unknown): CallbackItem[] {
  const findContact = contactFinder(listAt(value, "contacts"));
  const items: CallbackItem[] = [];
  for (const key of Object.keys(asObject(value) ?? {})) {
    if (FRAME_KEYS.has(key)) continue;
    const part = LISTS.get(key) ?? "unknown";
    // An unknown key is kept whole, so that nothing the platform adds is lost silently.
    const elements = part === "unknown" ? [{ [key]: own(value, key) }] : listAt(value, key);
    for (const element of elements) items.push(item(frame, part, value, element, findContact));
  }
  return items.length > 0 ? items : [item(frame, "unknown", value, value)];
}

function item(
  frame: Frame,
  part: PartKind,
  value: unknown,
  element: unknown,
  findContact?: ReturnType<typeof contactFinder>,
): CallbackItem {
  const metadata = own(value, "metadata");
  const ids = idsOfPart(part, element);
  const payload = compact({
    part,
    field: frame.field,
    entryId: frame.entryId,
    entryTime: frame.entryTime,
    metadata,
    contact: ids === undefined ? undefined : findContact?.(ids),
    element: (part === "call" ? withBoundedOffer(element) : element) ?? null,
    // The callback lists the reasons next to the call, not inside it.
    errors: part === "call" ? own(value, "errors") : undefined,
  }) as unknown as Omit<ItemPayload, "key">;
  const key = eventId(part, element) ?? (part === "echo" ? "echo|" : "") + contentHash(payload);
  return {
    route: routeOf(frame, part, value, element),
    providerEventId: key,
    rank: rankOf(part, element),
    payload: { ...payload, key } satisfies ItemPayload,
  };
}

/**
 * A part that belongs to one number is routed by that number alone. If the number cannot be read, it is routed to nobody (an empty id):
 * routed by account, it would reach every channel of the account. `waba_info` names the account when the entry is a portfolio (partner
 * events).
 */
function routeOf(frame: Frame, part: PartKind, value: unknown, element: unknown): CallbackItem["route"] {
  const number = idAt(own(value, "metadata"), "phone_number_id", 200);
  if (number !== undefined) return { by: "channel", externalId: number };
  if (part === "account" || part === "error" || part === "sync" || part === "unknown") {
    return { by: "account", externalId: idAt(own(element, "waba_info"), "waba_id", 200) ?? frame.entryId ?? "" };
  }
  return { by: "channel", externalId: "" };
}

function rankOf(part: PartKind, element: unknown): number {
  if (part === "message" || part === "echo") return REFERRING_TYPES.has(textAt(element, "type") ?? "") ? 1 : 0;
  if (part === "call") return textAt(element, "event") === "terminate" ? 1 : 0;
  if (part === "preference" || part === "user_id_update") return 0;
  return part === "status" ? 2 : 3;
}

/** Undefined: the element has no usable id, so its content becomes the id. */
function eventId(part: PartKind, element: unknown): string | undefined {
  const id = idAt(element, "id");
  if (id === undefined) return undefined;
  if (part === "message") return id;
  if (part === "echo") return `echo|${id}`;
  const value = idOf(own(element, part === "call" ? "event" : "status"), 60);
  return (part === "status" || part === "call") && value !== undefined ? `${id}|${value.toLowerCase()}` : undefined;
}

function idsOfPart(part: PartKind, element: unknown) {
  switch (part) {
    case "message":
      return idsIn(element, "from", "from_user_id");
    case "echo":
      return idsIn(element, "to", "to_user_id");
    case "status":
      return idsIn(element, "recipient_id", "recipient_user_id");
    case "preference":
    case "user_id_update":
      return idsIn(element, "wa_id", "user_id");
    case "call":
      return textAt(element, "direction") === "BUSINESS_INITIATED"
        ? idsIn(element, "to", "to_user_id")
        : idsIn(element, "from", "from_user_id");
    default:
      return undefined;
  }
}
