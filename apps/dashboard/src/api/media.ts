import { api } from "./client.ts";

/** Stores a file and returns its id. */
export async function uploadMedia(file: File): Promise<string> {
  const form = new FormData();
  form.set("file", file, file.name);
  return (await api.media.upload(form)).id;
}
