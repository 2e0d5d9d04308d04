/** The parsing process, and its result for a content. For parser*.test.ts. */
import assert from "node:assert/strict";
import { after } from "node:test";
import type { DocumentType } from "../../src/modules/knowledge/knowledge/parsing/document-type.ts";
import { createParser, type Parser, type ParserOptions } from "../../src/modules/knowledge/knowledge/parsing/parser.ts";
import { Unreadable } from "../../src/modules/knowledge/knowledge/parsing/unreadable.ts";

export const usual: ParserOptions = {
  timeoutMs: 60_000,
  memoryMb: 512,
  lengthMax: 2_000_000,
  pagesMax: 500,
  unpackedBytesMax: 50 * 1024 * 1024,
};
const parser = createParser(usual);
after(() => parser.stop());

export const texts = async (content: Buffer | string, type: DocumentType, charset: string | null = null, by: Parser = parser) =>
  (await by.parse(Buffer.from(content), type, charset)).map((block) =>
    block.kind === "heading" ? `${"#".repeat(block.level)} ${block.text}` : block.text,
  );
export const refused = (code: string) => (error: unknown) => {
  assert.ok(error instanceof Unreadable, String(error));
  assert.equal(error.code, code, String(error.cause));
  return true;
};
