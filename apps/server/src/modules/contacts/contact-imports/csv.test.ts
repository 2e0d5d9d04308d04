import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { columnNames, type CsvRecord, decodeText, guessDelimiter, readRecords } from "#platform/csv/csv.ts";
import { readMapping, readRow, suggestField } from "./mapping.ts";
import { nationalNumbers, type ReadNational } from "./national-numbers.ts";

async function read(text: string, delimiter = guessDelimiter(text)): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  for await (const record of readRecords(text, delimiter)) records.push(record);
  return records;
}

describe("a CSV file", () => {
  it("is read with a byte order mark, quoted line breaks and delimiters, empty lines, and rows of other lengths", async () => {
    const text = '\ufeffname;"note";x\r\n"Ada; ""A""";"two\r\nlines";1\r\n\r\n;;\r\nBob\r\n';
    assert.deepEqual(await read(text), [
      { row: 1, cells: ["name", "note", "x"] },
      { row: 2, cells: ['Ada; "A"', "two\r\nlines", "1"] },
      { row: 4, cells: ["Bob"] },
    ]);
  });

  it("is decoded by the encoding of its bytes", () => {
    const texts: [Uint8Array, string, string][] = [
      [Buffer.from("\ufeffJosé"), "José", "utf-8"],
      [Buffer.from("José €", "utf8"), "José €", "utf-8"],
      [Buffer.from("José", "latin1"), "José", "windows-1252"],
      [Buffer.from([0x80]), "€", "windows-1252"],
      [Buffer.from("\ufeffJosé", "utf16le"), "José", "utf-16"],
    ];
    for (const [bytes, text, encoding] of texts) {
      const decoded = decodeText(bytes);
      assert.deepEqual([decoded.text.replace("\ufeff", ""), decoded.encoding], [text, encoding]);
    }
  });

  it("has its delimiter detected from the header, outside quotes", () => {
    assert.equal(guessDelimiter('a;b;"c,d,e,f"\n1,2,3,4,5'), ";");
    assert.equal(guessDelimiter("a\tb\n"), "\t");
    assert.equal(guessDelimiter("name\nAda"), ",");
  });

  it("written by a spreadsheet is read back unchanged", async () => {
    const cell = fc.string({ unit: "grapheme", maxLength: 12 }).map((text) => text.replaceAll("\0", ""));
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(cell, cell).map(([a, b]) => ["x", a, b]),
          { minLength: 1, maxLength: 5 },
        ),
        fc.constantFrom(",", ";", "\t"),
        fc.constantFrom("\n" as const, "\r\n" as const),
        async (rows, delimiter, ending) => {
          const text = stringify(rows, { delimiter, record_delimiter: ending, bom: true, quoted: true });
          assert.deepEqual(
            (await read(text, delimiter)).map(({ cells }) => cells),
            rows,
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  it("with an unclosed quotation mark is refused", async () => {
    await assert.rejects(read('a,b\n"x,y\nz'), { code: "validation_error" });
  });

  it("has unique column names", () => {
    assert.deepEqual(columnNames([" Name ", "", "Name", "x"]), ["Name", "Column 2", "Name (2)", "x"]);
  });
});

describe("columns", () => {
  const definitions = [{ key: "favourite_tea", type: "text" as const, options: [] }];
  it("are suggested by name, and by defined fields", () => {
    for (const [column, field] of [
      ["Full Name", "name"],
      ["E-Mail Address", "email"],
      ["Teléfono", "phone"],
      ["WhatsApp number", "phone"],
      ["Labels", "tags"],
      ["Favourite tea", "customFields.favourite_tea"],
      ["customFields.x", "customFields.x"],
      ["Shoe size", null],
    ] as const)
      assert.equal(suggestField(column, definitions), field, column);
  });

  it("are each mapped to one existing field", () => {
    const columns = ["a", "b"].map((name) => ({ name, suggested: null }));
    assert.deepEqual(readMapping(columns, { a: "name", b: null }), { a: "name" });
    for (const [mapping, field, issue] of [
      [{ a: "name", c: "email" }, "mapping.c", "unknown"],
      [{ a: "name", b: "name" }, "mapping.b", "duplicate"],
      [{ a: "nickname" }, "mapping.a", "unknown_value"],
      [{ a: "tags" }, "mapping", "required"],
      [undefined, "mapping", "required"],
    ] as const)
      assert.throws(() => readMapping(columns, mapping), { details: [{ field, issue }] });
  });

  it("become the fields of a contact", async () => {
    const gb = await nationalNumbers("GB");
    const plan = (fields: string[], readNational: ReadNational | null = null) => ({
      columns: fields.map((field, index) => ({ index, field })),
      definitions: new Map([["n", { key: "n", type: "number" as const, options: [] }]]),
      readNational,
      tags: ["all"],
    });
    assert.deepEqual(readRow([" Ada ", "a; b|c,a", "yes", "'-5", ""], plan(["name", "tags", "optIn", "customFields.n", "email"])), {
      name: "Ada",
      tags: ["a", "b", "c", "all"],
      optIn: "opted_in",
      customFields: { n: -5 },
    });
    for (const [text, country, phone] of [
      ["07700 900123", "GB", "+447700900123"],
      ["+52 55 1234 5678", "GB", "+525512345678"],
      ["'+447700900123", null, "+447700900123"],
      ["030 901820", "DE", "+4930901820"],
    ] as const)
      assert.equal(readRow([text], plan(["phone"], country === null ? null : await nationalNumbers(country))).phone, phone, text);
    assert.throws(() => readRow(["07700 900123"], plan(["phone"])), { details: [{ field: "phone", issue: "invalid_format" }] });
    assert.throws(() => readRow(["4.47701E+11"], plan(["phone"], gb)), { details: [{ field: "phone", issue: "invalid_format" }] });
    assert.throws(() => readRow(["ada"], plan(["email"])), { details: [{ field: "email", issue: "invalid_format" }] });
  });
});
