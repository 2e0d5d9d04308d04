import type { Contact } from "#modules/contacts/contacts/index.ts";
import { parseWireId } from "#platform/ids/ids.ts";
import { type AudienceNode, fold, type Leaf } from "./audience-compile.ts";

/** A contact as the API shows it, plus the channels on which it has conversations. */
export interface AudienceContact
  extends Pick<
    Contact,
    | (
        | "name"
        | "phone"
        | "email"
        | "source"
        | "tags"
        | "customFields"
        | "ownerId"
        | "stageId"
        | "language"
        | "timezone"
        | "country"
        | "optIn"
      )
    | ("blockedAt" | "lastInboundAt" | "createdAt" | "updatedAt")
  > {
  identities: readonly { kind: string }[];
  channelIds: readonly string[];
}

/** Whether a contact is in an audience; must agree with the database (list_audience()). Pure. */
export function evaluateAudience(node: AudienceNode, contact: AudienceContact): boolean {
  if ("all" in node) return node.all.every((inner) => evaluateAudience(inner, contact));
  if ("any" in node) return node.any.some((inner) => evaluateAudience(inner, contact));
  if ("not" in node) return !evaluateAudience(node.not, contact);
  return matches(node, contact);
}

function matches(leaf: Leaf, contact: AudienceContact): boolean {
  const found = readValue(leaf, contact);
  const { op, values } = leaf;
  if (op === "exists") return isList(found) ? found.length > 0 : found !== null;
  if (isList(found)) {
    if (op === "has_all") return values.every((value) => found.includes(value as string));
    return values.some((value) => found.includes(value as string));
  }
  if (found === null) return false;
  const [first] = values as [string | number | boolean];
  const text = leaf.folded === true && typeof found === "string" ? fold(found) : found;
  switch (op) {
    case "eq":
      return text === first;
    case "in":
      return values.includes(text);
    case "contains":
      return typeof text === "string" && text.includes(first as string);
    case "starts_with":
      return typeof text === "string" && text.startsWith(first as string);
    case "gt":
      return order(text, first) > 0;
    case "gte":
      return order(text, first) >= 0;
    case "lt":
      return order(text, first) < 0;
    case "lte":
      return order(text, first) <= 0;
    default:
      return false;
  }
}

/** Compares as the database does: texts byte by byte. */
function order(a: string | number | boolean, b: string | number | boolean): number {
  if (typeof a === "string" && typeof b === "string") return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return Number(a) - Number(b);
}

const isList = (found: FieldValue): found is readonly string[] => Array.isArray(found);

type FieldValue = string | number | boolean | readonly string[] | null;

function readValue({ column, key }: Leaf, contact: AudienceContact): FieldValue {
  switch (column) {
    case "ownerId":
      return contact.ownerId === null ? null : parseWireId("agt", contact.ownerId);
    case "stageId":
      return contact.stageId === null ? null : parseWireId("stg", contact.stageId);
    case "blocked":
      return contact.blockedAt !== null;
    case "channelKind":
      return contact.identities.map((identity) => identity.kind);
    case "channelId":
      return contact.channelIds.flatMap((id) => parseWireId("chn", id) ?? []);
    case "customText":
    case "customNumber":
    case "customBoolean":
    case "customList":
    case "custom":
      return customOf(column, key as string, contact);
    default:
      return contact[column];
  }
}

/** A value of a different type than the rule's counts as absent. */
function customOf(column: Leaf["column"], key: string, { customFields }: AudienceContact): FieldValue {
  const value = Object.hasOwn(customFields, key) ? (customFields[key] ?? null) : null;
  switch (column) {
    case "customText":
      return typeof value === "string" ? value : null;
    case "customNumber":
      return typeof value === "number" ? value : null;
    case "customBoolean":
      return typeof value === "boolean" ? value : null;
    case "customList":
      return Array.isArray(value) ? value : null;
    default:
      // Only its presence counts, even for an empty list.
      return value === null ? null : true;
  }
}
