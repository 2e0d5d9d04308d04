/**
 * How much of what was sent the caller has heard. The telephony provider plays in real time and returns a mark when it
 * reaches it; between two marks the clock gives the position. Audio is G.711: 8 bytes a millisecond. Pure apart from
 * its state.
 */
export interface HeardItem {
  itemId: string;
  heardMs: number;
  producedMs: number;
}

interface Item {
  id: string;
  producedBytes: number;
  playedBytes: number;
  /** On the monotonic clock, in milliseconds: when its first sound was, or will be, played. */
  startsAtMs: number;
}

const bytesPerMs = 8;
/** How far the clock may be ahead of the last mark: marks follow every 200 ms and take time to arrive. */
const slackMs = 400;

export function createPlayback() {
  let items: Item[] = [];
  let generation = 0;
  /** Index of `items[0]` among all items of the generation. */
  let dropped = 0;

  const producedMs = (item: Item) => item.producedBytes / bytesPerMs;
  const heardMs = (item: Item, nowMs: number) => {
    const marked = item.playedBytes / bytesPerMs;
    return Math.max(marked, Math.min(nowMs - item.startsAtMs, marked + slackMs, producedMs(item)));
  };

  return {
    /** An item's audio was sent. Returns the mark to send after it. */
    sent(itemId: string, bytes: number, nowMs: number): string {
      let item = items.at(-1);
      if (item === undefined || item.id !== itemId) {
        const before = item;
        const free = before === undefined ? nowMs : before.startsAtMs + producedMs(before);
        item = { id: itemId, producedBytes: 0, playedBytes: 0, startsAtMs: Math.max(nowMs, free) };
        items.push(item);
      }
      item.producedBytes += bytes;
      return `${generation}.${dropped + items.length - 1}.${item.producedBytes}`;
    },

    /** A mark came back. False: it belongs to a cleared generation, or is not ours. */
    marked(name: string): boolean {
      const parts = name.split(".").map(Number);
      const [of, index = Number.NaN, bytes = Number.NaN] = parts;
      if (parts.length !== 3 || of !== generation) return false;
      const item = items[index - dropped];
      if (item === undefined || !(bytes > 0 && bytes <= item.producedBytes)) return false;
      // Marks may arrive out of order: what was heard stays heard.
      item.playedBytes = Math.max(item.playedBytes, bytes);
      for (const earlier of items.slice(0, index - dropped)) earlier.playedBytes = earlier.producedBytes;
      while (items.length > 1 && (items[0] as Item).playedBytes === (items[0] as Item).producedBytes) {
        items.shift();
        dropped++;
      }
      return true;
    },

    /** Something was sent whose mark has not come back yet. */
    isPending: () => items.some((item) => item.playedBytes < item.producedBytes),

    /** Drops everything unheard. Returns what was being heard, and what was still to come. */
    interrupt(nowMs: number): HeardItem[] {
      const cut = items
        .filter((item) => item.playedBytes < item.producedBytes)
        .map((item) => ({
          itemId: item.id,
          heardMs: Math.max(0, Math.floor(heardMs(item, nowMs))),
          producedMs: Math.floor(producedMs(item)),
        }));
      items = [];
      dropped = 0;
      generation++;
      return cut;
    },
  };
}

export type Playback = ReturnType<typeof createPlayback>;

/** The number of bytes that a base64 text encodes, even without padding. */
export function bytesOf(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return Math.floor(((base64.length - padding) * 3) / 4);
}

/** How long it plays. */
export const playedMs = (bytes: number): number => bytes / bytesPerMs;

/** 200 ms: the precision of marks. */
const chunkBytesMax = 1_600;

/** Pieces of at most 200 ms. A short one is passed on unchanged. */
export function chunksOf(base64: string): string[] {
  if (bytesOf(base64) <= chunkBytesMax) return [base64];
  const bytes = Buffer.from(base64, "base64");
  const chunks: string[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytesMax)
    chunks.push(bytes.toString("base64", at, Math.min(at + chunkBytesMax, bytes.length)));
  return chunks;
}
