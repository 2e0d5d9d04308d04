import { type Static, Type } from "typebox";
import { delimiters, encodings } from "#platform/csv/csv.ts";
import { ListOf, listQuery, NullableText, NullableTimestamp, Timestamp, Words } from "#platform/http/schemas.ts";

export const rowsMax = 10_000;
export const fileBytesMax = 20 * 1024 * 1024;

export const importStatuses = ["queued", "running", "completed", "failed", "cancelled"] as const;
export const existingWords = ["skip", "update"] as const;
export const outcomes = ["created", "updated", "skipped", "failed"] as const;

const filename = Type.String({ minLength: 1, maxLength: 200 });
const mappingText =
  "By column of the file: question, answer, category, language, status, alternatives, or null for a column that is left out. Without it the suggested fields count";
const existing = Words(existingWords, {
  description: "What becomes of a row whose question there is already, word for word. update: what the row has wins; skip unless given",
});
const categories = "Whether categories that there are not yet are made (default), or their rows fail";
const dryText = "Only report what would become of each row";

export const CreateFaqImport = Type.Object(
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
    createCategories: Type.Optional(Type.Boolean({ description: categories })),
    dryRun: Type.Optional(Type.Boolean({ description: dryText })),
  },
  { title: "CreateFaqImport" },
);
export type CreateFaqImport = Static<typeof CreateFaqImport>;

/** A form instead of JSON. */
export const FaqImportForm = Type.Object({
  file: Type.Unsafe<Buffer>({ type: "string", format: "binary", description: "CSV, at most 20 MB and 10,000 rows" }),
  mapping: Type.Optional(Type.String({ description: `JSON. ${mappingText}` })),
  onExisting: Type.Optional(existing),
  createCategories: Type.Optional(Words(["true", "false"], { description: categories })),
  dryRun: Type.Optional(Words(["true", "false"], { description: dryText })),
});

export const FaqImport = Type.Object(
  {
    id: Type.String(),
    status: Words(importStatuses),
    filename: NullableText(),
    dryRun: Type.Boolean(),
    onExisting: Words(existingWords),
    createCategories: Type.Boolean(),
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
  { title: "FaqImport" },
);
export type FaqImport = Static<typeof FaqImport>;
export const FaqImportList = ListOf(FaqImport);
export const ListFaqImportsQuery = listQuery({});

export const FaqImportRow = Type.Object(
  {
    row: Type.Integer({ description: "As a spreadsheet counts: the header is row 1" }),
    outcome: Words(outcomes),
    faqId: NullableText({ description: "null: failed, or created by a dry run" }),
    field: NullableText({ description: "What is wrong with it" }),
    issue: NullableText(),
    message: NullableText(),
  },
  { title: "FaqImportRow" },
);
export type FaqImportRow = Static<typeof FaqImportRow>;
export const FaqImportRowList = ListOf(FaqImportRow);
export const ListFaqImportRowsQuery = listQuery({ outcome: Type.Optional(Words(outcomes)) });
