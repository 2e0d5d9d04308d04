import type { Mouth } from "../shared/rtc/index.ts";
import type { Json } from "./types.ts";

const deltaBytes = 1_600;

export interface SpokenItem {
  of: { response_id: string; item_id: string; output_index: number; content_index: number };
  sound: Buffer;
  text: string;
  /** Cuts the socket after this many pieces; null: never. */
  cutAfter: number | null;
}

/** Where its speech is sent. */
export interface Output {
  /** False: the socket was cut meanwhile. */
  say(item: SpokenItem): boolean;
  /** Stops playback. Absent: the other end of the socket plays it. */
  hush?(): void;
}

interface Line {
  send(event: Json): void;
  cut(): void;
}

/** As events on the socket, much faster than speech. */
export const socketOutput = ({ send, cut }: Line): Output => ({
  say({ of, sound, cutAfter }) {
    for (let at = 0, n = 0; at < sound.length; at += deltaBytes, n++) {
      if (cutAfter !== null && n >= cutAfter) {
        cut();
        return false;
      }
      send({ type: "response.output_audio.delta", ...of, delta: sound.toString("base64", at, Math.min(at + deltaBytes, sound.length)) });
    }
    return true;
  },
});

/** As media of a call, which the provider plays itself. It reports when, and how much of it was heard. */
export const mediaOutput = (
  { send, cut }: Line,
  mouth: Mouth,
  listener: { said(text: string): void; truncated(itemId: string, heardMs: number): void },
): Output => ({
  say({ of, sound, text, cutAfter }) {
    let isCut = cutAfter === null;
    let isHeard = false;
    mouth.say({
      sound,
      started() {
        isHeard = true;
        send({ type: "output_audio_buffer.started", response_id: of.response_id });
        listener.said(text);
      },
      played(ms) {
        if (isCut || ms * 8 < (cutAfter ?? 0) * deltaBytes) return;
        isCut = true;
        cut();
      },
      ended(ms, { whole, more }) {
        // The buffer has stopped once it is empty.
        if (whole) return more ? undefined : send({ type: "output_audio_buffer.stopped", response_id: of.response_id });
        if (isHeard) send({ type: "output_audio_buffer.cleared", response_id: of.response_id });
        listener.truncated(of.item_id, Math.floor(ms));
      },
    });
    return true;
  },
  hush: () => void mouth.hush(),
});
