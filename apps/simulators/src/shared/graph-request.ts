import type { IncomingMessage } from "node:http";

const VERSION = /^v\d{1,3}\.\d$/;

export interface GraphPath {
  path: string;
  /** After the version. */
  segments: string[];
  versioned: boolean;
  /** Raw query string. */
  search: string;
}

export function readPath(url: string): GraphPath {
  const mark = url.indexOf("?");
  const path = mark < 0 ? url : url.slice(0, mark);
  const segments = path.split("/");
  segments.shift();
  const versioned = VERSION.test(segments[0] as string);
  if (versioned) segments.shift();
  return { path, segments, versioned, search: mark < 0 ? "" : url.slice(mark + 1) };
}

/** Uploads pass the token with the scheme OAuth. */
export function bearerOf(request: IncomingMessage): string | undefined {
  return /^(?:bearer|oauth) (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
}

/** JSON or a form; the platform accepts both. Undefined: neither. */
export function parseBody(raw: Buffer, contentType: string | undefined): Record<string, unknown> | undefined {
  if (raw.length === 0) return {};
  if (contentType?.startsWith("application/x-www-form-urlencoded")) {
    return Object.fromEntries(new URLSearchParams(raw.toString("utf8")));
  }
  try {
    const value: unknown = JSON.parse(raw.toString("utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
