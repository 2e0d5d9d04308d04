import type { Database, Tx } from "../db/database.ts";

/** A part of a file stored in rows: `start` is the position of its first byte in the file. */
export interface Piece {
  start: number;
  bytes: Buffer;
}

/**
 * The bytes from `start` to `end`, both inclusive, of a file stored in rows piece by piece. One transaction per piece,
 * so that a slow reader holds none open. Throws if a piece is missing because the file was removed while being read.
 *
 * @param pieceAt the piece that contains the byte at `at`
 */
export async function* readPieces(
  database: Database,
  tenantId: string,
  range: { start: number; end: number },
  pieceAt: (tx: Tx, at: number) => Promise<Piece | null>,
): AsyncGenerator<Buffer> {
  for (let at = range.start; at <= range.end; ) {
    const piece = await database.withTenant(tenantId, (tx) => pieceAt(tx, at));
    const part = piece?.bytes.subarray(at - piece.start, range.end + 1 - piece.start);
    if (part === undefined || part.length === 0) throw new Error("a stored file was deleted while it was being read");
    yield part;
    at += part.length;
  }
}
