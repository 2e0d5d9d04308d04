import type { Block } from "../sources/chunking.ts";
import { cleanText } from "./clean-text.ts";
import { decodeText } from "./decode.ts";
import type { DocumentType } from "./document-type.ts";
import { readMarkdown, readText } from "./markdown.ts";
import { Unreadable } from "./unreadable.ts";

export interface ParseLimits {
  /** Characters in all blocks together. */
  lengthMax: number;
  pagesMax: number;
  /** Total decompressed bytes. */
  unpackedBytesMax: number;
}

/** Reads a content's headings and texts. @throws Unreadable */
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

/** Each content is read in a separate process, which loads only the library for its type: most of the cost of reading. */
async function read(bytes: Uint8Array, type: DocumentType, charset: string | null, limits: ParseLimits): Promise<Block[]> {
  switch (type) {
    case "html":
      return (await import("./html.ts")).readHtml(decodeText(bytes, charset));
    case "markdown":
      return readMarkdown(decodeText(bytes, charset));
    case "text":
      return readText(decodeText(bytes, charset));
    case "csv":
      return (await import("./csv.ts")).readCsv(decodeText(bytes, charset), limits.lengthMax);
    case "pdf":
      return (await import("./pdf.ts")).readPdf(bytes, limits);
    case "docx":
      return (await import("./docx.ts")).readDocx(bytes, limits);
  }
}
