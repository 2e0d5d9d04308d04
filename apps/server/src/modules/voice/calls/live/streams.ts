import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import { type WebSocket, WebSocketServer } from "ws";
import { type ProviderName, telephonyProviders } from "#modules/voice/telephony/index.ts";
import type { Timers } from "#platform/clock/timers.ts";
import type { Log } from "#platform/log/log.ts";
import type { CallSession } from "../session/session.ts";
import type { RelayedTransport } from "../session/session.types.ts";
import type { LiveCalls } from "./live-calls.ts";

const streamPath = "/callbacks/telephony/stream";

export const streamPathOf = (provider: ProviderName): string => `${streamPath}/${provider}`;

function providerAt(url: string | undefined): ProviderName | null {
  const path = url?.split("?", 1)[0];
  return (Object.keys(telephonyProviders) as ProviderName[]).find((provider) => path === streamPathOf(provider)) ?? null;
}

/** A frame with two seconds of audio has 21 KiB. */
const frameBytesMax = 65_536;
const streamsMax = 500;
/**
 * Sockets that have not shown a token yet, which anybody may open. Each further one ends the oldest: a provider shows its token at once,
 * so that sockets opened to take the room do not keep a call from its stream.
 */
export const unprovenMax = 200;
const startMs = 5_000;
const invalidFramesMax = 20;
/** Before the token: a provider first sends "connected" and "start", each less than 1 KiB. */
const unprovenFrameLimits = { max: 20, bytesMax: 8_192 };
const earlyFramesMax = 100;
/** Frames per second: audio takes fifty. Anything above the limit is dropped, and far above it ends the stream. */
const framesPerSecond = 200;
const floodPerSecond = 2_000;
/** Limit on unsent data: five minutes of speech are less. */
const bufferedBytesMax = 4_194_304;

/** The WebSocket server for media streams: one socket per call, opened by the telephony provider. */
export function createStreams(deps: { live: LiveCalls; timers: Timers; log: Log }) {
  const server = new WebSocketServer({ noServer: true, maxPayload: frameBytesMax, perMessageDeflate: false, clientTracking: true });
  /** Ends each, oldest first. */
  const unproven = new Set<() => void>();
  let closing = false;

  function accept(socket: WebSocket, provider: ProviderName): void {
    const protocol = telephonyProviders[provider].stream;
    let session: CallSession | null = null;
    let streamId = "";
    let state: "waiting" | "beginning" | "live" | "over" = "waiting";
    let garbage = 0;
    let unprovenFrames = 0;
    let second = 0;
    let frames = 0;
    let hungUp = false;
    /** What the caller says while the call's row is being read. */
    const early: string[] = [];
    const [oldest] = unproven;
    if (oldest !== undefined && unproven.size >= unprovenMax) {
      // Before "close" comes: the next socket must not find it again.
      unproven.delete(oldest);
      oldest();
    }
    const evict = () => socket.terminate();
    unproven.add(evict);
    const stopWaiting = deps.timers.after(startMs, () => close(1008, "no start"));
    const proven = () => {
      unproven.delete(evict);
      stopWaiting();
    };

    function close(code: number, why: string): void {
      if (state === "over") return;
      proven();
      state = "over";
      socket.close(code, why);
      // A provider that does not respond to the close must not keep the socket open.
      setTimeout(() => socket.terminate(), 1_000).unref();
    }

    const write = (text: string) => {
      if (state === "over") return;
      if (socket.bufferedAmount > bufferedBytesMax) {
        void session?.broken();
        close(1011, "too slow");
      } else socket.send(text);
    };
    const transport: RelayedTransport = {
      kind: "passed",
      audio: (payload) => write(protocol.audio(streamId, payload)),
      mark: (name) => write(protocol.mark(streamId, name)),
      clear: () => write(protocol.clear(streamId)),
      close: () => close(1000, "over"),
    };

    /** False: dropped. */
    function admitted(): boolean {
      const now = Math.floor(performance.now() / 1_000);
      if (now !== second) [second, frames] = [now, 0];
      frames++;
      if (frames > floodPerSecond) {
        void session?.broken();
        close(1008, "too many frames");
      }
      return frames <= framesPerSecond;
    }

    socket.on("message", (data, isBinary) => {
      if (state === "over" || !admitted()) return;
      // Parsing costs time: before authentication nothing long or frequent is parsed.
      if (state === "waiting" && (++unprovenFrames > unprovenFrameLimits.max || (data as Buffer).length > unprovenFrameLimits.bytesMax))
        return close(1008, "no start");
      const event = isBinary ? null : protocol.read(String(data));
      if (event === null) {
        if (++garbage < invalidFramesMax) return;
        void session?.broken();
        return close(1008, "not a media stream");
      }
      switch (event.kind) {
        case "start": {
          if (state !== "waiting") return;
          proven();
          state = "beginning";
          streamId = event.streamId;
          if (!event.isPcmu) return close(1008, "not G.711 mu-law");
          deps.live.begin(provider, event, transport).then(
            (begun) => {
              if (begun === null) return close(1008, "no such call");
              session = begun;
              if (hungUp) return void begun.stopped();
              if (state === "over") return void begun.broken();
              state = "live";
              for (const payload of early.splice(0)) begun.audio(payload);
            },
            (error: unknown) => {
              deps.log.error({ err: error }, "a call's stream could not start");
              close(1011, "failed");
            },
          );
          return;
        }
        case "audio":
          if (session === null && state === "beginning" && early.length < earlyFramesMax) early.push(event.payload);
          return session?.audio(event.payload);
        case "mark":
          return session?.mark(event.name);
        case "digit":
          return session?.digit(event.digit);
        case "stop":
          hungUp = true;
          void session?.stopped();
          return;
        default:
      }
    });
    socket.on("error", (error) => deps.log.debug({ err: error }, "a media stream failed"));
    socket.on("close", () => {
      proven();
      const wasOver = state === "over";
      state = "over";
      if (!wasOver) void session?.broken();
    });
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const provider = providerAt(request.url);
    const refuse = (status: string) => {
      socket.on("error", () => undefined);
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    };
    if (provider === null) return refuse("404 Not Found");
    if (closing || server.clients.size - unproven.size >= streamsMax) return refuse("503 Service Unavailable");
    server.handleUpgrade(request, socket, head, (opened) => accept(opened, provider));
  }

  return {
    register(app: FastifyInstance): void {
      // Any other request that offers an upgrade is served without one, as before.
      (app.server as { shouldUpgradeCallback?: (request: IncomingMessage) => boolean }).shouldUpgradeCallback = (request) =>
        providerAt(request.url) !== null;
      app.server.on("upgrade", upgrade);
      app.addHook("preClose", async () => {
        closing = true;
        await deps.live.stop();
        for (const client of server.clients) client.terminate();
      });
    },
  };
}

export type Streams = ReturnType<typeof createStreams>;
