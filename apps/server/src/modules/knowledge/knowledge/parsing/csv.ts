import { parse } from "csv-parse/sync";
import type { Block } from "../sources/chunking.ts";
import { Unreadable } from "./unreadable.ts";

/**
 * Turns each row into a text in which every value follows its column name, because a passage is read without the
 * table's header.
 */
export function readCsv(text: string, lengthMax: number): Block[] {
  let rows: string[][];
  try {
    rows = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: 1_000_000,
    });
  } catch (error) {
    throw new Unreadable("unreadable", { cause: error });
  }
  const [names = [], ...records] = rows;
  let length = 0;
  return records.map((record) => {
    const row = record.flatMap((value, i) =>
      value === "" ? [] : [names[i] === undefined || names[i] === "" ? value : `${names[i]}: ${value}`],
    );
    const shown = row.join("; ");
    // Column names are repeated in every row, so a small file may become a large text.
    length += shown.length;
    if (length > lengthMax) throw new Unreadable("too_large");
    return { kind: "text", text: shown };
  });
}

/** The most frequent one in the first line. */
function delimiterOf(text: string): string {
  const line = text.slice(0, 10_000).split("\n", 1)[0] ?? "";
  const count = (delimiter: string) => line.split(delimiter).length;
  return [",", ";", "\t"].sort((a, b) => count(b) - count(a))[0] as string;
}
