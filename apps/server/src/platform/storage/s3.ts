import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Readable } from "node:stream";
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
}

/** Up to here a file is sent from memory, so that the SDK can repeat the call; larger ones are streamed, once. */
const repeatableBytesMax = 8 * 1024 * 1024;

const quiet = () => undefined;

/** Contents as objects of a bucket in any S3-compatible store. */
export function createS3Storage(settings: S3Settings): MediaStorage {
  const { bucket: Bucket } = settings;
  const client = new S3Client({
    region: settings.region,
    ...(settings.endpoint === undefined ? {} : { endpoint: settings.endpoint, forcePathStyle: true }),
    ...(settings.credentials === undefined ? {} : { credentials: settings.credentials }),
    // The SDK's default checksum trailer is refused by many compatible stores; what we send is hashed in the signature.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    // Without one it writes to the console; every failure reaches our own log as an error.
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000 },
  });

  return {
    async put(key, file, mimeType) {
      const input: PutObjectCommandInput = {
        Bucket,
        Key: checkKey(key),
        Body: file.sizeBytes <= repeatableBytesMax ? await readFile(file.path) : createReadStream(file.path),
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
      await client.send(command);
      await file.discard();
    },
    async read(key, range) {
      const answer = await client
        .send(
          new GetObjectCommand({
            Bucket,
            Key: checkKey(key),
            ...(range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }),
          }),
        )
        .catch((error: unknown) => {
          throw (error as { name?: unknown }).name === "NoSuchKey" ? new StorageMissing(key) : error;
        });
      return answer.Body as Readable;
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: checkKey(key) }));
    },
    async check() {
      await client.send(new HeadBucketCommand({ Bucket }));
      return `media in the bucket ${Bucket}${settings.endpoint === undefined ? "" : ` at ${settings.endpoint}`}`;
    },
    close: () => client.destroy(),
  };
}
