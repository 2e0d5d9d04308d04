import type { Block } from "../sources/chunking.ts";
import { cleanText } from "./clean-text.ts";
import { readCsv } from "./csv.ts";
import { decodeText } from "./decode.ts";
import type { DocumentType } from "./document-type.ts";
import { readDocx } from "./docx.ts";
import { readHtml } from "./html.ts";
import { readMarkdown, readText } from "./markdown.ts";
import { Unreadable } from "./unreadable.ts";
import { readPdf } from "./pdf.ts";

export interface ParseLimits {
  /** Characters of all blocks together. */
  lengthMax: number;
  pagesMax: number;
  /** Bytes of everything that is decompressed. */
  unpackedBytesMax: number;
}

/** Reads the headings and texts of a content. @throws Unreadable */
export async function parseDocument(bytes: Uint8Array, type: DocumentType, charset: string | null, limits: ParseLimits): Promise<Block[]> {
  const blocks = await read(bytes, type, charset, limits);
  let length = 0;
  for (const block of blocks) {
    block.text = cleanText(block.text);
    length += block.text.length;
    if (length > limits.lengthMax) throw new Unreadable("too_large");
  }
  return blocks;
}

async function read(bytes: Uint8Array, type: DocumentType, charset: string | null, limits: ParseLimits): Promise<Block[]> {
  switch (type) {
    case "html":
      return readHtml(decodeText(bytes, charset));
    case "markdown":
      return readMarkdown(decodeText(bytes, charset));
    case "text":
      return readText(decodeText(bytes, charset));
    case "csv":
      return readCsv(decodeText(bytes, charset), limits.lengthMax);
    case "pdf":
      return readPdf(bytes, limits);
    case "docx":
      return readDocx(bytes, limits);
  }
}
