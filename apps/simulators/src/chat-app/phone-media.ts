import type { PlatformState } from "./state.ts";

const LOAD_MS_MAX = 10_000;
const BYTES_MAX = 100 * 1024 * 1024;

/** Where the bytes of a message are: stored here by id, or at an address that the business named. */
export interface MediaSource {
  id?: string;
  link?: string;
}

/** As the platform does for its users: an address is fetched when somebody wants to see it. Null: nothing to be had. */
export async function loadMedia(state: PlatformState, messageId: string): Promise<{ mimeType: string; bytes: Buffer } | null> {
  const source = state.mediaSources.get(messageId);
  if (source?.id !== undefined) return state.media.get(source.id) ?? null;
  if (source?.link === undefined) return null;
  try {
    const response = await fetch(source.link, { signal: AbortSignal.timeout(LOAD_MS_MAX) });
    const bytes = Buffer.from(await response.arrayBuffer());
    const mimeType = response.headers.get("content-type") ?? "application/octet-stream";
    return response.ok && bytes.length <= BYTES_MAX ? { mimeType, bytes } : null;
  } catch (error) {
    state.transcripts.note("problem", `The media at ${source.link} cannot be loaded: ${String(error)}`);
    return null;
  }
}
