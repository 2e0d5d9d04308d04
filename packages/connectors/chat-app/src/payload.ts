import { type Json, asObject, own, textAt } from "@parley/connector-kit/read";

/** Which part of a callback an item was; decides how it is read. */
export type PartKind = "message" | "echo" | "status" | "call" | "preference" | "user_id_update" | "error" | "account" | "sync" | "unknown";

/** One item, self-contained: everything `normalize` needs, as JSON. */
export interface ItemPayload {
  part: PartKind;
  field: string;
  entryId?: string;
  entryTime?: unknown;
  metadata?: unknown;
  /** The element's contact, found by id. */
  contact?: Json;
  element: unknown;
  /** For a call: the errors that its callback lists. */
  errors?: unknown;
  /** The item's event id; replaces a message id that is missing or unusable. */
  key: string;
}

/** Reads a stored payload; undefined when it is not one of ours. */
export function readPayload(payload: unknown): ItemPayload | undefined {
  const part = textAt(payload, "part");
  const key = textAt(payload, "key");
  if (part === undefined || key === undefined) return undefined;
  const contact = asObject(own(payload, "contact"));
  const entryId = textAt(payload, "entryId");
  return {
    part: part as PartKind,
    field: textAt(payload, "field") ?? "",
    ...(entryId === undefined ? {} : { entryId }),
    entryTime: own(payload, "entryTime"),
    metadata: own(payload, "metadata"),
    ...(contact === undefined ? {} : { contact }),
    element: own(payload, "element"),
    errors: own(payload, "errors"),
    key,
  };
}
