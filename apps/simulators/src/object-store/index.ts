import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { listen, readBody } from "../shared/http.ts";
import { verifySignature } from "./signature.ts";

export interface ObjectStoreOptions {
  bucket: string;
  region?: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface StoredObject {
  bytes: Buffer;
  contentType: string;
}

export interface ObjectStore {
  url: string;
  /** By key. */
  objects: Map<string, StoredObject>;
  /** The next calls get this status. */
  failNext(count: number, status: 500 | 503): void;
  /** Codes of refused requests, oldest first. */
  refused: string[];
  close(): Promise<void>;
}

/**
 * One bucket of an S3-compatible store: PutObject, GetObject with a range, HeadObject, DeleteObject, HeadBucket, path style. Every
 * request's signature is verified, and every body against the signed hash.
 */
export async function startObjectStore(options: ObjectStoreOptions): Promise<ObjectStore> {
  const region = options.region ?? "us-east-1";
  const objects = new Map<string, StoredObject>();
  const refused: string[] = [];
  let failures = { left: 0, status: 500 };

  function refuse(response: ServerResponse, status: number, code: string): void {
    refused.push(code);
    const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message></Error>`;
    response.writeHead(status, { "content-type": "application/xml", "content-length": Buffer.byteLength(body) });
    response.end(response.req.method === "HEAD" ? undefined : body);
  }

  function answer(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const url = request.url ?? "/";
    const method = request.method ?? "";
    const verdict = verifySignature({ method, url, headers: request.headers }, options, region, Date.now());
    if (!verdict.ok) return refuse(response, verdict.status, verdict.code);
    const hash = createHash("sha256").update(body).digest("hex");
    if (verdict.payloadHash !== "UNSIGNED-PAYLOAD" && verdict.payloadHash !== hash)
      return refuse(response, 400, "XAmzContentSHA256Mismatch");
    if (failures.left > 0) {
      failures.left -= 1;
      return refuse(response, failures.status, failures.status === 503 ? "SlowDown" : "InternalError");
    }
    const [bucket, ...rest] = decodeURIComponent(url.split("?", 1)[0] ?? "")
      .slice(1)
      .split("/");
    if (bucket !== options.bucket) return refuse(response, 404, "NoSuchBucket");
    const key = rest.join("/");
    if (key === "") return void response.writeHead(method === "HEAD" ? 200 : 405).end();
    if (method === "PUT") {
      objects.set(key, { bytes: body, contentType: request.headers["content-type"] ?? "application/octet-stream" });
      return void response.writeHead(200, { etag: `"${createHash("md5").update(body).digest("hex")}"` }).end();
    }
    if (method === "DELETE") {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    const found = objects.get(key);
    if (found === undefined) return refuse(response, 404, "NoSuchKey");
    sendObject(request, response, found, refuse);
  }

  const server = await listen((request, response) => readBody(request, (body) => answer(request, response, body)), 0, "127.0.0.1");
  return {
    url: server.url,
    objects,
    refused,
    failNext(count, status) {
      failures = { left: count, status };
    },
    close: server.close,
  };
}

function sendObject(
  request: IncomingMessage,
  response: ServerResponse,
  { bytes, contentType }: StoredObject,
  refuse: (response: ServerResponse, status: number, code: string) => void,
): void {
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "");
  const start = range === null ? 0 : Number(range[1]);
  const end = range === null || range[2] === "" ? bytes.length - 1 : Math.min(Number(range[2]), bytes.length - 1);
  if (start > end) return refuse(response, 416, "InvalidRange");
  const part = bytes.subarray(start, end + 1);
  response.writeHead(range === null ? 200 : 206, {
    "content-type": contentType,
    "content-length": part.length,
    "accept-ranges": "bytes",
    ...(range === null ? {} : { "content-range": `bytes ${start}-${end}/${bytes.length}` }),
  });
  response.end(request.method === "HEAD" ? undefined : part);
}
