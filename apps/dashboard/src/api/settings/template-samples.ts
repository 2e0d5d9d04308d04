import { api } from "../client.ts";
import { uploadMedia } from "../media.ts";

/** Uploads an example file to the platform and returns its handle. */
export async function uploadSample(channelId: string, file: File): Promise<string> {
  const mediaId = await uploadMedia(file);
  return (await api.channels.templates.uploadSample(channelId, { mediaId })).handle;
}
