import { api } from "../client.ts";
import { uploadMedia } from "../media.ts";

/** Gives the platform an example file, and answers with its handle. */
export async function uploadSample(channelId: string, file: File): Promise<string> {
  const mediaId = await uploadMedia(file);
  return (await api.channels.templates.uploadSample(channelId, { mediaId })).handle;
}
