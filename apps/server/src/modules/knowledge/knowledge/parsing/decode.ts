/**
 * Decodes bytes: by the byte order mark, otherwise the charset declared with them, otherwise the one an HTML page
 * declares, otherwise UTF-8 if it is valid, otherwise Windows-1252, as browsers do.
 */
export function decodeText(bytes: Uint8Array, charset: string | null): string {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return new TextDecoder("utf-8").decode(bytes);
  if (a === 0xff && b === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (a === 0xfe && b === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  const head = Buffer.from(bytes.subarray(0, 2_048)).toString("latin1");
  const named = charset ?? /<meta[^<>]{0,200}charset\s{0,8}=\s{0,8}["']?([\w-]{2,40})/i.exec(head)?.[1] ?? null;
  for (const [label, fatal] of [
    [named, false],
    ["utf-8", true],
    ["windows-1252", false],
  ] as const) {
    if (label === null) continue;
    try {
      return new TextDecoder(label, { fatal }).decode(bytes);
    } catch {
      // An unknown label, or invalid UTF-8: try the next one.
    }
  }
  throw new Error("every byte is a letter of Windows-1252");
}
