import type { Contact } from "#modules/contacts/contacts/index.ts";
import { csvLines } from "#platform/csv/write.ts";
import { invalidField } from "#platform/errors/app-error.ts";

type Cell = (contact: Contact) => string;

const columns: Record<string, Cell> = {
  id: (c) => c.id,
  name: (c) => c.name ?? "",
  phone: (c) => c.phone ?? "",
  email: (c) => c.email ?? "",
  source: (c) => c.source,
  tags: (c) => c.tags.join(", "),
  ownerId: (c) => c.ownerId ?? "",
  stageId: (c) => c.stageId ?? "",
  language: (c) => c.language ?? "",
  timezone: (c) => c.timezone ?? "",
  country: (c) => c.country ?? "",
  optIn: (c) => c.optIn,
  blockedAt: (c) => c.blockedAt ?? "",
  lastInboundAt: (c) => c.lastInboundAt ?? "",
  createdAt: (c) => c.createdAt,
  updatedAt: (c) => c.updatedAt,
  channelKinds: (c) => [...new Set(c.identities.map((identity) => identity.kind))].join(", "),
};

const usual = ["id", "name", "phone", "email", "tags", "source", "language", "timezone", "country", "optIn", "createdAt", "lastInboundAt"];
const customPrefix = "customFields.";

/** The fields of an export. Without a selection: the default fields and the given custom fields. Throws validation_error. Pure. */
export function readFields(input: string[] | undefined, customKeys: string[]): string[] {
  if (input === undefined) return [...usual, ...customKeys.map((key) => `${customPrefix}${key}`)];
  for (const [i, field] of input.entries()) {
    const key = field.startsWith(customPrefix) ? field.slice(customPrefix.length) : null;
    if (key === null ? !Object.hasOwn(columns, field) : key === "" || key.length > 64) throw invalidField(`fields[${i}]`, "unknown_value");
  }
  return [...new Set(input)];
}

export function renderContacts(contacts: Contact[], fields: string[]): string {
  return csvLines(contacts.map((contact) => fields.map((field) => cellOf(contact, field))));
}

function cellOf(contact: Contact, field: string): string {
  if (!field.startsWith(customPrefix)) return (columns[field] as Cell)(contact);
  const key = field.slice(customPrefix.length);
  const value = Object.hasOwn(contact.customFields, key) ? contact.customFields[key] : undefined;
  return Array.isArray(value) ? value.join(", ") : value === undefined ? "" : String(value);
}
