import { type Static, Type } from "typebox";
import { ListOf, listQuery, NullableText, StringEnum } from "#platform/http/schemas.ts";
import {
  dryRunText,
  importFormFields,
  importHead,
  importOutcomes,
  importRequestFields,
  importRowHead,
  importRowTail,
  importTail,
} from "#platform/imports/import-schema.ts";

export const rowsMax = 100_000;
export const existingModes = ["skip", "update", "merge_tags"] as const;

const mappingText =
  "For each column of the file: name, phone, email, tags, source, language, timezone, country, optIn, ownerId, stageId, customFields.KEY, or null to skip the column. Default: the suggested fields";
const existing = StringEnum(existingModes, {
  description:
    "What to do with a row whose contact exists, matched by phone or, without one, by email. update: the row's values win and its tags are added; skip (default)",
});
const defaultCountry = Type.String({
  pattern: "^[A-Za-z]{2}$",
  description: "ISO 3166-1, two letters; for phones written without a country code",
});
const tags = Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { maxItems: 20, description: "Applied to all contacts of the file" });

export const CreateImport = Type.Object(
  {
    ...importRequestFields(mappingText),
    onExisting: Type.Optional(existing),
    dryRun: Type.Optional(Type.Boolean({ description: dryRunText })),
    defaultCountry: Type.Optional(defaultCountry),
    tags: Type.Optional(tags),
  },
  { title: "CreateContactImport" },
);
export type CreateImport = Static<typeof CreateImport>;

/** The same request as a form instead of JSON. */
export const ImportForm = Type.Object({
  ...importFormFields(mappingText, "100,000"),
  onExisting: Type.Optional(existing),
  dryRun: Type.Optional(StringEnum(["true", "false"], { description: dryRunText })),
  defaultCountry: Type.Optional(defaultCountry),
  tags: Type.Optional(Type.String({ description: "JSON: an array of strings" })),
});

export const ContactImport = Type.Object(
  {
    ...importHead,
    onExisting: StringEnum(existingModes),
    defaultCountry: NullableText(),
    tags: Type.Array(Type.String()),
    ...importTail,
  },
  { title: "ContactImport" },
);
export type ContactImport = Static<typeof ContactImport>;

export const ContactImportList = ListOf(ContactImport);
export const ListImportsQuery = listQuery({});

export const ContactImportRow = Type.Object(
  {
    ...importRowHead,
    contactId: NullableText({ description: "null: failed, or would be created by a dry run" }),
    ...importRowTail,
  },
  { title: "ContactImportRow" },
);
export type ContactImportRow = Static<typeof ContactImportRow>;

export const ContactImportRowList = ListOf(ContactImportRow);
export const ListImportRowsQuery = listQuery({ outcome: Type.Optional(StringEnum(importOutcomes)) });
