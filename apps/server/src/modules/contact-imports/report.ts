import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { stringify } from "csv-stringify/sync";
import type { Content } from "#platform/http/content.ts";
import type { ContactImportRow } from "./imports.schema.ts";

/** The rows of an import as CSV. Its texts are ours, its field names the tenant's: a leading formula sign is made harmless. */
export function renderReport(rows: ContactImportRow[]): string {
  return stringify(rows, {
    header: true,
    bom: true,
    columns: ["row", "outcome", "contactId", "field", "issue", "message"],
    escape_formulas: true,
  });
}

/** A file to start from: one column for each field, and two people. */
export const sampleCsv = stringify(
  [
    ["Ada Lovelace", "+447700900123", "ada@example.com", "vip, newsletter", "en-GB", "GB", "opted_in"],
    ["Juan Pérez", "+525512345678", "juan@example.com", "newsletter", "es-MX", "MX", "unknown"],
  ],
  { header: true, bom: true, columns: ["name", "phone", "email", "tags", "language", "country", "optIn"] },
);

/** A text as a file to be downloaded. */
export function textContent(filename: string, text: string): Content {
  const bytes = Buffer.from(text);
  return {
    contentType: "text/csv; charset=utf-8",
    disposition: "attachment",
    filename,
    sizeBytes: bytes.length,
    tag: createHash("sha256").update(bytes).digest("hex"),
    read: async (range) => Readable.from([range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)]),
  };
}
