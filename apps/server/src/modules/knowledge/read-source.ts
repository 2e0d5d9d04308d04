import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { MediaService } from "#modules/media/index.ts";
import type { OutboundClient } from "#platform/outbound-http/client.ts";
import { type Block, chunkBlocks } from "./chunking.ts";
import { fetchPage, type PageVersion } from "./fetch-page.ts";
import type { PreparedChunk } from "./indexing.queries.ts";
import { prepareChunk } from "./indexing.queries.ts";
import type { SourceToRead } from "./ingesting.queries.ts";
import type { Bounds } from "./knowledge.settings.ts";
import { detectLanguage } from "./languages.ts";
import { cleanText } from "./parsing/clean-text.ts";
import { documentType, type DocumentType, pageType } from "./parsing/document-type.ts";
import { readMarkdown } from "./parsing/markdown.ts";
import type { Parser } from "./parsing/parser.ts";
import { Unreadable } from "./parsing/unreadable.ts";
import type { SourceErrorCode } from "./sources.schema.ts";

export interface ReadSourceDeps {
  media: Pick<MediaService, "readStored">;
  outbound: Pick<OutboundClient, "request">;
  parser: Parser;
  bounds: Bounds;
  now(): Date;
  signal: AbortSignal;
}

export type ReadOutcome =
  | { kind: "unchanged" }
  | ({ kind: "read"; language: string; chunks: PreparedChunk[]; charCount: number; contentHash: Buffer } & PageVersion)
  | { kind: "failed"; code: SourceErrorCode; detail: string }
  | { kind: "later"; code: SourceErrorCode; detail: string; waitMs: number | null };

/** Part of every content hash: raised whenever the same bytes would give other passages. */
const readingVersion = "1";
const languageUnknown = "en";

/**
 * A source's passages, made outside of any transaction. `fallbackLanguage`: of a text that is too short to say.
 * Rejects only with what says nothing about the source: storage away, stopping.
 */
export async function readSource(
  deps: ReadSourceDeps,
  tenantId: string,
  source: SourceToRead,
  fallbackLanguage: string | null,
): Promise<ReadOutcome> {
  const got = await obtain(deps, tenantId, source);
  if (!("bytes" in got)) return got;
  const { bytes, type, charset, version } = got;
  const contentHash = createHash("sha256").update(`${readingVersion}\n${type}\n${charset}\n`).update(bytes).digest();
  if (source.content_hash?.equals(contentHash) === true) return { kind: "unchanged" };
  if (bytes.length === 0) return { kind: "failed", code: "no_text", detail: "empty" };
  let blocks: Block[];
  try {
    blocks = source.kind === "text" ? readMarkdown(cleanText(bytes.toString())) : await deps.parser.parse(bytes, type, charset);
  } catch (error) {
    if (error instanceof Unreadable) return { kind: "failed", code: error.code, detail: String(error.cause ?? "") };
    throw error;
  }
  const sample = blocks
    .slice(0, 200)
    .map((block) => block.text)
    .join("\n");
  const language =
    source.language_given && source.language !== null
      ? source.language
      : ((await detectLanguage(sample)) ?? fallbackLanguage ?? languageUnknown);
  const chunks: PreparedChunk[] = [];
  for (const chunk of chunkBlocks(blocks, language)) {
    chunks.push(prepareChunk(chunk, "source", language, source.name));
    // Cutting words takes its time in some scripts: requests get theirs between.
    if (chunks.length % 16 === 0) await setImmediate();
  }
  if (!chunks.some((chunk) => /[\p{L}\p{N}]/u.test(chunk.body))) return { kind: "failed", code: "no_text", detail: "" };
  return { kind: "read", language, chunks, charCount: lengthOf(blocks), contentHash, ...version };
}

interface Obtained {
  bytes: Buffer;
  type: DocumentType;
  charset: string | null;
  version: PageVersion;
}

const noVersion: PageVersion = { etag: null, lastModified: null };

async function obtain(
  deps: ReadSourceDeps,
  tenantId: string,
  source: SourceToRead,
): Promise<Obtained | Exclude<ReadOutcome, { kind: "read" }>> {
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

function lengthOf(blocks: Block[]): number {
  return blocks.reduce((sum, block) => sum + block.text.length, 0);
}
