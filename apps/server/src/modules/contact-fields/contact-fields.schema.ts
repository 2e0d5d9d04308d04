import { type Static, Type } from "typebox";
import { ListOf, listQuery, NullableText, Timestamp, Words } from "#platform/http/schemas.ts";

export const fieldTypes = ["text", "number", "boolean", "date", "datetime", "select", "multi_select", "url", "email", "phone"] as const;
export type FieldType = (typeof fieldTypes)[number];

export const fieldsMax = 200;
export const optionsMax = 200;
export const keyPattern = "^[A-Za-z][A-Za-z0-9_-]{0,63}$";

const key = Type.String({
  pattern: keyPattern,
  maxLength: 64,
  description: "The name in customFields: a letter, then letters, digits, _ and -; cannot be changed",
});
const label = Type.String({ minLength: 1, maxLength: 100, description: "What people read" });
const options = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  maxItems: optionsMax,
  description: "Of select and multi_select, at least one: the values there are",
});
const required = Type.Boolean({
  description:
    "Contacts that are created by hand, API or import must have it, and it cannot be emptied; people whom a message brings in need not",
});
const description = NullableText({ maxLength: 500 });
const position = Type.Integer({ minimum: 0, maximum: 100_000, description: "Order in forms, smallest first" });

export const ContactField = Type.Object(
  {
    id: Type.String(),
    key: Type.String(),
    label: Type.String(),
    type: Words(fieldTypes),
    options: Type.Array(Type.String()),
    required: Type.Boolean(),
    description: NullableText(),
    position: Type.Integer(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: "ContactField" },
);
export type ContactField = Static<typeof ContactField>;

export const CreateContactField = Type.Object(
  {
    key,
    label,
    type: Words(fieldTypes, {
      description:
        "Of the values. date: 2026-11-20; datetime: ISO 8601, kept in UTC; phone: kept as E.164; multi_select: a list of options. Cannot be changed",
    }),
    options: Type.Optional(options),
    required: Type.Optional(required),
    description: Type.Optional(description),
    position: Type.Optional(position),
  },
  { title: "CreateContactField" },
);
export type CreateContactField = Static<typeof CreateContactField>;

export const UpdateContactField = Type.Object(
  {
    label: Type.Optional(label),
    options: Type.Optional(options),
    required: Type.Optional(required),
    description: Type.Optional(description),
    position: Type.Optional(position),
  },
  { title: "UpdateContactField", description: "Fields left out stay as they are; null empties the description" },
);
export type UpdateContactField = Static<typeof UpdateContactField>;

export const ContactFieldList = ListOf(ContactField);
export const ListContactFieldsQuery = listQuery({});
