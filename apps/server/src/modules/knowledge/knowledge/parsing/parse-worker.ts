/**
 * The thread of the parsing process that reads the content, and may hang or run out of memory: see parse-process.ts.
 */
import { parentPort, workerData } from "node:worker_threads";
import { type ParseLimits, parseDocument } from "./parse.ts";
import type { DocumentType } from "./document-type.ts";
import { Unreadable } from "./unreadable.ts";

const { bytes, type, charset, limits } = workerData as {
  bytes: Uint8Array;
  type: DocumentType;
  charset: string | null;
  limits: ParseLimits;
};
try {
  parentPort?.postMessage({ blocks: await parseDocument(bytes, type, charset, limits) });
} catch (error) {
  parentPort?.postMessage({
    error: error instanceof Unreadable ? error.code : "unreadable",
    detail: String(error instanceof Unreadable ? (error.cause ?? "") : error).slice(0, 500),
  });
}
