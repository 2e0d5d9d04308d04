import { csvFile } from "#platform/csv/write.ts";
import type { Content } from "#platform/http/reading/content.ts";
import type { ContactImportRow } from "./imports.schema.ts";

const reportColumns = ["row", "outcome", "contactId", "field", "issue", "message"] as const;

/** The rows of an import as CSV. */
export function reportFile(rows: ContactImportRow[]): Content {
  return csvFile(
    "import-rows.csv",
    reportColumns,
    rows.map((row) => reportColumns.map((column) => row[column])),
  );
}

/** A sample file to start from: a column per field, and two people. */
export function sampleFile(): Content {
  return csvFile(
    "contacts.csv",
    ["name", "phone", "email", "tags", "language", "country", "optIn"],
    [
      ["Ada Lovelace", "+447700900123", "ada@example.com", "vip, newsletter", "en-GB", "GB", "opted_in"],
      ["Juan Pérez", "+525512345678", "juan@example.com", "newsletter", "es-MX", "MX", "unknown"],
    ],
  );
}
