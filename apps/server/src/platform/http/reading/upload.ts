import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError, invalidField } from "../../errors/app-error.ts";
import { hasUnstorableText } from "../../text/clean.ts";

/** A part of a form, in the order sent. A file's content must be read before the next part. */
export type UploadPart =
  | { kind: "field"; name: string; value: string }
  | { kind: "file"; name: string; filename: string | null; content: AsyncIterable<Buffer> };

const fieldBytesMax = 10_000;

/**
 * Lets the routes of this scope, and no others, accept multipart forms with one file. The reader must limit its size.
 */
export async function acceptForms(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, {
    limits: { files: 1, fields: 10, parts: 11, fieldSize: fieldBytesMax, fileSize: Number.MAX_SAFE_INTEGER },
    throwFileSizeLimit: false,
  });
}

/**
 * Lets the routes of this scope accept a file as the body itself, by media ranges: `image/*`, `application/pdf`. The
 * reader must limit its size.
 */
export function acceptFiles(scope: FastifyInstance, ranges: readonly string[]): void {
  for (const range of ranges) {
    const pattern = new RegExp(`^${range.replaceAll(/[.+]/g, "\\$&").replace("*", "[^\\s;]+")}\\s*(;|$)`, "i");
    // Left unread: the reader limits its size.
    scope.addContentTypeParser(pattern, (request, _content, done) => {
      rawBodies.add(request);
      done(null, undefined);
    });
  }
}

const rawBodies = new WeakSet<FastifyRequest>();

/** Whether the body itself is a file. */
export function isFile(request: FastifyRequest): boolean {
  return rawBodies.has(request);
}

/** The file in the body, as a form would deliver it. Its name comes from the Content-Disposition header. */
export async function* readFile(request: FastifyRequest): AsyncGenerator<UploadPart> {
  const disposition = String(request.headers["content-disposition"] ?? "");
  const plain = /;\s*filename="([^"]*)"/i.exec(disposition)?.[1] ?? /;\s*filename=([^";\s]+)/i.exec(disposition)?.[1];
  const filename = fileNameOf(encodedName(disposition) ?? plain);
  if (hasUnstorableText(filename)) throw invalidField("filename", "invalid_format");
  yield { kind: "file", name: "file", filename, content: guarded(request.raw as AsyncIterable<Buffer>) };
}

/** `filename*=UTF-8''…` (RFC 8187), which takes precedence over the plain parameter. */
function encodedName(disposition: string): string | undefined {
  const encoded = /;\s*filename\*=utf-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
  if (encoded === undefined) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/**
 * The parts of a multipart request as they arrive. An invalid form, or a connection that breaks during it, becomes a
 * validation_error; errors thrown by the reader of a file pass through unchanged.
 */
export async function* readParts(request: FastifyRequest): AsyncGenerator<UploadPart> {
  const parts = guarded(request.parts() as unknown as AsyncIterable<RawPart>)[Symbol.asyncIterator]();
  for (;;) {
    const { done, value: part } = await parts.next();
    if (done === true) return;
    if (hasUnstorableText([part.fieldname, part.filename, part.value])) {
      throw invalidField(part.fieldname === "" ? "file" : part.fieldname.replaceAll("\0", ""), "invalid_format");
    }
    if (part.type === "field") {
      if (part.fieldnameTruncated || part.valueTruncated) throw invalidField(part.fieldname, "too_long");
      yield { kind: "field", name: part.fieldname, value: String(part.value) };
    } else {
      yield { kind: "file", name: part.fieldname, filename: fileNameOf(part.filename), content: guarded(part.file) };
    }
  }
}

interface RawPart {
  type: "field" | "file";
  fieldname: string;
  fieldnameTruncated?: boolean;
  valueTruncated?: boolean;
  value?: unknown;
  filename?: string;
  file: AsyncIterable<Buffer>;
}

async function* guarded<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* source;
  } catch (error) {
    throw formError(error);
  }
}

function formError(cause: unknown): AppError {
  const code = (cause as { code?: unknown }).code;
  const tooMany = code === "FST_FILES_LIMIT" || code === "FST_PARTS_LIMIT" || code === "FST_FIELDS_LIMIT";
  return new AppError("validation_error", {
    message: tooMany ? "The form has too many parts. It must contain one file." : "The form is malformed or incomplete.",
    details: [{ field: "file", issue: tooMany ? "too_many" : "invalid_format" }],
    cause,
  });
}

/**
 * The last segment of what may be a whole path on the sender's machine, without characters that would break a line or a
 * name. Null: nothing is left.
 */
export function fileNameOf(filename: string | undefined): string | null {
  // Browsers encode a quotation mark like this (HTML standard, multipart form data).
  const name = (filename ?? "")
    .replaceAll("%22", '"')
    .split(/[/\\]/)
    .at(-1)
    ?.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, "")
    .trim();
  return name === undefined || name === "" || name === "." || name === ".." ? null : [...name].slice(-200).join("");
}
