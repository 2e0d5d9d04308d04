import { Recent } from "./recent.ts";
import type { Transcripts } from "./transcript.ts";

const LOAD_MS_MAX = 10_000;
const BYTES_MAX = 100 * 1024 * 1024;
const SOURCES_KEPT = 2_000;

export interface Media {
  mimeType: string;
  bytes: Buffer;
}

/** Where the bytes of a message are: stored by the platform under an id, or at a URL of the business. */
export interface MediaSource {
  id?: string;
  link?: string;
}

/** The media of a phone's messages. */
export class MediaSources {
  readonly #stored: ReadonlyMap<string, Media>;
  readonly #transcripts: Transcripts;
  readonly #sources = new Recent<string, MediaSource>(SOURCES_KEPT);

  constructor(stored: ReadonlyMap<string, Media>, transcripts: Transcripts) {
    this.#stored = stored;
    this.#transcripts = transcripts;
  }

  set(messageId: string, source: MediaSource): void {
    this.#sources.set(messageId, source);
  }

  clear(): void {
    this.#sources.clear();
  }

  /** As the platform does for its users: fetches a URL when somebody wants to see it. Null: not available. */
  async load(messageId: string): Promise<Media | null> {
    const source = this.#sources.get(messageId);
    if (source?.id !== undefined) return this.#stored.get(source.id) ?? null;
    if (source?.link === undefined) return null;
    try {
      const response = await fetch(source.link, { signal: AbortSignal.timeout(LOAD_MS_MAX) });
      const bytes = Buffer.from(await response.arrayBuffer());
      const mimeType = response.headers.get("content-type") ?? "application/octet-stream";
      return response.ok && bytes.length <= BYTES_MAX ? { mimeType, bytes } : null;
    } catch (error) {
      this.#transcripts.note("problem", `The media at ${source.link} cannot be loaded: ${String(error)}`);
      return null;
    }
  }
}
