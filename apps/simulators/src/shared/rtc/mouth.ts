import { bytesPerMs } from "../speech.ts";
import { frameBytes, frameMs } from "./peer.ts";

const silence = Buffer.alloc(frameBytes, 0xff);
/**
 * Sent at once at most, at any speed: after the process stalled, the sound is late instead of being sent in one burst, which the buffer of
 * the other end's socket would not hold. A lost frame is a lost letter.
 */
const framesAtOnceMax = 25;

export interface Utterance {
  sound: Buffer;
  started?(): void;
  /** After each frame. */
  played?(playedMs: number): void;
  /** Called once. `whole`: it was not interrupted; `more`: the next one follows at once. */
  ended?(playedMs: number, how: { whole: boolean; more: boolean }): void;
}

/**
 * Speaks in frames of 20 ms in real time, or `speed` times as fast for faster callers, and sends silence in between, as a microphone does.
 */
export function createMouth(send: (frame: Buffer) => void, speed = 1) {
  let queue: (Utterance & { at: number; isBegun: boolean })[] = [];
  let startedAt = 0;
  let sent = 0;
  let timer: NodeJS.Timeout | undefined;

  function frame(): void {
    const now = queue[0];
    if (now === undefined) return send(silence);
    begin();
    // A listener for its start may have interrupted it.
    if (queue[0] !== now) return;
    const piece = now.sound.subarray(now.at, now.at + frameBytes);
    now.at += piece.length;
    send(piece.length === frameBytes ? piece : Buffer.concat([piece, silence.subarray(piece.length)]));
    now.played?.(now.at / bytesPerMs);
    if (queue[0] !== now || now.at < now.sound.length) return;
    queue.shift();
    now.ended?.(now.at / bytesPerMs, { whole: true, more: queue.length > 0 });
    begin();
  }

  function begin(): void {
    const now = queue[0];
    if (now === undefined || now.isBegun) return;
    now.isBegun = true;
    now.started?.();
  }

  return {
    open(): void {
      if (timer !== undefined) return;
      startedAt = performance.now();
      timer = setInterval(() => {
        const due = Math.floor(((performance.now() - startedAt) * speed) / frameMs) - sent;
        sent += due;
        for (let left = Math.min(due, framesAtOnceMax); left > 0; left--) frame();
      }, frameMs);
    },
    say(utterance: Utterance): void {
      if (utterance.sound.length > 0) queue.push({ ...utterance, at: 0, isBegun: false });
      if (timer !== undefined) begin();
    },
    /** False: it was silent. */
    hush(): boolean {
      const dropped = queue;
      queue = [];
      for (const { at, ended } of dropped) ended?.(at / bytesPerMs, { whole: false, more: false });
      return dropped.length > 0;
    },
    close(): void {
      clearInterval(timer);
      timer = undefined;
      this.hush();
    },
  };
}

export type Mouth = ReturnType<typeof createMouth>;
