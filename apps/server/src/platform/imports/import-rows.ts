/** Runs in a thread: parses a file that its sender may have crafted to be slow. See import-file.ts. */
import { type CsvRecord, decodeText, type delimiters, type Encoding, guessDelimiter, readRecords } from "../csv/csv.ts";

/** The file's format first, then its rows in batches, starting with the header. */
export type RowsPiece = { delimiter: (typeof delimiters)[number]; encoding: Encoding } | { records: CsvRecord[] };

const recordsMax = 500;
const charactersMax = 200_000;

/** Throws validation_error for anything but CSV. */
export async function* readRows(bytes: Uint8Array): AsyncGenerator<RowsPiece> {
  const { text, encoding } = decodeText(bytes);
  const delimiter = guessDelimiter(text);
  yield { delimiter, encoding };
  let records: CsvRecord[] = [];
  let characters = 0;
  for await (const record of readRecords(text, delimiter)) {
    records.push(record);
    for (const cell of record.cells) characters += cell.length;
    if (records.length < recordsMax && characters < charactersMax) continue;
    yield { records };
    records = [];
    characters = 0;
  }
  if (records.length > 0) yield { records };
}
