/** Uploads a file and reports the progress, which `fetch` cannot. */
import { ApiError, ConnectionError } from "@parley/sdk";
import { serverUploadMsMax } from "../../media.ts";
import type { OutboxFile } from "./outbox-rows.ts";
import { UploadCut } from "./upload-cut.ts";

/** A connection that breaks so late was cut off by the server. */
const cutAfterMs = serverUploadMsMax - 5_000;

export function upload(file: OutboxFile, key: string, onProgress: (share: number) => void, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const startedAt = performance.now();
    request.open("POST", "/api/v1/media");
    request.responseType = "text";
    // The bytes determine the type; a declared type might turn it into something other than a file.
    request.setRequestHeader("content-type", "application/octet-stream");
    request.setRequestHeader("content-disposition", `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`);
    request.setRequestHeader("idempotency-key", key);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onerror = () => {
      const isCut = performance.now() - startedAt > cutAfterMs;
      reject(isCut ? new UploadCut("the connection broke") : new ConnectionError("POST /media: the line broke", { idempotencyKey: key }));
    };
    request.onabort = () => reject(new ConnectionError("POST /media: ended", { idempotencyKey: key }));
    request.onload = () => {
      const answer = parse(request.responseText);
      if (request.status === 408) reject(new UploadCut("HTTP 408"));
      else if (request.status === 200 && answer.id !== undefined) resolve(answer.id);
      else reject(errorOf(request, answer, key));
    };
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file.blob);
  });
}

interface UploadResponse {
  id?: string;
  error?: { code: string; message: string; details?: []; reference?: string };
}

function parse(text: string): UploadResponse {
  try {
    return JSON.parse(text) as UploadResponse;
  } catch {
    // A proxy's own page.
    return {};
  }
}

function errorOf(request: XMLHttpRequest, { error }: UploadResponse, key: string): ApiError {
  const waitSeconds = Number(request.getResponseHeader("retry-after"));
  return new ApiError(`POST /media: ${error?.message ?? `HTTP ${request.status}`}`, {
    code: (error?.code ?? "unknown_error") as ApiError["code"],
    status: request.status,
    details: error?.details ?? [],
    reference: error?.reference ?? null,
    ...{ docs: "/docs/", method: "POST", path: "/media", attempts: 1, idempotencyKey: key },
    retryAfterMs: waitSeconds > 0 ? waitSeconds * 1_000 : null,
    headers: new Headers(),
  });
}
