import { createFolderStorage } from "./folder.ts";
import type { MediaStorage } from "./storage.ts";

export interface StorageSettings {
  s3Bucket: string | undefined;
  s3Endpoint: string | undefined;
  s3Region: string;
  s3AccessKeyId: string | undefined;
  s3SecretAccessKey: string | undefined;
}

/** The bucket if configured, otherwise the folder. The SDK is loaded only for a bucket, because it is large. */
export async function openStorage(settings: StorageSettings, folder: string): Promise<MediaStorage> {
  const { s3Bucket, s3Endpoint, s3Region, s3AccessKeyId, s3SecretAccessKey } = settings;
  if (s3Bucket === undefined) return createFolderStorage(folder);
  const { createS3Storage } = await import("./s3.ts");
  return createS3Storage({
    bucket: s3Bucket,
    region: s3Region,
    endpoint: s3Endpoint,
    credentials:
      s3AccessKeyId === undefined || s3SecretAccessKey === undefined
        ? undefined
        : { accessKeyId: s3AccessKeyId, secretAccessKey: s3SecretAccessKey },
  });
}
