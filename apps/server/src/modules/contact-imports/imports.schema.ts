import { type Static, Type } from "typebox";
import { ListOf, listQuery, NullableText, NullableTimestamp, Timestamp, Words } from "#platform/http/schemas.ts";
import { delimiters, encodings } from "#platform/csv/csv.ts";

export const rowsMax = 100_000;
export const fileBytesMax = 20 * 1024 * 1024;

export const importStatuses = ["queued", "running", "completed", "failed", "cancelled"] as const;
export const existingWords = ["skip", "update", "merge_tags"] as const;
export const outcomes = ["created", "updated", "skipped", "failed"] as const;

const filename = Type.String({ minLength: 1, maxLength: 200 });
const mappingText =
  "By column of the file: name, phone, email, tags, source, language, timezone, country, optIn, ownerId, stageId, customFields.KEY, or null for a column that is left out. Without it the suggested fields count";
const existing = Words(existingWords, {
  description:
    "What becomes of a row whose contact exists: by its phone, or without one by its email. update: what the row has wins, tags are added; skip unless given",
});
const dryRun = Type.Boolean({ description: "Only report what would become of each row" });
const defaultCountry = Type.String({
  pattern: "^[A-Za-z]{2}$",
  description: "ISO 3166-1, two letters: of phones written without a country code",
});
const tags = Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { maxItems: 20, description: "For all contacts of the file" });

export const CreateImport = Type.Object(
  {
    csv: Type.String({ minLength: 1, maxLength: 250_000, description: "The content; larger files are sent as a form" }),
    filename: Type.Optional(filename),
    mapping: Type.Optional(
      Type.Unsafe<Record<string, string | null>>({
        type: "object",
        maxProperties: 200,
        additionalProperties: { type: ["string", "null"], maxLength: 100 },
        description: mappingText,
      }),
    ),
    onExisting: Type.Optional(existing),
    dryRun: Type.Optional(dryRun),
    defaultCountry: Type.Optional(defaultCountry),
    tags: Type.Optional(tags),
  },
  { title: "CreateContactImport" },
);
export type CreateImport = Static<typeof CreateImport>;

/** A form instead of JSON. */
export const ImportForm = Type.Object({
  file: Type.Unsafe<Buffer>({ type: "string", format: "binary", description: "CSV, at most 20 MB and 100,000 rows" }),
  mapping: Type.Optional(Type.String({ description: `JSON. ${mappingText}` })),
  onExisting: Type.Optional(existing),
  dryRun: Type.Optional(Words(["true", "false"], { description: "Only report what would become of each row" })),
  defaultCountry: Type.Optional(defaultCountry),
  tags: Type.Optional(Type.String({ description: "JSON: an array of texts" })),
});

export const ContactImport = Type.Object(
  {
    id: Type.String(),
    status: Words(importStatuses),
    filename: NullableText(),
    dryRun: Type.Boolean(),
    onExisting: Words(existingWords),
    defaultCountry: NullableText(),
    tags: Type.Array(Type.String()),
    delimiter: Words(delimiters),
    encoding: Words(encodings),
    columns: Type.Array(
      Type.Object({
        name: Type.String(),
        samples: Type.Array(Type.String(), { description: "The first values" }),
        suggestedField: NullableText({ description: "What the column is most likely for" }),
        field: NullableText({ description: "What it is for in this import" }),
      }),
    ),
    rowsTotal: Type.Integer(),
    rowsDone: Type.Integer(),
    created: Type.Integer(),
    updated: Type.Integer(),
    skipped: Type.Integer(),
    failed: Type.Integer(),
    error: NullableText({ description: "Why the import as a whole failed" }),
    createdBy: Type.String({ description: "key_… or agt_…" }),
    createdAt: Timestamp,
    startedAt: NullableTimestamp(),
    finishedAt: NullableTimestamp(),
  },
  { title: "ContactImport" },
);
export type ContactImport = Static<typeof ContactImport>;

export const ContactImportList = ListOf(ContactImport);
export const ListImportsQuery = listQuery({});

export const ContactImportRow = Type.Object(
  {
    row: Type.Integer({ description: "As a spreadsheet counts: the header is row 1" }),
    outcome: Words(outcomes),
    contactId: NullableText({ description: "null: failed, or created by a dry run" }),
    field: NullableText({ description: "What is wrong with it" }),
    issue: NullableText(),
    message: NullableText(),
  },
  { title: "ContactImportRow" },
);
export type ContactImportRow = Static<typeof ContactImportRow>;

export const ContactImportRowList = ListOf(ContactImportRow);
export const ListImportRowsQuery = listQuery({ outcome: Type.Optional(Words(outcomes)) });
