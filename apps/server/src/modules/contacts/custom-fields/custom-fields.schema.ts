import { type Static, Type } from "typebox";
import { documentedAs } from "#platform/http/openapi/schemas.ts";
import { ListOf, listQuery, NullableText, Timestamp, StringEnum } from "#platform/http/schemas.ts";
import type { FieldOwner } from "./field-owner.ts";
import { type CustomValue, customFieldsMax } from "./field-values.ts";

export const fieldTypes = ["text", "number", "boolean", "date", "datetime", "select", "multi_select", "url", "email", "phone"] as const;
export type FieldType = (typeof fieldTypes)[number];

export const fieldsMax = 200;
export const optionsMax = 200;
export const keyPattern = "^[A-Za-z][A-Za-z0-9_-]{0,63}$";

const CustomFieldValue = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())], {
  title: "CustomFieldValue",
  description: "According to the field's type: a date is a string, a multi-select a list",
});

/** The values of one owner, as shown. */
export const CustomFields = documentedAs(
  Type.Unsafe<Record<string, CustomValue>>({ type: "object", additionalProperties: true }),
  Type.Unsafe({ type: "object", description: "By the key of the field", additionalProperties: CustomFieldValue }),
);

/** The values of one owner, as given. */
export const CustomFieldsInput = (description: string) =>
  Type.Unsafe<Record<string, CustomValue | null>>({
    type: "object",
    maxProperties: customFieldsMax,
    propertyNames: { minLength: 1, maxLength: 64 },
    additionalProperties: {
      title: "CustomFieldInput",
      type: ["string", "number", "boolean", "array", "null"],
      maxLength: 2_000,
      items: { type: "string", maxLength: 100 },
      maxItems: 200,
    },
    description,
  });

const key = Type.String({
  pattern: keyPattern,
  maxLength: 64,
  description: "The name in customFields: a letter, then letters, digits, _ and -; cannot be changed",
});
const label = Type.String({ minLength: 1, maxLength: 100, description: "The displayed name" });
const options = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  maxItems: optionsMax,
  description: "The allowed values of select and multi_select; at least one",
});
const description = NullableText({ maxLength: 500 });
const position = Type.Integer({ minimum: 0, maximum: 100_000, description: "Order in forms, lowest first" });
const type = StringEnum(fieldTypes, {
  title: "CustomFieldType",
  description:
    "Type of the values. date: 2026-11-20; datetime: ISO 8601, stored in UTC; phone: stored as E.164; multi_select: a list of options. Cannot be changed",
});

const shown = {
  id: Type.String(),
  key: Type.String(),
  label: Type.String(),
  type: StringEnum(fieldTypes),
  options: Type.Array(Type.String()),
  required: Type.Boolean(),
  description: NullableText(),
  position: Type.Integer(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

function changeable(owner: Pick<FieldOwner, "noun" | "mayLack">) {
  const required = Type.Boolean({
    description: `Required when a ${owner.noun} is created, and cannot be cleared; ${owner.mayLack} are exempt`,
  });
  return {
    options: Type.Optional(options),
    required: Type.Optional(required),
    description: Type.Optional(description),
    position: Type.Optional(position),
  };
}

/** The schemas for one owner's definitions, under their own names in openapi.json. */
export function fieldSchemas(owner: Pick<FieldOwner, "noun" | "mayLack">) {
  const name = titleOf(owner);
  const others = changeable(owner);
  const Field = Type.Object(shown, { title: name });
  const CreateField = Type.Object({ key, label, type, ...others }, { title: `Create${name}` });
  const UpdateField = Type.Object(
    { label: Type.Optional(label), ...others },
    { title: `Update${name}`, description: "Omitted fields keep their values; null clears the description" },
  );
  return { Field, CreateField, UpdateField, FieldList: ListOf(Field), ListFieldsQuery: listQuery({}) };
}

/** ContactField, TicketField: the name of the resource in the API document. */
export const titleOf = ({ noun }: Pick<FieldOwner, "noun">): string => `${noun.charAt(0).toUpperCase()}${noun.slice(1)}Field`;

type Schemas = ReturnType<typeof fieldSchemas>;
export type CustomField = Static<Schemas["Field"]>;
export type CreateCustomField = Static<Schemas["CreateField"]>;
export type UpdateCustomField = Static<Schemas["UpdateField"]>;
