import { own, textAt } from "@parley/connector-kit/read";

/** Which list of an entry an item came from. */
export type PartKind = "messaging" | "standby" | "change" | "unknown";

/** One item, self-contained: everything `normalize` needs, as JSON. */
export interface ItemPayload {
  part: PartKind;
  /** The account that the entry is for. */
  accountId?: string;
  element: unknown;
  /** The item's event id; replaces a message id that is missing or unusable. */
  key: string;
}

/** Reads a stored payload; undefined when it is not one of ours. */
export function readPayload(payload: unknown): ItemPayload | undefined {
  const part = textAt(payload, "part");
  const key = textAt(payload, "key");
  if (part === undefined || key === undefined) return undefined;
  const accountId = textAt(payload, "accountId");
  return { part: part as PartKind, ...(accountId === undefined ? {} : { accountId }), element: own(payload, "element"), key };
}

/** The subject of an element of `messaging`: the first of these keys that it has. */
const subjects = [
  "message",
  "message_edit",
  "reaction",
  "read",
  "postback",
  "referral",
  "optin",
  "pass_thread_control",
  "take_thread_control",
  "request_thread_control",
  "app_roles",
  "delivery",
] as const;
export type Subject = (typeof subjects)[number];

export function subjectOf(element: unknown): Subject | undefined {
  return subjects.find((key) => own(element, key) !== undefined);
}
