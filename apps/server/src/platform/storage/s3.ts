import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
} from "@aws-sdk/client-s3";
import { checkKey, type MediaStorage, StorageMissing } from "./storage.ts";

export interface S3Settings {
  bucket: string;
  region: string;
  /** For an S3-compatible store; absent: Amazon's own. */
  endpoint?: string | undefined;
  /** Absent: whatever the SDK finds on this machine (environment, role). */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** How long the store may be silent before a try is given up. Default 20,000. */
  silenceMs?: number;
}

/** Up to this size a file is sent from memory, so that the SDK can repeat the call; larger ones are streamed once. */
const repeatableBytesMax = 8 * 1024 * 1024;

/** A slower store counts as down: 1 MB a second. */
const slowestBytesPerMs = 1_000;

const triesMax = 3;

/** Per process. Readers of contents are slow and use a socket each, so they get many, separate from those for writing. */
const socketsMax = { reads: 500, writes: 200 };

const quiet = () => undefined;

/** Contents as objects in a bucket of any S3-compatible store. */
export function createS3Storage(settings: S3Settings): MediaStorage {
  const { bucket: Bucket, silenceMs = 20_000 } = settings;
  /** `socketTimeout` 0: none. */
  const clientFor = (maxSockets: number, socketTimeout: number) =>
    new S3Client({
      region: settings.region,
      ...(settings.endpoint === undefined ? {} : { endpoint: settings.endpoint, forcePathStyle: true }),
      ...(settings.credentials === undefined ? {} : { credentials: settings.credentials }),
      // Many compatible stores refuse the SDK's default checksum trailer; the signature already includes a hash of what
      // we send.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      maxAttempts: triesMax,
      // Otherwise the SDK opens a separate connection for each larger body, outside our limit, and waits for the
      // store's permission to send, which not every store gives.
      expectContinueHeader: false,
      // Without a logger the SDK writes to the console; every failure reaches our own log as an error.
      logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
      requestHandler: {
        connectionTimeout: 5_000,
        requestTimeout: silenceMs,
        // Otherwise the SDK only logs a warning on a timeout, and keeps waiting.
        throwOnRequestTimeout: true,
        socketTimeout,
        httpAgent: { maxSockets },
        httpsAgent: { maxSockets },
      },
    });
  // A socket whose reader pauses is as idle as one whose store is silent, so reads have a timeout of their own.
  const reads = clientFor(socketsMax.reads, 0);
  const writes = clientFor(socketsMax.writes, silenceMs);

  /**
   * Limits a call across all its tries. `tryMs` is the SDK's own limit for one try, until the response starts; what
   * follows (an error whose body never ends) and the waits in between are ended only by the signal.
   */
  async function within<T>(tryMs: number, call: (options: { requestTimeout: number; abortSignal: AbortSignal }) => Promise<T>): Promise<T> {
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(new Error("the store took too long")), (triesMax + 1) * tryMs);
    try {
      return await call({ requestTimeout: tryMs, abortSignal: over.signal });
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async put(key, file, mimeType) {
      const Key = checkKey(key);
      const body = file.sizeBytes <= repeatableBytesMax ? await readFile(file.path) : createReadStream(file.path);
      const input: PutObjectCommandInput = {
        Bucket,
        Key,
        Body: body,
        ContentLength: file.sizeBytes,
        ContentType: mimeType,
      };
      const command = new PutObjectCommand(input);
      // Signed with the known hash: the store refuses bytes changed or lost on the way, even streamed ones.
      command.middlewareStack.add(
        (next) => (args) => {
          (args.request as { headers: Record<string, string> }).headers["x-amz-content-sha256"] = file.sha256.toString("hex");
          return next(args);
        },
        { step: "build", name: "knownContentHash" },
      );
      try {
        await within(silenceMs * 3 + file.sizeBytes / slowestBytesPerMs, (options) => writes.send(command, options));
      } finally {
        // Nothing else closes an abandoned call's file.
        if (!Buffer.isBuffer(body)) body.destroy();
      }
      await file.discard();
    },
    async read(key, range) {
      const command = new GetObjectCommand({
        Bucket,
        Key: checkKey(key),
        ...(range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }),
      });
      const answer = await within(silenceMs, (options) => reads.send(command, options)).catch((error: unknown) => {
        throw (error as { name?: unknown }).name === "NoSuchKey" ? new StorageMissing(key) : error;
      });
      const body = answer.Body as IncomingMessage;
      failOnSilence(body, silenceMs);
      return body;
    },
    async remove(key) {
      const command = new DeleteObjectCommand({ Bucket, Key: checkKey(key) });
      await within(silenceMs, (options) => writes.send(command, options));
    },
    async check() {
      const command = new HeadBucketCommand({ Bucket });
      await within(silenceMs, (options) => writes.send(command, options));
      return `media in the bucket ${Bucket}${settings.endpoint === undefined ? "" : ` at ${settings.endpoint}`}`;
    },
    close() {
      reads.destroy();
      writes.destroy();
    },
  };
}

/**
 * Fails a body with an error if its store sends nothing for `silenceMs` to twice that. Bytes received but not yet read
 * are the reader's delay, which is unlimited.
 */
function failOnSilence(body: IncomingMessage, silenceMs: number): void {
  // The body loses its socket when it ends.
  const { socket } = body;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    const bytesBefore = socket.bytesRead;
    if (bytesBefore === before && body.readableLength === 0 && !body.complete)
      body.destroy(new Error(`the store sent nothing for ${silenceMs} ms`));
    before = bytesBefore;
  }, silenceMs);
  timer.unref();
  body.once("close", () => clearInterval(timer));
  // The reader gets the error as well; between two reads nothing listens, and an unhandled error would end the process.
  body.on("error", quiet);
}
