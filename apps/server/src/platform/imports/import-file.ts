import { createHash } from "node:crypto";
import { columnNames, decodeText, type delimiters, type Encoding, guessDelimiter, readRecords } from "../csv/csv.ts";
import { invalidField } from "../errors/app-error.ts";

/** A file as it came, with what is to be done with it. */
export interface RawFile<Settings> {
  bytes: Buffer;
  filename: string | null;
  settings: Settings;
}

export interface ImportColumn {
  name: string;
  /** The first values. */
  samples: string[];
  /** The field that the column is most likely for. */
  suggested: string | null;
}

export interface ImportTable {
  delimiter: (typeof delimiters)[number];
  encoding: Encoding;
  columns: ImportColumn[];
  rowsTotal: number;
}

/** A row of a file that waits to be applied. */
export interface FileRow {
  /** As a spreadsheet counts: the header is row 1. */
  row: number;
  cells: string[];
  /** An earlier row of the file is about the same. */
  isRepeated: boolean;
}

const samplesMax = 3;

/** The same text for the same file and settings: stands for a form in its idempotency fingerprint. */
export function fingerprintOf(raw: RawFile<unknown>): string {
  return JSON.stringify([createHash("sha256").update(raw.bytes).digest("hex"), raw.filename, raw.settings]);
}

/**
 * Reads a file whole, so that what is wrong with it is told at once. Throws validation_error: empty, not CSV, too many rows, and what
 * `header` throws.
 * @param read.suggest which field a column is most likely for, by its name
 * @param read.header hears the columns before the first row
 * @param read.row hears each row (as a spreadsheet counts them) with as many cells as there are columns, at most
 */
export async function readImportTable(
  bytes: Uint8Array,
  rowsMax: number,
  read: {
    suggest(column: string): string | null;
    header(columns: ImportColumn[]): void;
    row(row: number, cells: string[]): void;
  },
): Promise<ImportTable> {
  const { text, encoding } = decodeText(bytes);
  const delimiter = guessDelimiter(text);
  let columns: ImportColumn[] | undefined;
  let rowsTotal = 0;
  for await (const { row, cells } of readRecords(text, delimiter)) {
    if (columns === undefined) {
      columns = columnNames(cells).map((name) => ({ name, samples: [], suggested: read.suggest(name) }));
      read.header(columns);
      continue;
    }
    rowsTotal += 1;
    if (rowsTotal > rowsMax) throw invalidField("file", "too_many", `A file may have at most ${rowsMax} rows.`);
    const kept = cells.slice(0, columns.length);
    for (const [i, column] of columns.entries()) {
      const sample = (kept[i] ?? "").trim();
      if (column.samples.length < samplesMax && sample !== "") column.samples.push(sample.slice(0, 100));
    }
    read.row(row, kept);
  }
  if (columns === undefined) throw invalidField("file", "too_short", "The file is empty.");
  if (rowsTotal === 0) throw invalidField("file", "too_short", "The file has no rows below its header.");
  return { delimiter, encoding, columns, rowsTotal };
}

/** Where in a row the fields are that columns are for. */
export function planOf(table: { columns: { name: string }[]; mapping: Record<string, string> }): { index: number; field: string }[] {
  return table.columns.flatMap(({ name }, index) =>
    Object.hasOwn(table.mapping, name) ? [{ index, field: table.mapping[name] as string }] : [],
  );
}
