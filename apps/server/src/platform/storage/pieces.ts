import type { Database, Tx } from "../db/database.ts";

/** A part of a file that is kept in rows: `start` is the place of its first byte in the file. */
export interface Piece {
  start: number;
  bytes: Buffer;
}

/**
 * The bytes from `start` to `end`, both included, of a file that is kept piece by piece in rows. A transaction for each piece:
 * whoever reads slowly holds none open. Throws when a piece is gone: the file was removed while it was read.
 * @param pieceAt the piece that holds the byte at `at`
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
