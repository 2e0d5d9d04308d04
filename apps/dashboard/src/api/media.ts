import { queryOptions } from "@tanstack/react-query";
import { api } from "./client.ts";

/** How long the server waits for a whole file (uploadMsMax in its platform/http/server.ts). */
export const serverUploadMsMax = 120_000;

/** Longer than the server waits. It is not sent a third time. */
export const uploadOptions = { timeoutMs: serverUploadMsMax + 10_000, maxRetries: 1 };

/** What is known about a stored file. */
export const mediaQuery = (id: string) =>
  queryOptions({
    queryKey: ["media", "detail", id] as const,
    queryFn: ({ signal }) => api.media.info(id, { signal }),
    meta: { still: true },
  });

/** Stores a file and returns its id. */
export async function uploadMedia(file: File): Promise<string> {
  const form = new FormData();
  form.set("file", file, file.name);
  return (await api.media.upload(form, uploadOptions)).id;
}
