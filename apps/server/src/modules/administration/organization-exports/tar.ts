/**
 * Entries of a tar archive (POSIX.1-1988 "ustar"; sizes from 8 GiB on as GNU tar writes them). Each entry is complete,
 * so an archive is the concatenation of pieces written at different times. Pure.
 */
const block = 512;

/**
 * @param name ASCII, at most 100 characters
 * @param modifiedAt precise to the second
 */
export function tarHeader(name: string, sizeBytes: number, modifiedAt: Date): Buffer {
  if (!/^[\x21-\x7e]{1,100}$/.test(name)) throw new Error("a name that a tar header cannot hold");
  const header = Buffer.alloc(block);
  header.write(name, 0, "ascii");
  header.write("0000644\0", 100, "ascii");
  header.write("0000000\0", 108, "ascii");
  header.write("0000000\0", 116, "ascii");
  if (sizeBytes < 8 ** 11) header.write(`${sizeBytes.toString(8).padStart(11, "0")}\0`, 124, "ascii");
  else {
    header[124] = 0x80;
    header.writeBigUInt64BE(BigInt(sizeBytes), 128);
  }
  const seconds = Math.max(0, Math.floor(modifiedAt.getTime() / 1000));
  header.write(`${seconds.toString(8).padStart(11, "0")}\0`, 136, "ascii");
  header.write("        ", 148, "ascii");
  header.write("0", 156, "ascii");
  header.write("ustar\x0000", 257, "latin1");
  let sum = 0;
  for (const byte of header) sum += byte;
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "ascii");
  return header;
}

/** The padding after a content, up to the next block. */
export function tarPadding(sizeBytes: number): Buffer {
  return Buffer.alloc((block - (sizeBytes % block)) % block);
}

export function tarEntry(name: string, content: Buffer, modifiedAt: Date): Buffer {
  return Buffer.concat([tarHeader(name, content.length, modifiedAt), content, tarPadding(content.length)]);
}

/** The end of an archive. */
export const tarEnd: Buffer = Buffer.alloc(2 * block);
