import { createHash } from "node:crypto";
import { columnNames, type delimiters, type Encoding } from "../csv/csv.ts";
import { invalidField } from "../errors/app-error.ts";
import { ThreadLimitExceeded, type Threads } from "../threads/threads.ts";
import type { RowsPiece } from "./import-rows.ts";
import { cut } from "../text/clean.ts";

/** A file as received, with the settings for its import. */
export interface RawFile<Settings> {
  bytes: Buffer;
  filename: string | null;
  settings: Settings;
}

export interface ImportColumn {
  name: string;
  /** The first values. */
  samples: string[];
  /** The field that the column most likely belongs to. */
  suggested: string | null;
}

export interface ImportTable {
  delimiter: (typeof delimiters)[number];
  encoding: Encoding;
  columns: ImportColumn[];
  rowsTotal: number;
}

/** A row of a file that has not been applied yet. */
export interface FileRow {
  /** As in a spreadsheet: the header is row 1. */
  row: number;
  cells: string[];
  /** An earlier row of the file refers to the same record. */
  isRepeated: boolean;
}

const samplesMax = 3;

/** The same text for the same file and settings: stands for the form in the idempotency fingerprint. */
export function fingerprintOf(raw: RawFile<unknown>): string {
  return JSON.stringify([createHash("sha256").update(raw.bytes).digest("hex"), raw.filename, raw.settings]);
}

/**
 * Reads a whole file, so that its errors are reported immediately; a thread parses it. Throws validation_error: empty,
 * not CSV, too many rows, too slow to parse, and errors from `header`.
 *
 * @param read.suggest the field that a column most likely belongs to, judging by its name
 *
 * @param read.header receives the columns before the first row
 *
 * @param read.row receives each row (numbered as in a spreadsheet) with at most as many cells as there are columns
 */
export async function readImportTable(
  threads: Threads,
  bytes: Uint8Array,
  rowsMax: number,
  read: {
    suggest(column: string): string | null;
    header(columns: ImportColumn[]): void;
    row(row: number, cells: string[]): void;
  },
): Promise<ImportTable> {
  let form: Pick<ImportTable, "delimiter" | "encoding"> = { delimiter: ",", encoding: "utf-8" };
  let columns: ImportColumn[] | undefined;
  let rowsTotal = 0;
  for await (const piece of piecesOf(threads, bytes)) {
    if (!("records" in piece)) {
      form = piece;
      continue;
    }
    for (const { row, cells } of piece.records) {
      if (columns === undefined) {
        columns = columnNames(cells).map((name) => ({ name, samples: [], suggested: read.suggest(name) }));
        read.header(columns);
        continue;
      }
      rowsTotal += 1;
      if (rowsTotal > rowsMax) throw invalidField("file", "too_many", `A file can have at most ${rowsMax} rows.`);
      const kept = cells.slice(0, columns.length);
      for (const [i, column] of columns.entries()) {
        const sample = (kept[i] ?? "").trim();
        if (column.samples.length < samplesMax && sample !== "") column.samples.push(cut(sample, 100));
      }
      read.row(row, kept);
    }
  }
  if (columns === undefined) throw invalidField("file", "too_short", "The file is empty.");
  if (rowsTotal === 0) throw invalidField("file", "too_short", "The file has no rows below its header.");
  return { ...form, columns, rowsTotal };
}

async function* piecesOf(threads: Threads, bytes: Uint8Array): AsyncGenerator<RowsPiece> {
  try {
    yield* threads.stream<RowsPiece>(import.meta.resolve("./import-rows.ts"), "readRows", [bytes]);
  } catch (error) {
    if (!(error instanceof ThreadLimitExceeded)) throw error;
    throw invalidField("file", "invalid_format", "Reading the file takes too much time or memory. Is it a table?");
  }
}

/** Column indexes of the mapped fields. */
export function planOf(table: { columns: { name: string }[]; mapping: Record<string, string> }): { index: number; field: string }[] {
  return table.columns.flatMap(({ name }, index) =>
    Object.hasOwn(table.mapping, name) ? [{ index, field: table.mapping[name] as string }] : [],
  );
}
