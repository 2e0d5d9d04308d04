import { api } from "./client.ts";

/** The server waits two minutes for a file. It is not sent a third time. */
export const uploadOptions = { timeoutMs: 130_000, maxRetries: 1 };

/** Stores a file and returns its id. */
export async function uploadMedia(file: File): Promise<string> {
  const form = new FormData();
  form.set("file", file, file.name);
  return (await api.media.upload(form, uploadOptions)).id;
}
