/** How the parsing process contains files that are damaged, huge once decompressed, or endless to read. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { docxBomb, docxOf, pdfOf } from "../../../../../test/openapi/document-samples.ts";
import { refused, texts, usual } from "../../../../../test/stages/parser-stage.ts";
import type { DocumentType } from "./document-type.ts";
import { createParser } from "./parser.ts";

describe("hostile files", () => {
  it("that are damaged, or not of their declared type, are unreadable", async () => {
    for (const [content, type] of [
      ["%PDF-1.4 nothing", "pdf"],
      ["PK\x03\x04 nothing", "docx"],
      [pdfOf(["x"]).subarray(0, 40), "pdf"],
      [docxOf("x", ["y"]).subarray(0, 200), "docx"],
    ] as [Buffer | string, DocumentType][])
      await assert.rejects(texts(content, type), refused("unreadable"));
  });

  it("that decompress to more than allowed are not decompressed, whatever size they declare", async () => {
    await assert.rejects(texts(docxBomb(80 * 1024 * 1024), "docx"), refused("too_large"));
    await assert.rejects(texts(docxBomb(80 * 1024 * 1024, 1_000), "docx"), refused("unreadable"));
  });

  it("that hang or exhaust memory end with their process", async () => {
    const hurried = createParser({ ...usual, timeoutMs: 1 });
    await assert.rejects(texts(pdfOf(["slow"]), "pdf", null, hurried), refused("unreadable"));
    const narrow = createParser({ ...usual, memoryMb: 60 });
    await assert.rejects(texts(`<p>${"<b><i>x</i></b>".repeat(300_000)}</p>`, "html", null, narrow), refused("too_large"));
    const deep = "<div>".repeat(50_000);
    await assert.rejects(texts(deep + "deep words here", "html"), refused("unreadable"));
  });
});
