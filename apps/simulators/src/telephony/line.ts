import { WebSocket } from "ws";
import { bytesPerMs, createEar, quiet, speak } from "../shared/speech.ts";

/** The speed of a simulated caller: 20 ms of sound take a twentieth of that. */
const speed = 20;
const tickMs = 10;
const frameMs = 200;

/** What the server sends on a media stream. */
type StreamFrame = { event: "media"; media: { payload: string } } | { event: "mark"; mark: { name: string } } | { event: "clear" };

export interface LineOptions {
  url: string;
  accountId: string;
  callId: string;
  streamId: string;
  parameters: Record<string, string>;
  /** Returned late, or in another order; absent: normally. */
  marks?: "held";
  /** Of its audio; default: G.711 µ-law. */
  format?: { encoding: string; sampleRate: number; channels: number };
}

/**
 * The caller's end of a media stream: plays what arrives, returns marks as they are reached, drops what is cleared, speaks and presses
 * keys.
 */
export function openLine({ url, accountId, callId, streamId, parameters, marks, format }: LineOptions) {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  const ear = createEar();
  const frames: StreamFrame[] = [];
  const held: string[] = [];
  const listeners = new Set<() => void>();
  let queue: ({ sound: Buffer } | { mark: string })[] = [];
  let sequence = 0;
  let chunk = 0;
  let elapsedMs = 0;
  let clears = 0;

  const changed = () => {
    for (const listener of [...listeners]) listener();
  };
  const send = (event: object) => {
    if (socket.readyState === socket.OPEN)
      socket.send(JSON.stringify({ ...event, sequenceNumber: String(++sequence), streamSid: streamId }));
  };
  const returnMark = (name: string) => (marks === "held" ? void held.push(name) : send({ event: "mark", mark: { name } }));

  /** Plays as much as fits into a tick. */
  const ticking = setInterval(() => {
    let room = tickMs * speed * bytesPerMs;
    while (queue.length > 0) {
      const next = queue[0] as (typeof queue)[number];
      if ("mark" in next) {
        queue.shift();
        returnMark(next.mark);
        continue;
      }
      if (room <= 0) break;
      const part = next.sound.subarray(0, room);
      ear.hear(part);
      room -= part.length;
      if (part.length === next.sound.length) queue.shift();
      else next.sound = next.sound.subarray(part.length);
    }
    changed();
  }, tickMs);

  socket.on("open", () => {
    send({ event: "connected", protocol: "Call", version: "1.0.0" });
    send({
      event: "start",
      start: {
        accountSid: accountId,
        streamSid: streamId,
        callSid: callId,
        tracks: ["inbound"],
        mediaFormat: format ?? { encoding: "audio/x-mulaw", sampleRate: 8000, channels: 1 },
        customParameters: parameters,
      },
    });
  });
  socket.on("message", (data) => {
    const frame = JSON.parse(String(data)) as StreamFrame;
    frames.push(frame);
    if (frame.event === "media") queue.push({ sound: Buffer.from(frame.media.payload, "base64") });
    else if (frame.event === "mark") queue.push({ mark: frame.mark.name });
    else if (frame.event === "clear") {
      clears++;
      const dropped = queue;
      queue = [];
      ear.forget();
      // All marks at once, because their sound will never be played.
      for (const item of dropped) if ("mark" in item) returnMark(item.mark);
    }
    changed();
  });
  socket.on("error", () => undefined);
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.on("close", (code, reason) => {
      clearInterval(ticking);
      resolve({ code, reason: String(reason) });
      changed();
    }),
  );

  function sound(given: Buffer): void {
    for (let at = 0; at < given.length; at += frameMs * bytesPerMs) {
      const payload = given.toString("base64", at, Math.min(at + frameMs * bytesPerMs, given.length));
      send({ event: "media", media: { track: "inbound", chunk: String(++chunk), timestamp: String(elapsedMs), payload } });
      elapsedMs += frameMs;
    }
  }

  return {
    /** Frames received over the socket, oldest first. */
    frames,
    closed,
    heard: () => ear.text(),
    /** Whether everything that arrived has been played and its marks returned: a caller who hangs up earlier has not heard the end. */
    heardAll: () => queue.length === 0 && frames.at(-1)?.event !== "media",
    clears: () => clears,
    /** Speaks, then stays silent until that counts as the end of a turn. */
    says: (text: string, silenceMs = 600) => sound(Buffer.concat([speak(text), quiet(silenceMs)])),
    /** Continues speaking: no turn ends. */
    begins: (text: string) => sound(speak(text)),
    presses: (digit: string) => send({ event: "dtmf", dtmf: { track: "inbound_track", digit } }),
    /** Sends any text. */
    raw: (text: string) => socket.send(text),
    /** Returns held marks, in an order of the caller's choice. */
    returnHeld: (order: (names: string[]) => string[]) => {
      for (const name of order(held.splice(0))) send({ event: "mark", mark: { name } });
    },
    stop(): void {
      send({ event: "stop", stop: { accountSid: accountId, callSid: callId } });
      socket.close();
    },
    cut: () => socket.terminate(),
    /** Resolves once the condition holds; checked again after every change. */
    async until(isTrue: () => boolean): Promise<void> {
      while (!isTrue()) {
        if (socket.readyState === socket.CLOSED) throw new Error(`the line is closed; heard: ${ear.text()}`);
        await new Promise<void>((resolve) => {
          const poll = () => {
            listeners.delete(poll);
            resolve();
          };
          listeners.add(poll);
        });
      }
    },
  };
}

export type Line = ReturnType<typeof openLine>;
