import { Type } from "typebox";
import { delimiters, encodings } from "../csv/csv.ts";
import { NullableText, NullableTimestamp, Timestamp, StringEnum } from "../http/schemas.ts";

/** What all file imports share on the wire. A module places its own fields among these. */

export const importFileBytesMax = 20 * 1024 * 1024;
export const importStatuses = ["queued", "running", "completed", "failed", "cancelled"] as const;
export const importOutcomes = ["created", "updated", "skipped", "failed"] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

export const dryRunText = "Only report the expected result of each row";

/**
 * For a request with the file's content.
 *
 * @param mappingText what a column can be mapped to
 */
export const importRequestFields = (mappingText: string) => ({
  csv: Type.String({ minLength: 1, maxLength: 250_000, description: "The content; send larger files as a form" }),
  filename: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  mapping: Type.Optional(
    Type.Unsafe<Record<string, string | null>>({
      type: "object",
      maxProperties: 200,
      additionalProperties: { type: ["string", "null"], maxLength: 100 },
      description: mappingText,
    }),
  ),
});

/**
 * For a form instead.
 *
 * @param rowsMax formatted for display
 */
export const importFormFields = (mappingText: string, rowsMax: string) => ({
  file: Type.Unsafe<Buffer>({ type: "string", format: "binary", description: `CSV, at most 20 MB and ${rowsMax} rows` }),
  mapping: Type.Optional(Type.String({ description: `JSON. ${mappingText}` })),
});

/** Fields of an import, before its settings. */
export const importHead = {
  id: Type.String(),
  status: StringEnum(importStatuses),
  filename: NullableText(),
  dryRun: Type.Boolean(),
};

/** Fields of an import, after its settings. */
export const importTail = {
  delimiter: StringEnum(delimiters),
  encoding: StringEnum(encodings),
  columns: Type.Array(
    Type.Object({
      name: Type.String(),
      samples: Type.Array(Type.String(), { description: "The first values" }),
      suggestedField: NullableText({ description: "The most likely field for the column" }),
      field: NullableText({ description: "The field it is used for in this import" }),
    }),
  ),
  rowsTotal: Type.Integer(),
  rowsDone: Type.Integer(),
  created: Type.Integer(),
  updated: Type.Integer(),
  skipped: Type.Integer(),
  failed: Type.Integer(),
  error: NullableText({ description: "Why the import failed as a whole" }),
  createdBy: Type.String({ description: "key_… or agt_…" }),
  createdAt: Timestamp,
  startedAt: NullableTimestamp(),
  finishedAt: NullableTimestamp(),
};

/** Fields of a row's outcome, before and after the id of its result. */
export const importRowHead = {
  row: Type.Integer({ description: "As in a spreadsheet: the header is row 1" }),
  outcome: StringEnum(importOutcomes),
};
export const importRowTail = {
  field: NullableText({ description: "The row's errors" }),
  issue: NullableText(),
  message: NullableText(),
};
