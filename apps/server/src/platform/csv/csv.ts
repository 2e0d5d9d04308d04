import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { invalidField } from "../errors/app-error.ts";
import { cut } from "../text/clean.ts";

export const delimiters = [",", ";", "\t"] as const;
export const encodings = ["utf-8", "utf-16", "windows-1252"] as const;
export type Encoding = (typeof encodings)[number];

export interface CsvRecord {
  /** As in a spreadsheet: the header is row 1. Empty lines are not counted. */
  row: number;
  cells: string[];
}

const columnsMax = 200;
const recordCharactersMax = 100_000;
const pieceBytes = 65_536;

/**
 * The text of a file: UTF-8, UTF-16 with its byte order mark (how spreadsheets save "Unicode text"), otherwise
 * Windows-1252, which includes Latin-1. Valid UTF-8 counts as UTF-8: longer Latin-1 texts almost never are valid by
 * accident.
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: Encoding } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: new TextDecoder("utf-16le").decode(bytes), encoding: "utf-16" };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: new TextDecoder("utf-16be").decode(bytes), encoding: "utf-16" };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "utf-8" };
  } catch {
    return { text: new TextDecoder("windows-1252").decode(bytes), encoding: "windows-1252" };
  }
}

/** The most frequent delimiter in the first line, outside quotes; a comma if none occurs. Pure. */
export function guessDelimiter(text: string): (typeof delimiters)[number] {
  const counts = new Map<string, number>(delimiters.map((delimiter) => [delimiter, 0]));
  let quoted = false;
  for (const character of text.slice(0, recordCharactersMax)) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === "\n" || character === "\r")) break;
    else if (!quoted && counts.has(character)) counts.set(character, (counts.get(character) as number) + 1);
  }
  return delimiters.reduce((best, delimiter) => ((counts.get(delimiter) as number) > (counts.get(best) as number) ? delimiter : best));
}

/** The header's column names, made distinct where two are equal or one is empty. Pure. */
export function columnNames(header: string[]): string[] {
  const seen = new Map<string, number>();
  return header.map((cell, i) => {
    const name = cut(cell.trim(), 100) || `Column ${i + 1}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

/**
 * A file's records one by one, the header first; yields to other work in between. Throws validation_error for anything
 * but CSV.
 */
export async function* readRecords(text: string, delimiter: string): AsyncGenerator<CsvRecord> {
  const bytes = Buffer.from(text.toWellFormed().replaceAll("\0", "\uFFFD"));
  const pieces = function* () {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  };
  const parser = Readable.from(pieces()).pipe(
    parse({
      delimiter,
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: recordCharactersMax,
    }),
  );
  let row = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row += 1;
      if (cells.length > columnsMax) throw invalidField("file", "too_many", `Row ${row} has more than ${columnsMax} columns.`);
      // Cells that were filled and cleared again leave a row of only delimiters.
      if (cells.every((cell) => cell.trim() === "")) continue;
      yield { row, cells };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw invalidField("file", "invalid_format", `The file cannot be read as CSV after row ${row}. Is a quotation mark missing?`);
  } finally {
    parser.destroy();
  }
}
