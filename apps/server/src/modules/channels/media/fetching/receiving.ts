import { PassThrough } from "node:stream";
import { AppError, invalidField } from "#platform/errors/app-error.ts";
import { fileNameOf, type UploadPart } from "#platform/http/reading/upload.ts";
import type { OutboundClient } from "#platform/outbound-http/client.ts";
import { bodyTooLarge, OutboundError } from "#platform/outbound-http/errors.ts";
import { readUrl } from "#platform/outbound-http/url-input.ts";
import type { OutboundGuard } from "#platform/outbound-http/guard.ts";
import { type StagedFile, type Staging, TooLarge } from "#platform/storage/staging.ts";
import type { ImportMedia } from "../media.schema.ts";
import { type MediaKind, mediaKinds } from "../media-type.ts";

/** A received content with its sender's description; staged, not stored. */
export interface ReceivedFile {
  file: StagedFile;
  kind: MediaKind | undefined;
  filename: string | null;
  source: "upload" | "url";
}

export interface ReceivingDeps {
  staging: Staging;
  outbound: OutboundClient;
  guard: OutboundGuard;
  bytesMax: number;
}

const importTimeoutMs = 25_000;

/** Reads a form's file and fields, in any order. Unknown fields are ignored. */
export async function receiveForm(deps: ReceivingDeps, parts: AsyncIterable<UploadPart>): Promise<ReceivedFile> {
  let file: StagedFile | undefined;
  let sentName: string | null = null;
  const fields = new Map<string, string>();
  try {
    for await (const part of parts) {
      if (part.kind === "field") fields.set(part.name, part.value);
      else if (part.name !== "file") throw invalidField(part.name, "not_allowed", "Send the file in the field `file`.");
      else {
        sentName = part.filename;
        file = await deps.staging.write(part.content, deps.bytesMax).catch(tooLarge(deps.bytesMax));
      }
    }
    if (file === undefined) throw invalidField("file", "required");
    if (file.sizeBytes === 0) throw invalidField("file", "too_short", "The file is empty.");
    const kind = fields.get("kind");
    if (kind !== undefined && !mediaKinds.includes(kind as MediaKind)) throw invalidField("kind", "unknown_value");
    const filename = fields.get("filename");
    if (filename !== undefined && (filename === "" || filename.length > 200))
      throw invalidField("filename", filename === "" ? "too_short" : "too_long");
    return { file, kind: kind as MediaKind | undefined, filename: fileNameOf(filename) ?? sentName, source: "upload" };
  } catch (error) {
    await file?.discard();
    throw error;
  }
}

/** Fetches an address given by the caller, through the outbound guard and straight into the staging folder. */
export async function receiveUrl(deps: ReceivingDeps, input: ImportMedia): Promise<ReceivedFile> {
  const url = readUrl(deps.guard, "url", input.url);
  const pipe = new PassThrough();
  // The reader handles the error; without a listener, the stream's error would end the process.
  pipe.on("error", () => undefined);
  const staged = deps.staging.write(pipe, deps.bytesMax);
  staged.catch(() => undefined);
  try {
    const response = await deps.outbound.request({
      url,
      method: "GET",
      headers: { "accept-encoding": "identity" },
      timeoutMs: importTimeoutMs,
      responseBytesMax: deps.bytesMax,
      overflow: "error",
      sink: (chunk) => new Promise((resolve, reject) => pipe.write(chunk, (error) => (error ? reject(error) : resolve()))),
    });
    if (response.status >= 500) throw new AppError("provider_error", { message: `The URL responded with HTTP status ${response.status}.` });
    const isWhole = response.status >= 200 && response.status <= 299 && response.status !== 206;
    if (!isWhole) throw invalidField("url", "unknown", `The URL responded with HTTP status ${response.status}.`);
    if (!/^(identity)?$/i.test(String(response.headers["content-encoding"] ?? "")))
      throw invalidField("url", "unknown", "The URL responded with an encoded content (Content-Encoding), which was not asked for.");
    pipe.end();
    const file = await staged;
    if (file.sizeBytes === 0) {
      await file.discard();
      throw invalidField("url", "too_short", "The URL responded with no content.");
    }
    return { file, kind: input.kind, filename: fileNameOf(input.filename) ?? nameIn(new URL(url)), source: "url" };
  } catch (error) {
    pipe.destroy(error instanceof Error ? error : new Error(String(error)));
    await staged.then(
      (file) => file.discard(),
      () => undefined,
    );
    throw error instanceof OutboundError ? refusalOf(error, deps.bytesMax) : error;
  }
}

function refusalOf(error: OutboundError, bytesMax: number): AppError {
  if (error.kind === "too_large" && error.code === bodyTooLarge)
    return new AppError("payload_too_large", { message: `The content is larger than ${bytesMax} bytes.` });
  if (error.kind === "blocked") return invalidField("url", "private_address", `The URL cannot be fetched: ${error.message}.`);
  if (error.kind === "dns" || error.kind === "tls" || error.kind === "connect")
    return invalidField("url", "unknown", `The URL cannot be fetched: ${error.message}.`);
  return new AppError("provider_error", { message: `The URL could not be fetched: ${error.message}.`, cause: error });
}

function nameIn(url: URL): string | null {
  const last = url.pathname.split("/").at(-1) ?? "";
  return /^[\w.() -]{1,200}\.[A-Za-z0-9]{1,8}$/.test(last) ? last : null;
}

export const tooLarge = (bytesMax: number) => (error: unknown) => {
  throw error instanceof TooLarge ? new AppError("payload_too_large", { message: `A file can have at most ${bytesMax} bytes.` }) : error;
};
