import type { FieldDefinition } from "#modules/contacts/custom-fields/index.ts";
import { jsonField, mappingField, receiveCsvForm, enumField } from "#platform/csv/form.ts";
import { invalidField } from "#platform/errors/app-error.ts";
import type { Threads } from "#platform/threads/threads.ts";
import type { UploadPart } from "#platform/http/reading/upload.ts";
import { type ImportTable, planOf, type RawFile, readImportTable } from "#platform/imports/import-file.ts";
import { importFileBytesMax } from "#platform/imports/import-schema.ts";
import { phoneKey, normalizePhone } from "#platform/phone/phone.ts";
import { normalForm } from "#platform/text/normal.ts";
import type { StoredRow } from "./imports.queries.ts";
import { type CreateImport, existingModes, rowsMax } from "./imports.schema.ts";
import { readMapping, suggestField } from "./mapping.ts";
import { nationalNumbers } from "./national-numbers.ts";

export interface ImportSettings {
  mapping: Record<string, string | null> | undefined;
  onExisting: (typeof existingModes)[number];
  dryRun: boolean;
  defaultCountry: string | null;
  tags: string[];
}

/** A completely read file, in the form in which it is stored. */
export interface ReceivedFile extends ImportTable {
  filename: string | null;
  /** Maps columns to fields. */
  mapping: Record<string, string>;
  /** JSON texts of StoredRow[]. */
  chunks: string[];
  settings: ImportSettings;
}

const chunkRows = 100;

export function rawFileOf(body: CreateImport): RawFile<ImportSettings> {
  return {
    bytes: Buffer.from(body.csv),
    filename: body.filename ?? null,
    settings: {
      mapping: body.mapping,
      onExisting: body.onExisting ?? "skip",
      dryRun: body.dryRun ?? false,
      defaultCountry: body.defaultCountry?.toUpperCase() ?? null,
      tags: tidyTags(body.tags ?? []),
    },
  };
}

/** Reads a form; unknown fields are ignored. */
export async function receiveForm(parts: AsyncIterable<UploadPart>): Promise<RawFile<ImportSettings>> {
  const { bytes, filename, fields } = await receiveCsvForm(parts, importFileBytesMax);
  return { bytes, filename, settings: formSettings(fields) };
}

function formSettings(fields: Map<string, string>): ImportSettings {
  const onExisting = enumField(fields, "onExisting", existingModes, "skip");
  const dryRun = enumField(fields, "dryRun", ["true", "false"], "false");
  const defaultCountry = fields.get("defaultCountry")?.toUpperCase() ?? null;
  if (defaultCountry !== null && !/^[A-Z]{2}$/.test(defaultCountry)) throw invalidField("defaultCountry", "invalid_format");
  const tags = jsonField(fields, "tags") ?? [];
  if (!Array.isArray(tags) || tags.length > 20 || tags.some((tag) => typeof tag !== "string" || tag.length > 50))
    throw invalidField("tags", "invalid_type", "It must be a JSON array of up to 20 strings of at most 50 characters.");
  return {
    mapping: mappingField(fields),
    onExisting,
    dryRun: dryRun === "true",
    defaultCountry,
    tags: tidyTags(tags as string[]),
  };
}

function tidyTags(tags: string[]): string[] {
  return [...new Set(tags.map((tag, i) => normalForm("NFC", tag.trim()) || tooShort(`tags[${i}]`)))];
}

function tooShort(field: string): never {
  throw invalidField(field, "too_short");
}

/**
 * Reads a file completely, so that everything wrong with it is reported at once. Throws validation_error: empty, not
 * CSV, more than 100,000 rows, a mapping that does not fit.
 */
export async function readFile(
  threads: Threads,
  raw: RawFile<ImportSettings>,
  definitions: readonly FieldDefinition[],
): Promise<ReceivedFile> {
  const { defaultCountry } = raw.settings;
  if (defaultCountry !== null && (await nationalNumbers(defaultCountry)) === null) throw invalidField("defaultCountry", "unknown_value");
  let mapping: Record<string, string> = {};
  let keyColumns: { phone: number; email: number } = { phone: -1, email: -1 };
  const chunks: string[] = [];
  let chunk: StoredRow[] = [];
  const firstRows = new Map<string, number>();
  const table = await readImportTable(threads, raw.bytes, rowsMax, {
    suggest: (column) => suggestField(column, definitions),
    header(columns) {
      mapping = readMapping(columns, raw.settings.mapping);
      const indexOf = (wanted: string) => planOf({ columns, mapping }).find(({ field }) => field === wanted)?.index ?? -1;
      keyColumns = { phone: indexOf("phone"), email: indexOf("email") };
    },
    row(row, cells) {
      const key = keyOf(cells, keyColumns);
      const earlier = key === null ? undefined : firstRows.get(key);
      if (key !== null && earlier === undefined) firstRows.set(key, row);
      chunk.push({ r: row, v: cells, d: earlier ?? null });
      if (chunk.length < chunkRows) return;
      chunks.push(JSON.stringify(chunk));
      chunk = [];
    },
  });
  if (chunk.length > 0) chunks.push(JSON.stringify(chunk));
  return { ...table, filename: raw.filename, mapping, chunks, settings: raw.settings };
}

/** The key by which a row's contact would be found; null if it has neither. */
function keyOf(cells: string[], { phone, email }: { phone: number; email: number }): string | null {
  const number = (cells[phone] ?? "").trim();
  if (number !== "") {
    const read = normalizePhone(number);
    return `p${read === null ? number : phoneKey(read.digits)}`;
  }
  const address = (cells[email] ?? "").trim().toLowerCase();
  return address === "" ? null : `e${address}`;
}
