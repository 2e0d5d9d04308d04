import type { CallbackItem } from "@parley/connector-kit";
import { entriesOf } from "@parley/connector-kit/graph";
import { asObject, compact, contentHash, idAt, integerOf, type Json, listAt, objectAt, own } from "@parley/connector-kit/read";
import { type ItemPayload, type PartKind, subjectOf } from "./payload.ts";

const PRODUCT = "instagram";
const LISTS = new Map<string, PartKind>([
  ["messaging", "messaging"],
  ["standby", "standby"],
  ["changes", "change"],
]);
const FRAME_KEYS = new Set(["id", "time"]);

/**
 * Splits one verified body into independent items. Anything malformed becomes an item of its own and leaves its
 * neighbours intact.
 */
export function splitCallback(rawBody: Buffer): CallbackItem[] {
  return entriesOf(rawBody, PRODUCT).flatMap(splitEntry);
}

function splitEntry(entry: unknown): CallbackItem[] {
  const accountId = idAt(entry, "id", 200);
  const keys = Object.keys(asObject(entry) ?? {}).filter((key) => !FRAME_KEYS.has(key));
  if (keys.length === 0) return [item("unknown", accountId, entry)];
  return keys.flatMap((key) => {
    const part = LISTS.get(key);
    // An unknown key is kept whole, so that nothing the platform adds is lost silently.
    if (part === undefined) return [item("unknown", accountId, { [key]: own(entry, key) })];
    return listAt(entry, key).map((element) => item(part, accountId, element));
  });
}

/** Routed by the account alone, and to nobody (an empty id) when it cannot be read, because the person's id may belong to many tenants. */
function item(part: PartKind, accountId: string | undefined, element: unknown): CallbackItem {
  const payload = compact({ part, accountId, element: element ?? null }) as unknown as Omit<ItemPayload, "key">;
  const key = eventId(part, element) ?? contentHash(payload);
  return {
    route: { by: "channel", externalId: accountId ?? "" },
    providerEventId: key,
    rank: rankOf(part, element),
    payload: { ...payload, key } satisfies ItemPayload,
  };
}

function rankOf(part: PartKind, element: unknown): number {
  if (part !== "messaging" && part !== "standby") return 3;
  const subject = subjectOf(element);
  if (subject === "read") return 2;
  const refers = subject === "message_edit" || subject === "reaction" || own(objectAt(element, "message"), "is_deleted") === true;
  return refers ? 1 : 0;
}

/** Undefined: the element has no usable id, so its content becomes the id. */
function eventId(part: PartKind, element: unknown): string | undefined {
  if (part !== "messaging" && part !== "standby") return undefined;
  const id = idWithin(element);
  return id === undefined || part === "messaging" ? id : `standby|${id}`;
}

function idWithin(element: unknown): string | undefined {
  const subject = subjectOf(element);
  const about: Json | undefined = subject === undefined ? undefined : objectAt(element, subject);
  const id = idAt(about, "mid");
  if (id === undefined) return undefined;
  if (subject === "message") {
    if (own(about, "is_deleted") === true) return `${id}|deleted`;
    return own(about, "is_echo") === true ? `echo|${id}` : id;
  }
  if (subject === "postback") return id;
  const edits = integerOf(own(about, "num_edit"));
  return subject === "message_edit" && edits !== undefined ? `${id}|edit|${edits}` : undefined;
}
