import { api } from "../client.ts";

/** Gives the platform an example file, and answers with its handle. */
export async function uploadSample(channelId: string, file: File): Promise<string> {
  const form = new FormData();
  form.set("file", file, file.name);
  const { id: mediaId } = await api.media.upload(form);
  return (await api.channels.templates.uploadSample(channelId, { mediaId })).handle;
}
