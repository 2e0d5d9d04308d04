import { unzipSync, zipSync } from "fflate";
import mammoth from "mammoth";
import type { Block } from "../sources/chunking.ts";
import { readHtml } from "./html.ts";
import type { ParseLimits } from "./parse.ts";
import { Unreadable } from "./unreadable.ts";

const entriesMax = 2_000;

/**
 * The text of a Word file. Its parts are decompressed here, up to the size that the archive declares, and passed on
 * uncompressed: a library that decompresses by itself would not notice a zip bomb. Pictures, fonts and programs are
 * left out.
 */
export async function readDocx(bytes: Uint8Array, limits: ParseLimits): Promise<Block[]> {
  try {
    let unpacked = 0;
    let entries = 0;
    const parts = unzipSync(bytes, {
      filter: (entry) => {
        if (++entries > entriesMax) throw new Unreadable("too_large");
        if (!/\.(?:xml|rels)$/i.test(entry.name)) return false;
        unpacked += entry.originalSize;
        if (unpacked > limits.unpackedBytesMax) throw new Unreadable("too_large");
        return true;
      },
    });
    for (const part of Object.values(parts)) {
      // No Word file has a DOCTYPE; it could define entities that expand without end.
      if (Buffer.from(part.buffer, part.byteOffset, part.byteLength).includes("<!DOCTYPE")) throw new Unreadable("unreadable");
    }
    const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(zipSync(parts, { level: 0 })) });
    return readHtml(`<html><body>${value}</body></html>`, { wholePage: true });
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    throw new Unreadable("unreadable", { cause: error });
  }
}
