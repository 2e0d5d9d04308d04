import { type Cli, UsageError } from "./usage.ts";

/**
 * Standard input, without the line break at its end, which echo and editors add. A file piped in by mistake is not
 * read beyond `bytesMax`.
 * @param flag the option that asked for it, for the message
 */
export async function readPiped({ stdin }: Cli, flag: string, bytesMax: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin) {
    chunks.push(Buffer.from(chunk));
    bytes += Buffer.byteLength(chunk);
    if (bytes > bytesMax) throw new UsageError(`${flag}: standard input is longer than ${bytesMax.toLocaleString("en")} bytes.`);
  }
  return Buffer.concat(chunks)
    .toString()
    .replace(/\r?\n$/, "");
}
