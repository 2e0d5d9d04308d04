import { type CustomValue, checkValue, type FieldDefinition, readText } from "#modules/contacts/custom-fields/index.ts";
import { type CreateContact, optInWords, tagsMax } from "#modules/contacts/contacts/index.ts";
import { withoutGuard } from "#platform/csv/write.ts";
import { invalidField } from "#platform/errors/app-error.ts";
import { normalizePhone } from "#platform/phone/phone.ts";
import { normalForm } from "#platform/text/normal.ts";
import type { ReadNational } from "./national-numbers.ts";

/** The contact fields that a column can map to, besides customFields.KEY. */
export const importFields = [
  "name",
  "phone",
  "email",
  "tags",
  "source",
  "language",
  "timezone",
  "country",
  "optIn",
  "ownerId",
  "stageId",
] as const;
type ImportField = (typeof importFields)[number];

const known: Record<ImportField, string[]> = {
  name: ["name", "fullname", "contactname", "displayname", "customer", "customername", "nombre", "nom", "nome"],
  phone: [
    "phone",
    "phonenumber",
    "mobile",
    "mobilenumber",
    "mobilephone",
    "cell",
    "cellphone",
    "telephone",
    "tel",
    "whatsapp",
    "whatsappnumber",
    "number",
    "telefono",
    "telefon",
    "telefone",
  ],
  email: ["email", "emailaddress", "mail", "correo", "courriel"],
  tags: ["tags", "tag", "labels", "label", "groups", "group"],
  source: ["source", "leadsource", "origin"],
  language: ["language", "lang", "locale"],
  timezone: ["timezone", "tz"],
  country: ["country", "countrycode"],
  optIn: ["optin", "optedin", "subscribed", "consent", "marketingconsent"],
  ownerId: ["ownerid", "owner", "agentid"],
  stageId: ["stageid"],
};

const plain = (text: string) =>
  normalForm("NFKD", text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

/** The most likely field for a column, by its name; null if none fits. Pure. */
export function suggestField(column: string, definitions: readonly FieldDefinition[]): string | null {
  const custom = column.startsWith("customFields.") ? column.slice("customFields.".length) : null;
  if (custom !== null && custom.length > 0 && custom.length <= 64) return column;
  const name = plain(column);
  for (const field of importFields) if (known[field].includes(name)) return field;
  const definition = definitions.find(({ key }) => plain(key) === name);
  return definition === undefined ? null : `customFields.${definition.key}`;
}

/**
 * The field of each column. Given columns take precedence; without `given`, the suggestions apply, each field once. Throws validation_error
 * naming `mapping.COLUMN`.
 */
export function readMapping(
  columns: { name: string; suggested: string | null }[],
  given: Record<string, string | null> | undefined,
): Record<string, string> {
  const mapping: [string, string][] = [];
  const taken = new Set<string>();
  if (given === undefined) {
    for (const { name, suggested } of columns) {
      if (suggested === null || taken.has(suggested)) continue;
      taken.add(suggested);
      mapping.push([name, suggested]);
    }
  } else {
    const names = new Set(columns.map(({ name }) => name));
    for (const [column, field] of Object.entries(given)) {
      if (!names.has(column)) throw invalidField(`mapping.${column}`, "unknown", "The file does not have this column.");
      if (field === null) continue;
      const key = field.startsWith("customFields.") ? field.slice("customFields.".length) : null;
      if (key === null ? !importFields.includes(field as ImportField) : key === "" || key.length > 64)
        throw invalidField(`mapping.${column}`, "unknown_value", `A column must map to ${importFields.join(", ")} or customFields.KEY.`);
      if (taken.has(field)) throw invalidField(`mapping.${column}`, "duplicate", "Another column already maps to this field.");
      taken.add(field);
      mapping.push([column, field]);
    }
  }
  if (!["name", "phone", "email"].some((field) => taken.has(field)))
    throw invalidField("mapping", "required", "A column must map to name, phone or email.");
  return Object.fromEntries(mapping);
}

const optIns = new Map<string, (typeof optInWords)[number]>([
  ...optInWords.map((word) => [plain(word), word] as const),
  ...["yes", "true", "1", "y", "subscribed", "optin"].map((word) => [word, "opted_in"] as const),
  ...["no", "false", "0", "n", "unsubscribed", "optout"].map((word) => [word, "opted_out"] as const),
]);

export interface RowPlan {
  /** The index of a cell and its field. */
  columns: { index: number; field: string }[];
  definitions: ReadonlyMap<string, FieldDefinition>;
  /** For phone numbers in national notation, if the import has a default country. */
  readNational: ReadNational | null;
  /** Tags for all rows. */
  tags: string[];
}

/** A row as the body of a new contact; empty cells are left out. Throws validation_error naming the field. Pure. */
export function readRow(cells: string[], plan: RowPlan): CreateContact {
  const found: CreateContact = {};
  const customFields: Record<string, CustomValue> = {};
  let tags: string[] = [];
  for (const { index, field } of plan.columns) {
    const text = withoutGuard((cells[index] ?? "").trim());
    if (text === "") continue;
    if (field === "phone") found.phone = readPhone(text, plan.readNational);
    else if (field === "tags") tags = splitTags(text);
    else if (field === "optIn") {
      const word = optIns.get(plain(text));
      if (word === undefined) throw invalidField("optIn", "unknown_value");
      found.optIn = word;
    } else if (field.startsWith("customFields.")) {
      const key = field.slice("customFields.".length);
      Object.defineProperty(customFields, key, {
        value: readCustom(key, text, plan),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    } else found[field as "name"] = bounded(field, text);
  }
  tags = [...new Set([...tags, ...plan.tags])];
  if (tags.length > tagsMax) throw invalidField("tags", "too_many");
  return { ...found, ...(tags.length > 0 ? { tags } : {}), ...(Object.keys(customFields).length > 0 ? { customFields } : {}) };
}

const lengths: Record<string, number> = {
  name: 200,
  email: 254,
  source: 50,
  language: 35,
  timezone: 64,
  country: 2,
  ownerId: 100,
  stageId: 100,
};
const email: FieldDefinition = { key: "email", type: "email", options: [] };

function bounded(field: string, text: string): string {
  if (text.length > (lengths[field] as number)) throw invalidField(field, "too_long");
  if (field === "email" && !checkValue(email, text).ok) throw invalidField(field, "invalid_format");
  if (field === "country" && !/^[A-Za-z]{2}$/.test(text))
    throw invalidField(field, "invalid_format", "A country must be a two-letter code, such as GB.");
  return text;
}

function splitTags(text: string): string[] {
  const tags = text
    .split(/[,;|]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
  if (tags.some((tag) => tag.length > 50)) throw invalidField("tags", "too_long");
  return tags;
}

/** Reads numbers without a country code as the default country's if possible; international numbers stay as they are. */
function readPhone(text: string, readNational: ReadNational | null): string {
  const national = /^[\s(]*(\+|00)/.test(text) ? null : (readNational?.(text) ?? null);
  if (national !== null) return national;
  const phone = normalizePhone(text);
  if (phone === null)
    throw invalidField("phone", "invalid_format", "A phone number must be in international format, such as +447700900123.");
  return phone.e164;
}

function readCustom(key: string, text: string, { definitions }: RowPlan): CustomValue {
  const definition = definitions.get(key);
  if (definition === undefined) {
    if (text.length > 2_000) throw invalidField(`customFields.${key}`, "too_long");
    return text;
  }
  const value = readText(definition, text);
  if (typeof value === "string" && value.length > 2_000) throw invalidField(`customFields.${key}`, "too_long");
  return value;
}
