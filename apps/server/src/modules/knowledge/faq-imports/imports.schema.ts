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

export const rowsMax = 10_000;

export const existingOptions = ["skip", "update"] as const;

const mappingText =
  "For each column of the file: question, answer, category, language, status, alternatives, or null to skip the column. Default: the suggested fields";
const existing = StringEnum(existingOptions, {
  description: "What to do with a row whose question already exists, word for word. update: the row's values win; skip (default)",
});
const categories = "Whether missing categories are created (default) or their rows fail";

export const CreateFaqImport = Type.Object(
  {
    ...importRequestFields(mappingText),
    onExisting: Type.Optional(existing),
    createCategories: Type.Optional(Type.Boolean({ description: categories })),
    dryRun: Type.Optional(Type.Boolean({ description: dryRunText })),
  },
  { title: "CreateFaqImport" },
);
export type CreateFaqImport = Static<typeof CreateFaqImport>;

/** The same request as a form instead of JSON. */
export const FaqImportForm = Type.Object({
  ...importFormFields(mappingText, "10,000"),
  onExisting: Type.Optional(existing),
  createCategories: Type.Optional(StringEnum(["true", "false"], { description: categories })),
  dryRun: Type.Optional(StringEnum(["true", "false"], { description: dryRunText })),
});

export const FaqImport = Type.Object(
  {
    ...importHead,
    onExisting: StringEnum(existingOptions),
    createCategories: Type.Boolean(),
    ...importTail,
  },
  { title: "FaqImport" },
);
export type FaqImport = Static<typeof FaqImport>;
export const FaqImportList = ListOf(FaqImport);
export const ListFaqImportsQuery = listQuery({});

export const FaqImportRow = Type.Object(
  {
    ...importRowHead,
    faqId: NullableText({ description: "null: failed, or would be created by a dry run" }),
    ...importRowTail,
  },
  { title: "FaqImportRow" },
);
export type FaqImportRow = Static<typeof FaqImportRow>;
export const FaqImportRowList = ListOf(FaqImportRow);
export const ListFaqImportRowsQuery = listQuery({ outcome: Type.Optional(StringEnum(importOutcomes)) });
