import { createHash } from "node:crypto";
import type { MediaService } from "#modules/channels/media/index.ts";
import type { OutboundClient } from "#platform/outbound-http/client.ts";
import { ThreadLimitExceeded, type Threads } from "#platform/threads/threads.ts";
import { fetchPage, noVersion, type PageVersion } from "./fetch-page.ts";
import type { PreparedChunk } from "./indexing.queries.ts";
import type { SourceToRead } from "./ingesting.queries.ts";
import type { Bounds } from "../knowledge.settings.ts";
import type { PassagesPiece } from "./passages.ts";
import { documentType, type DocumentType, pageType } from "../parsing/document-type.ts";
import type { Parser } from "../parsing/parser.ts";
import { Unreadable } from "../parsing/unreadable.ts";
import type { SourceErrorCode } from "./sources.schema.ts";

export interface ReadSourceDeps {
  media: Pick<MediaService, "readStored">;
  outbound: Pick<OutboundClient, "request">;
  parser: Parser;
  threads: Threads;
  bounds: Bounds;
  now(): Date;
  signal: AbortSignal;
}

export type ReadOutcome =
  | { kind: "unchanged" }
  | ({ kind: "read"; language: string; chunks: PreparedChunk[]; charCount: number; contentHash: Buffer } & PageVersion)
  | { kind: "failed"; code: SourceErrorCode; detail: string }
  | { kind: "later"; code: SourceErrorCode; detail: string; waitMs: number | null };

/** Part of every content hash: increase it whenever the same bytes would give different passages. */
const readingVersion = "1";
const languageUnknown = "en";

/**
 * A source's passages, made outside any transaction. `fallbackLanguage`: for a text too short to detect. Rejects only
 * for reasons that say nothing about the source: storage unavailable, shutdown.
 */
export async function readSource(
  deps: ReadSourceDeps,
  tenantId: string,
  source: SourceToRead,
  fallbackLanguage: string | null,
): Promise<ReadOutcome> {
  const got = await fetchContent(deps, tenantId, source);
  if (!("bytes" in got)) return got;
  const { bytes, type, charset, version } = got;
  const contentHash = createHash("sha256").update(`${readingVersion}\n${type}\n${charset}\n`).update(bytes).digest();
  if (source.content_hash?.equals(contentHash) === true) return { kind: "unchanged" };
  if (bytes.length === 0) return { kind: "failed", code: "no_text", detail: "empty" };
  const given = source.language_given ? source.language : null;
  let language = given ?? languageUnknown;
  let charCount = 0;
  const chunks: PreparedChunk[] = [];
  try {
    const content = source.kind === "text" ? bytes.toString() : await deps.parser.parse(bytes, type, charset);
    const args = [content, given, fallbackLanguage ?? languageUnknown, source.name];
    for await (const piece of deps.threads.stream<PassagesPiece>(import.meta.resolve("./passages.ts"), "makePassages", args)) {
      if ("chunks" in piece) chunks.push(...piece.chunks);
      else ({ language, charCount } = piece);
    }
  } catch (error) {
    if (error instanceof ThreadLimitExceeded) return { kind: "failed", code: "unreadable", detail: error.message };
    if (error instanceof Unreadable) return { kind: "failed", code: error.code, detail: String(error.cause ?? "") };
    throw error;
  }
  if (!chunks.some((chunk) => /[\p{L}\p{N}]/u.test(chunk.body))) return { kind: "failed", code: "no_text", detail: "" };
  return { kind: "read", language, chunks, charCount, contentHash, ...version };
}

interface FetchedContent {
  bytes: Buffer;
  type: DocumentType;
  charset: string | null;
  version: PageVersion;
}

async function fetchContent(
  deps: ReadSourceDeps,
  tenantId: string,
  source: SourceToRead,
): Promise<FetchedContent | Exclude<ReadOutcome, { kind: "read" }>> {
  switch (source.kind) {
    case "text":
      return { bytes: Buffer.from(source.text ?? ""), type: "markdown", charset: "utf-8", version: noVersion };
    case "file": {
      const file = source.media_id === null ? null : await deps.media.readStored(tenantId, source.media_id, deps.bounds.fileBytes);
      if (file === null) return { kind: "failed", code: "file_gone", detail: "" };
      const type = documentType(file.mimeType, file.filename);
      if (type === null) return { kind: "failed", code: "unsupported_type", detail: file.mimeType ?? "" };
      return { bytes: file.bytes, type, charset: null, version: noVersion };
    }
    case "url": {
      const known = source.content_hash === null ? noVersion : { etag: source.etag, lastModified: source.last_modified };
      const { bounds, now, signal } = deps;
      const outcome = await fetchPage(deps.outbound, source.url ?? "", known, { bytesMax: bounds.fileBytes, now, signal });
      if (outcome.kind !== "page") return outcome;
      const { bytes, contentType, path, charset, etag, lastModified } = outcome.page;
      const type = pageType(contentType, path, bytes);
      if (type === null) return { kind: "failed", code: "unsupported_type", detail: (contentType ?? "no type").slice(0, 100) };
      return { bytes, type, charset, version: { etag, lastModified } };
    }
  }
}
