import { extractText, getDocumentProxy } from "unpdf";
import type { Block } from "../sources/chunking.ts";
import type { ParseLimits } from "./parse.ts";
import { Unreadable } from "./unreadable.ts";

/** The text of each page, in file order. Pictures of text have none. */
export async function readPdf(bytes: Uint8Array, limits: ParseLimits): Promise<Block[]> {
  try {
    const pdf = await getDocumentProxy(new Uint8Array(bytes), { disableFontFace: true, verbosity: 0 });
    if (pdf.numPages > limits.pagesMax) throw new Unreadable("too_large");
    const { text } = await extractText(pdf, { mergePages: false });
    return text.map((page) => ({ kind: "text", text: joinLines(page) }));
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    throw new Unreadable((error as Error).name === "PasswordException" ? "encrypted" : "unreadable", { cause: error });
  }
}

/** Joins a page's lines, and words hyphenated at the end of a line. */
function joinLines(page: string): string {
  return page.replace(/(\p{Ll})-\n(?=\p{Ll})/gu, "$1").replace(/([^.!?:;\n])\n(?=[\p{Ll}\d(])/gu, "$1 ");
}
