/**
 * The archive: one gzip stream of frames, written and read from front to end.
 *
 *   frame    kind (1 byte), length of the payload (4 bytes, big endian), payload
 *   H        header, JSON: BackupHeader; always first
 *   T        a table begins, JSON: its name as in the header
 *   D        rows of that table: a piece of PostgreSQL's COPY text format, cut anywhere
 *   E        the table ends, JSON: { rows }
 *   Z        the end, JSON: { sha256 } of every byte before this frame
 *
 * Row counts follow the rows, because they are known only after reading the rows.
 */
import { createHash, type Hash } from "node:crypto";
import { DatabaseError, errorMessage } from "../errors.ts";
import type { AppliedMigration } from "../schema/migrate.ts";

export interface BackupTable {
  name: string;
  /** In the order of the rows' fields; generated columns are left out. */
  columns: string[];
}

export interface BackupSequence {
  name: string;
  lastValue: string;
  isCalled: boolean;
}

export interface BackupHeader {
  format: 1;
  createdAt: string;
  serverVersion: string;
  migrations: AppliedMigration[];
  tables: BackupTable[];
  sequences: BackupSequence[];
}

export type FrameKind = "H" | "T" | "D" | "E" | "Z";

export interface Frame {
  kind: FrameKind;
  payload: Buffer;
}

const headBytes = 5;
/** COPY splits its output by row; a frame may be as large as the largest row. */
const payloadBytesMax = 1024 * 1024 * 1024;

export class FrameWriter {
  readonly #hash: Hash = createHash("sha256");

  frame(kind: Exclude<FrameKind, "Z">, payload: Buffer | object): Buffer {
    const bytes = encode(kind, payload);
    this.#hash.update(bytes);
    return bytes;
  }

  end(): Buffer {
    return encode("Z", { sha256: this.#hash.digest("hex") });
  }
}

function encode(kind: FrameKind, payload: Buffer | object): Buffer {
  const body = Buffer.isBuffer(payload) ? payload : Buffer.from(JSON.stringify(payload));
  const head = Buffer.alloc(headBytes);
  head.write(kind, "latin1");
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
}

/**
 * The frames of an unpacked archive. Throws backup_corrupt for anything that is not a complete, unaltered archive. The
 * checksum is compared at the end, so the frames count only once the iteration has finished.
 */
export async function* readFrames(input: AsyncIterable<Buffer>): AsyncGenerator<Frame, void, void> {
  const hash = createHash("sha256");
  let parts: Buffer[] = [];
  let available = 0;
  let ended = false;
  const take = (count: number): Buffer => {
    const all = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
    parts = all.length > count ? [all.subarray(count)] : [];
    available -= count;
    return all.subarray(0, count);
  };
  let head: Buffer | null = null;
  try {
    for await (const chunk of input) {
      parts.push(chunk);
      available += chunk.length;
      for (;;) {
        if (head === null) {
          if (available < headBytes) break;
          if (ended) throw new Error("bytes after the end");
          head = take(headBytes);
        }
        const length = head.readUInt32BE(1);
        if (length > payloadBytesMax) throw new Error("a frame is too large");
        if (available < length) break;
        const payload = take(length);
        const kind = head.toString("latin1", 0, 1) as FrameKind;
        if (kind === "Z") {
          const { sha256 } = parseJson<{ sha256: string }>(payload);
          if (sha256 !== hash.digest("hex")) throw new Error("the checksum differs");
          ended = true;
        } else {
          hash.update(head).update(payload);
          yield { kind, payload };
        }
        head = null;
      }
    }
    if (!ended || available > 0) throw new Error("it ends too early");
  } catch (error) {
    throw corrupt(error);
  }
}

export function parseJson<T>(payload: Buffer): T {
  return JSON.parse(payload.toString("utf8")) as T;
}

export function corrupt(error: unknown): DatabaseError {
  return new DatabaseError("backup_corrupt", `The file is not a complete, unaltered Parley backup: ${errorMessage(error)}.`, error);
}
