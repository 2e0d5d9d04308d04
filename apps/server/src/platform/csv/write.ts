import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { stringify } from "csv-stringify/sync";
import type { Content } from "../http/reading/content.ts";

/**
 * The only way to write CSV (scripts/checks/import-rules.ts restricts csv-stringify to this folder): every text is made
 * harmless here, including headings and codes, so no export can forget it.
 */
export type CsvCell = string | number | null | undefined;

/** The first line, with the byte order mark by which spreadsheets recognise UTF-8. */
export function csvHeading(columns: readonly string[]): string {
  return stringify([columns.map(cellOf)], { bom: true });
}

/** Lines. null and undefined become empty cells; numbers stay numbers, including negative ones. */
export function csvLines(rows: readonly (readonly CsvCell[])[]): string {
  return stringify(rows.map((row) => row.map(cellOf)));
}

/** A whole file in memory. */
export function csvFile(filename: string, columns: readonly string[], rows: readonly (readonly CsvCell[])[]): Content {
  const bytes = Buffer.from(csvHeading(columns) + csvLines(rows));
  return csvContent(filename, async (range) => Readable.from([range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)]), {
    sizeBytes: bytes.length,
    tag: createHash("sha256").update(bytes).digest("hex"),
  });
}

/**
 * A file generated while it is read, from pieces of `csvHeading` and `csvLines`; or a stored one, whose size and tag
 * are known.
 */
export function csvContent(filename: string, read: Content["read"], stored: { sizeBytes: number; tag: string } | null = null): Content {
  return {
    contentType: "text/csv; charset=utf-8",
    disposition: "attachment",
    filename,
    ...(stored ?? { sizeBytes: null }),
    read,
  };
}

function cellOf(cell: CsvCell): string {
  return typeof cell === "string" ? withoutFormula(cell) : cell === null || cell === undefined ? "" : String(cell);
}

/**
 * The characters that start a formula (OWASP, CSV Injection; read 2026-11-20). Includes the full-width ones: a
 * spreadsheet in an East Asian language reads them like the narrow ones.
 */
const formulaStarts = "=+\\-@\\t\\r\\n\uFF1D\uFF0B\uFF0D\uFF20";
const formula = new RegExp(`^[${formulaStarts}]`);
const guarded = new RegExp(`^'(?=[${formulaStarts}])`);

/**
 * Puts an apostrophe before a text that a spreadsheet would treat as a formula. A plain signed number or phone number
 * is safe: as a formula it could only be its own value. Pure.
 */
export function withoutFormula(text: string): string {
  return formula.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
}

/** The text without the apostrophe of `withoutFormula`, as an import reads it. Pure. */
export function withoutGuard(text: string): string {
  return text.replace(guarded, "");
}
