import type { Readable } from "node:stream";
import type { StagedFile } from "./staging.ts";

/** Stores contents under keys of the form `tenant/content` (two UUIDs). See docs/adr/0008-media-storage.md. */
export interface MediaStorage {
  /**
   * Stores a staged file, which may be gone afterwards. All or nothing; storing the same content under the same key
   * again is harmless.
   */
  put(key: string, file: StagedFile, mimeType: string): Promise<void>;
  /** The content, or the part from `start` to `end`, both inclusive. @throws StorageMissing */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Removes the content, if any. */
  remove(key: string): Promise<void>;
  /** One sentence on where it is, for the doctor command. Changes nothing. Rejects with the problem. */
  check(): Promise<string>;
  close(): void;
}

export interface ByteRange {
  start: number;
  end: number;
}

/** The storage has nothing under the key. */
export class StorageMissing extends Error {
  override readonly name = "StorageMissing";
}

const keyPattern = /^[0-9a-f-]{36}\/[0-9a-f-]{36}$/;

/** No key can escape its tenant's folder or refer to a file of another kind. */
export function checkKey(key: string): string {
  if (!keyPattern.test(key)) throw new Error("a storage key is two uuids");
  return key;
}
