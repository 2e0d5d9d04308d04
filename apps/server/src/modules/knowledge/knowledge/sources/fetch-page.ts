import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import type { OutboundClient, OutboundResponse } from "#platform/outbound-http/client.ts";
import { OutboundError } from "#platform/outbound-http/errors.ts";
import { parseRetryAfter } from "#platform/retry/schedule.ts";
import type { SourceErrorCode } from "./sources.schema.ts";

export interface PageVersion {
  etag: string | null;
  lastModified: string | null;
}

export const noVersion: PageVersion = { etag: null, lastModified: null };

export interface FetchedPage extends PageVersion {
  bytes: Buffer;
  contentType: string | undefined;
  charset: string | null;
  /** The final URL's path: its extension may reveal the format. */
  path: string;
}

export type FetchOutcome =
  | { kind: "page"; page: FetchedPage }
  | { kind: "unchanged" }
  | { kind: "failed"; code: SourceErrorCode; detail: string }
  | { kind: "later"; code: SourceErrorCode; detail: string; waitMs: number | null };

const redirectsMax = 5;
const hopTimeoutMs = 20_000;
const retryAfterMsMax = 3_600_000;
const laterStatuses = new Set([408, 425, 429]);
const unpack = new Map([
  ["gzip", promisify(gunzip)],
  ["x-gzip", promisify(gunzip)],
  ["deflate", promisify(inflate)],
  ["br", promisify(brotliDecompress)],
]);

/**
 * Fetches a page, through at most 5 redirects, each of which passes the outbound guard as a separate address. `known`:
 * the version whose content is already stored. It belongs to `url` itself: where a redirect leads may change, and an
 * older file there would count as unchanged. So a redirected page has no version, and is always read. Total: anything
 * that happens is one of the outcomes.
 */
export async function fetchPage(
  outbound: Pick<OutboundClient, "request">,
  url: string,
  known: PageVersion,
  options: { bytesMax: number; now(): Date; signal: AbortSignal },
): Promise<FetchOutcome> {
  let address = url;
  try {
    for (let hop = 0; hop <= redirectsMax; hop++) {
      const { etag, lastModified } = hop === 0 ? known : noVersion;
      const response = await outbound.request({
        url: address,
        method: "GET",
        headers: {
          accept: "text/html, application/xhtml+xml, text/markdown, text/plain, text/csv, application/pdf;q=0.9, */*;q=0.5",
          "accept-encoding": "gzip, deflate, br",
          "user-agent": "Service-Knowledge/1.0",
          ...(etag === null ? {} : { "if-none-match": etag }),
          ...(lastModified === null ? {} : { "if-modified-since": lastModified }),
        },
        timeoutMs: hopTimeoutMs,
        responseBytesMax: options.bytesMax,
        overflow: "error",
        signal: options.signal,
      });
      const { status } = response;
      // Without a version nobody asked whether it has changed.
      if (status === 304 && (etag !== null || lastModified !== null)) return { kind: "unchanged" };
      const location = header(response, "location");
      if (status >= 300 && status < 400 && location !== null) {
        const next = URL.parse(location, address);
        if (next === null) return { kind: "failed", code: "refused", detail: `HTTP status ${status} to nowhere` };
        address = next.href;
        continue;
      }
      if (status >= 200 && status < 300) {
        const outcome = await readPage(response, address, options.bytesMax);
        return outcome.kind === "page" && hop > 0 ? { kind: "page", page: { ...outcome.page, ...noVersion } } : outcome;
      }
      const detail = `HTTP status ${status}`;
      if (status >= 500 || laterStatuses.has(status)) {
        const retryAfter = parseRetryAfter(header(response, "retry-after"), options.now().getTime());
        return { kind: "later", code: "unreachable", detail, waitMs: retryAfter === null ? null : Math.min(retryAfter, retryAfterMsMax) };
      }
      if (status === 404 || status === 410) return { kind: "failed", code: "not_found", detail };
      if (status === 415 || status === 406) return { kind: "failed", code: "unsupported_type", detail };
      return { kind: "failed", code: "refused", detail };
    }
    return { kind: "failed", code: "too_many_redirects", detail: `more than ${redirectsMax}` };
  } catch (error) {
    if (error instanceof OutboundError) return outcomeOf(error);
    throw error;
  }
}

function outcomeOf(error: OutboundError): FetchOutcome {
  const detail = error.message;
  switch (error.kind) {
    case "blocked":
      return { kind: "failed", code: "blocked_address", detail };
    case "too_large":
      return { kind: "failed", code: "too_large", detail };
    case "timeout":
      return { kind: "later", code: "timeout", detail, waitMs: null };
    case "dns":
    case "connect":
    case "tls":
    case "network":
      return { kind: "later", code: "unreachable", detail, waitMs: null };
    case "aborted":
      // The process is stopping, which says nothing about the page.
      throw error;
  }
}

async function readPage(response: OutboundResponse, address: string, bytesMax: number): Promise<FetchOutcome> {
  const encoding = header(response, "content-encoding")?.trim().toLowerCase() ?? "identity";
  let bytes = response.body;
  if (encoding !== "identity" && encoding !== "") {
    const decode = unpack.get(encoding);
    if (decode === undefined) return { kind: "failed", code: "unsupported_type", detail: `content encoding ${encoding}` };
    try {
      bytes = await decode(bytes, { maxOutputLength: bytesMax });
    } catch (error) {
      const tooLarge = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
      return { kind: "failed", code: tooLarge ? "too_large" : "unreadable", detail: "the content could not be unpacked" };
    }
  }
  const contentType = header(response, "content-type") ?? undefined;
  return {
    kind: "page",
    page: {
      bytes,
      contentType,
      charset: /charset\s*=\s*"?([\w-]{1,40})/i.exec(contentType ?? "")?.[1] ?? null,
      path: new URL(address).pathname,
      etag: short(header(response, "etag")),
      lastModified: short(header(response, "last-modified")),
    },
  };
}

function header(response: OutboundResponse, name: string): string | null {
  const value = response.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

const short = (value: string | null) => (value === null || value.length > 300 ? null : value);
