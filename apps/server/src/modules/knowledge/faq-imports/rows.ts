import { faqStates, languagePattern } from "#modules/knowledge/knowledge/index.ts";
import { mappingField, receiveCsvForm, enumField } from "#platform/csv/form.ts";
import { withoutGuard } from "#platform/csv/write.ts";
import { invalidField } from "#platform/errors/app-error.ts";
import type { UploadPart } from "#platform/http/reading/upload.ts";
import { type FileRow, type ImportTable, planOf, type RawFile, readImportTable } from "#platform/imports/import-file.ts";
import { importFileBytesMax } from "#platform/imports/import-schema.ts";
import type { Threads } from "#platform/threads/threads.ts";
import { normalForm } from "#platform/text/normal.ts";
import { type CreateFaqImport, existingOptions, rowsMax } from "./imports.schema.ts";

export const importFields = ["question", "answer", "category", "language", "status", "alternatives"] as const;
type ImportField = (typeof importFields)[number];

const known: Record<ImportField, string[]> = {
  question: ["question", "questions", "q", "title", "frage", "pregunta", "pergunta", "domanda"],
  answer: ["answer", "answers", "a", "reply", "response", "content", "antwort", "respuesta", "resposta", "réponse", "reponse"],
  category: ["category", "categories", "topic", "folder", "section", "kategorie", "categoria", "categoría"],
  language: ["language", "lang", "locale", "sprache", "idioma"],
  status: ["status", "state"],
  alternatives: ["alternatives", "alternative", "variants", "otherquestions", "alternativequestions"],
};

/** Separates the names of a category path, and alternative questions. A line break separates the latter as well. */
const pathSeparator = ">";
const alternativesSeparator = /[|\n]/;

export interface ImportSettings {
  mapping: Record<string, string | null> | undefined;
  onExisting: (typeof existingOptions)[number];
  createCategories: boolean;
  dryRun: boolean;
}

/** A completely read file, as it is stored. */
export interface ReceivedFile extends ImportTable {
  filename: string | null;
  /** Field by column. */
  mapping: Record<string, string>;
  rows: FileRow[];
  settings: ImportSettings;
}

export function rawFileOf(body: CreateFaqImport): RawFile<ImportSettings> {
  const { mapping, onExisting = "skip", createCategories = true, dryRun = false } = body;
  return { bytes: Buffer.from(body.csv), filename: body.filename ?? null, settings: { mapping, onExisting, createCategories, dryRun } };
}

export async function receiveForm(parts: AsyncIterable<UploadPart>): Promise<RawFile<ImportSettings>> {
  const { bytes, filename, fields } = await receiveCsvForm(parts, importFileBytesMax);
  const flag = (name: string, usual: "true" | "false") => enumField(fields, name, ["true", "false"], usual) === "true";
  return {
    bytes,
    filename,
    settings: {
      mapping: mappingField(fields),
      onExisting: enumField(fields, "onExisting", existingOptions, "skip"),
      createCategories: flag("createCategories", "true"),
      dryRun: flag("dryRun", "false"),
    },
  };
}

const plain = (text: string) =>
  normalForm("NFC", text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

/** The most likely field for a column, judging by its name; null if none fits. Pure. */
export function suggestField(column: string): ImportField | null {
  return importFields.find((field) => known[field].includes(plain(column))) ?? null;
}

/**
 * The field of each column: as given, or as suggested, each field once. Throws validation_error with `mapping.COLUMN`.
 * Pure.
 */
export function readMapping(
  columns: { name: string; suggested: string | null }[],
  given: Record<string, string | null> | undefined,
): Record<string, string> {
  const wanted = given === undefined ? columns.map(({ name, suggested }) => [name, suggested] as const) : Object.entries(given);
  const mapping = new Map<string, string>();
  for (const [column, field] of wanted) {
    if (!columns.some(({ name }) => name === column))
      throw invalidField(`mapping.${column}`, "unknown", "The file does not have this column.");
    if (field === null) continue;
    if (!importFields.includes(field as ImportField))
      throw invalidField(`mapping.${column}`, "unknown_value", `A column must map to ${importFields.join(", ")}.`);
    if ([...mapping.values()].includes(field)) {
      if (given === undefined) continue;
      throw invalidField(`mapping.${column}`, "duplicate", "Another column already maps to this field.");
    }
    mapping.set(column, field);
  }
  for (const field of ["question", "answer"])
    if (![...mapping.values()].includes(field)) throw invalidField("mapping", "required", `A column must map to ${field}.`);
  return Object.fromEntries(mapping);
}

/**
 * Reads a file completely, so that all its problems are reported together. Throws validation_error: empty, not CSV, too
 * long, an invalid mapping.
 */
export async function readFile(threads: Threads, raw: RawFile<ImportSettings>): Promise<ReceivedFile> {
  let mapping: Record<string, string> = {};
  let asking = -1;
  const rows: FileRow[] = [];
  const asked = new Set<string>();
  const table = await readImportTable(threads, raw.bytes, rowsMax, {
    suggest: suggestField,
    header(columns) {
      mapping = readMapping(columns, raw.settings.mapping);
      asking = planOf({ columns, mapping }).find(({ field }) => field === "question")?.index ?? -1;
    },
    row(row, cells) {
      const question = readCell(cells[asking] ?? "");
      rows.push({ row, cells, isRepeated: question !== "" && asked.has(question) });
      asked.add(question);
    },
  });
  return { ...table, filename: raw.filename, mapping, rows, settings: raw.settings };
}

/** A row's values for a FAQ. Absent: the row does not have it. */
export interface RowValues {
  question: string;
  answer: string;
  /** Names from the root down. */
  category?: string[];
  language?: string;
  status?: (typeof faqStates)[number];
  alternatives?: string[];
}

/** Trimmed, and without the apostrophe that an export puts before what a spreadsheet would treat as a formula. */
const readCell = (cell: string) => withoutGuard(cell.trim());

/** @param plan the field of each column. Throws validation_error with the field. Pure. */
export function readRow(cells: string[], plan: { index: number; field: string }[]): RowValues {
  const of = (field: ImportField): string => {
    const column = plan.find((one) => one.field === field);
    return column === undefined ? "" : readCell(cells[column.index] ?? "");
  };
  const text = (field: "question" | "answer", max: number): string => {
    const value = of(field);
    if (value === "") throw invalidField(field, "required");
    if (value.length > max) throw invalidField(field, "too_long", `It can have at most ${max} characters.`);
    return value;
  };
  const values: RowValues = { question: text("question", 500), answer: text("answer", 10_000) };
  if (of("category") !== "") {
    values.category = of("category")
      .split(pathSeparator)
      .map((name) => name.trim());
    if (values.category.includes(""))
      throw invalidField("category", "invalid_format", "It must be category names separated by >, none empty.");
    if (values.category.some((name) => name.length > 200)) throw invalidField("category", "too_long");
  }
  const language = of("language").toLowerCase().split(/[-_]/)[0] as string;
  if (of("language") !== "") {
    if (!new RegExp(languagePattern).test(language))
      throw invalidField("language", "invalid_format", "It must be an ISO 639 code, such as de.");
    values.language = language;
  }
  const status = of("status").toLowerCase();
  if (status !== "") {
    if (!faqStates.includes(status as "draft")) throw invalidField("status", "unknown_value", `It must be one of ${faqStates.join(", ")}.`);
    values.status = status as (typeof faqStates)[number];
  }
  if (of("alternatives") !== "") {
    values.alternatives = of("alternatives")
      .split(alternativesSeparator)
      .map((one) => one.trim())
      .filter(Boolean);
    if (values.alternatives.length > 20) throw invalidField("alternatives", "too_many");
    if (values.alternatives.some((one) => one.length > 500)) throw invalidField("alternatives", "too_long");
  }
  return values;
}

/** In the form that `readRow` reads. Pure. */
export const joinPath = (path: readonly string[]) => path.join(` ${pathSeparator} `);
export const joinAlternatives = (alternatives: readonly string[]) => alternatives.join(" | ");
