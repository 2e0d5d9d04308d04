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
  /** Of a compatible store; absent: Amazon's own. */
  endpoint?: string | undefined;
  /** Absent: whatever the SDK finds on this machine (environment, role). */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** How long the store may say nothing before a try is given up. Default 20,000. */
  silenceMs?: number;
}

/** Up to here a file is sent from memory, so that the SDK can repeat the call; larger ones are streamed, once. */
const repeatableBytesMax = 8 * 1024 * 1024;

/** A store that takes less than this is as good as down: 1 MB a second. */
const slowestBytesPerMs = 1_000;

const triesMax = 3;

/**
 * Of one process. Readers of contents take their time, each with a socket of its own, so that they get many, and none of those
 * that writing needs.
 */
const socketsMax = { reads: 500, writes: 200 };

const quiet = () => undefined;

/** Contents as objects of a bucket in any S3-compatible store. */
export function createS3Storage(settings: S3Settings): MediaStorage {
  const { bucket: Bucket, silenceMs = 20_000 } = settings;
  /** `socketTimeout` 0: none. */
  const clientFor = (maxSockets: number, socketTimeout: number) =>
    new S3Client({
      region: settings.region,
      ...(settings.endpoint === undefined ? {} : { endpoint: settings.endpoint, forcePathStyle: true }),
      ...(settings.credentials === undefined ? {} : { credentials: settings.credentials }),
      // The SDK's default checksum trailer is refused by many compatible stores; what we send is hashed in the signature.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      maxAttempts: triesMax,
      // With it the SDK opens a connection of its own for each larger body, outside of our sockets, and waits for a store's leave
      // to send, which not every store gives.
      expectContinueHeader: false,
      // Without one it writes to the console; every failure reaches our own log as an error.
      logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
      requestHandler: {
        connectionTimeout: 5_000,
        requestTimeout: silenceMs,
        // Without it the SDK writes a warning when the time is over, and goes on waiting.
        throwOnRequestTimeout: true,
        socketTimeout,
        httpAgent: { maxSockets },
        httpsAgent: { maxSockets },
      },
    });
  // A socket whose reader pauses is as idle as one whose store is silent, so that reads have a watch of their own.
  const reads = clientFor(socketsMax.reads, 0);
  const writes = clientFor(socketsMax.writes, silenceMs);

  /**
   * Bounds a call in all its tries. `tryMs` is the SDK's own bound of one, until the answer begins; what comes after it (an error
   * whose body never ends) and the waits between only end by the signal.
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
      // Signed with the hash we know: the store refuses bytes that were changed or cut on the way, streamed ones too.
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
        // Nobody else closes the file of a call that was given up.
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
      endSilence(body, silenceMs);
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
 * Ends a body with an error when its store sends nothing of it for `silenceMs` to twice that. Bytes that were sent and not yet
 * read are the reader's delay, which may be any.
 */
function endSilence(body: IncomingMessage, silenceMs: number): void {
  // Taken away from the body at its end.
  const { socket } = body;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    const heard = socket.bytesRead;
    if (heard === before && body.readableLength === 0 && !body.complete)
      body.destroy(new Error(`the store sent nothing for ${silenceMs} ms`));
    before = heard;
  }, silenceMs);
  timer.unref();
  body.once("close", () => clearInterval(timer));
  // Whoever reads hears it as well; between two reads nobody listens, and an unheard error would end the process.
  body.on("error", quiet);
}
