import { createHash } from "node:crypto";
import { isSupportedCountry } from "libphonenumber-js";
import type { FieldDefinition } from "#modules/custom-fields/index.ts";
import { columnNames, decodeText, guessDelimiter, readRecords, type delimiters, type Encoding } from "#platform/csv/csv.ts";
import { jsonField, mappingField, receiveCsvForm, wordField } from "#platform/csv/form.ts";
import { invalidField } from "#platform/errors/app-error.ts";
import type { UploadPart } from "#platform/http/upload.ts";
import { phoneKey, normalizePhone } from "#platform/phone/phone.ts";
import type { FileRow, ImportColumn } from "./imports.queries.ts";
import { type CreateImport, existingWords, fileBytesMax, rowsMax } from "./imports.schema.ts";
import { readMapping, suggestField } from "./mapping.ts";

export interface ImportSettings {
  mapping: Record<string, string | null> | undefined;
  onExisting: (typeof existingWords)[number];
  dryRun: boolean;
  defaultCountry: string | null;
  tags: string[];
}

/** A file that was read whole: as it is stored. */
export interface ReceivedFile {
  filename: string | null;
  delimiter: (typeof delimiters)[number];
  encoding: Encoding;
  columns: ImportColumn[];
  rowsTotal: number;
  /** JSON texts of FileRow[]. */
  chunks: string[];
  settings: ImportSettings;
}

export interface RawFile {
  bytes: Buffer;
  filename: string | null;
  settings: ImportSettings;
}

const chunkRows = 100;
const samplesMax = 3;

export function rawFileOf(body: CreateImport): RawFile {
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

/** A form; fields it does not know are ignored. */
export async function receiveForm(parts: AsyncIterable<UploadPart>): Promise<RawFile> {
  const { bytes, filename, fields } = await receiveCsvForm(parts, fileBytesMax);
  return { bytes, filename, settings: formSettings(fields) };
}

function formSettings(fields: Map<string, string>): ImportSettings {
  const onExisting = wordField(fields, "onExisting", existingWords, "skip");
  const dryRun = wordField(fields, "dryRun", ["true", "false"], "false");
  const defaultCountry = fields.get("defaultCountry")?.toUpperCase() ?? null;
  if (defaultCountry !== null && !/^[A-Z]{2}$/.test(defaultCountry)) throw invalidField("defaultCountry", "invalid_format");
  const tags = jsonField(fields, "tags") ?? [];
  if (!Array.isArray(tags) || tags.length > 20 || tags.some((tag) => typeof tag !== "string" || tag.length > 50))
    throw invalidField("tags", "invalid_type", "Up to 20 texts of at most 50 characters, as a JSON array.");
  return {
    mapping: mappingField(fields),
    onExisting,
    dryRun: dryRun === "true",
    defaultCountry,
    tags: tidyTags(tags as string[]),
  };
}

function tidyTags(tags: string[]): string[] {
  return [...new Set(tags.map((tag, i) => tag.trim().normalize("NFC") || tooShort(`tags[${i}]`)))];
}

function tooShort(field: string): never {
  throw invalidField(field, "too_short");
}

/**
 * Reads a file whole, so that what is wrong with it is told at once. Throws validation_error: empty, not CSV, more than 100,000 rows,
 * a mapping that does not fit.
 */
export async function readFile(raw: RawFile, definitions: readonly FieldDefinition[]): Promise<ReceivedFile> {
  const { defaultCountry } = raw.settings;
  if (defaultCountry !== null && !isSupportedCountry(defaultCountry)) throw invalidField("defaultCountry", "unknown_value");
  const { text, encoding } = decodeText(raw.bytes);
  const delimiter = guessDelimiter(text);
  let columns: ImportColumn[] | undefined;
  let keyColumns: { phone: number; email: number } = { phone: -1, email: -1 };
  const chunks: string[] = [];
  let chunk: FileRow[] = [];
  let rowsTotal = 0;
  const firstRows = new Map<string, number>();
  for await (const { row, cells } of readRecords(text, delimiter)) {
    if (columns === undefined) {
      columns = columnNames(cells).map((name) => ({ name, samples: [], suggested: suggestField(name, definitions) }));
      const mapping = readMapping(columns, raw.settings.mapping);
      const indexOf = (field: string) => (columns as ImportColumn[]).findIndex(({ name }) => mapping[name] === field);
      keyColumns = { phone: indexOf("phone"), email: indexOf("email") };
      continue;
    }
    rowsTotal += 1;
    if (rowsTotal > rowsMax) throw invalidField("file", "too_many", `A file may have at most ${rowsMax} rows.`);
    const kept = cells.slice(0, columns.length);
    for (const [i, column] of columns.entries())
      if (column.samples.length < samplesMax && (kept[i] ?? "").trim() !== "")
        column.samples.push((kept[i] as string).trim().slice(0, 100));
    const key = keyOf(kept, keyColumns);
    const earlier = key === null ? undefined : firstRows.get(key);
    if (key !== null && earlier === undefined) firstRows.set(key, row);
    chunk.push({ r: row, v: kept, d: earlier ?? null });
    if (chunk.length === chunkRows) {
      chunks.push(JSON.stringify(chunk));
      chunk = [];
    }
  }
  if (columns === undefined) throw invalidField("file", "too_short", "The file is empty.");
  if (rowsTotal === 0) throw invalidField("file", "too_short", "The file has no rows below its header.");
  if (chunk.length > 0) chunks.push(JSON.stringify(chunk));
  return { filename: raw.filename, delimiter, encoding, columns, rowsTotal, chunks, settings: raw.settings };
}

/** By what a row's contact would be found; null when it has neither. */
function keyOf(cells: string[], { phone, email }: { phone: number; email: number }): string | null {
  const number = (cells[phone] ?? "").trim();
  if (number !== "") {
    const read = normalizePhone(number);
    return `p${read === null ? number : phoneKey(read.digits)}`;
  }
  const address = (cells[email] ?? "").trim().toLowerCase();
  return address === "" ? null : `e${address}`;
}

/** The same text for the same file and settings: stands for a form in its idempotency fingerprint. */
export function fingerprintOf(raw: RawFile): string {
  return JSON.stringify([createHash("sha256").update(raw.bytes).digest("hex"), raw.filename, raw.settings]);
}
