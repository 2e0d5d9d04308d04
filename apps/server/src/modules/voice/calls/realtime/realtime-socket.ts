import { isIP } from "node:net";
import { WebSocket } from "ws";
import { type Failure, failureOfStatus, type ProviderAccess } from "#modules/knowledge/ai-keys/index.ts";
import type { Timers } from "#platform/clock/timers.ts";
import type { OutboundGuard } from "#platform/outbound-http/guard.ts";
import type { RealtimeLink, RealtimeListener } from "../session/session.types.ts";
import { failureOfCode, readRealtimeEvent } from "./realtime-events.ts";

/** From the first packet to a configured session. */
const openMs = 5_000;
/** A second of audio is 11 KiB in base64. */
const frameBytesMax = 1_048_576;
const garbageMax = 20;
/** Limit on unsent data: beyond it the provider has stopped listening. */
const bufferedBytesMax = 1_048_576;
const bodyBytesMax = 4_000;

/** A new session, or one whose audio flows elsewhere. */
export type RealtimeTarget = { model: string } | { callId: string };

export type RealtimeSocket = Omit<RealtimeLink, "failed">;
export type OpenResult = { link: RealtimeSocket } | { failure: Failure; status: number | null };

/**
 * A socket to a realtime provider with a configured session. The guard checks the URL, each look-up and the peer, as
 * for every URL chosen by a tenant. Redirects are not followed, nothing is compressed.
 */
export function openRealtime(
  deps: { guard: OutboundGuard; timers: Timers },
  input: { access: ProviderAccess; target: RealtimeTarget; session: object; listener: RealtimeListener },
): Promise<OpenResult> {
  const query = "model" in input.target ? { model: input.target.model } : { call_id: input.target.callId };
  const checked = deps.guard.checkUrl(`${input.access.baseUrl}/realtime?${new URLSearchParams(query)}`);
  if (!checked.ok) return Promise.resolve({ failure: "blocked_url", status: null });
  const { url } = checked;
  const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  try {
    if (isIP(host) !== 0) deps.guard.checkAddress(host, host, port);
  } catch {
    // The reason would reveal something about our network.
    return Promise.resolve({ failure: "blocked_url", status: null });
  }
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return new Promise((resolve) => {
    const socket = new WebSocket(url, {
      headers: { authorization: `Bearer ${input.access.apiKey.reveal()}` },
      lookup: deps.guard.lookupFor(port),
      rejectUnauthorized: true,
      followRedirects: false,
      perMessageDeflate: false,
      maxPayload: frameBytesMax,
      handshakeTimeout: openMs,
    });
    let state: "opening" | "open" | "closed" = "opening";
    let garbage = 0;
    const stop = deps.timers.after(openMs, () => fail("timed_out", null));

    function fail(failure: Failure, status: number | null): void {
      if (state !== "opening") return;
      state = "closed";
      stop();
      socket.terminate();
      resolve({ failure, status });
    }

    function lose(): void {
      if (state !== "open") return;
      state = "closed";
      socket.terminate();
      input.listener.lost();
    }

    const write = (text: string) => {
      if (state === "closed") return;
      if (socket.bufferedAmount > bufferedBytesMax) lose();
      else socket.send(text);
    };

    const link: RealtimeSocket = {
      send: (event) => write(JSON.stringify(event)),
      // Built by hand, because it happens fifty times a second per call. The payload was checked on arrival.
      append: (payload) => write(`{"type":"input_audio_buffer.append","audio":"${payload}"}`),
      close() {
        state = "closed";
        socket.close();
        // A provider that does not respond to the close must not keep the socket open.
        setTimeout(() => socket.terminate(), 1_000).unref();
      },
    };

    socket.on("open", () => write(JSON.stringify({ type: "session.update", session: input.session })));
    socket.on("unexpected-response", (_, response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on("data", (chunk: Buffer) => {
        if (size < bodyBytesMax) chunks.push(chunk);
        size += chunk.length;
      });
      const done = () =>
        fail(failureOfStatus(response.statusCode ?? 500, Buffer.concat(chunks).toString("utf8")), response.statusCode ?? null);
      response.on("end", done);
      response.on("error", done);
    });
    socket.on("message", (data, isBinary) => {
      if (state === "closed") return;
      const event = isBinary ? null : readRealtimeEvent(String(data));
      if (event === null) {
        if (++garbage < garbageMax) return;
        fail("bad_response", null);
        return lose();
      }
      if (state === "opening") {
        if (event.kind === "error") return fail(failureOfCode(event.code) ?? "bad_request", null);
        if (event.kind !== "session_updated") return;
        state = "open";
        stop();
        return resolve({ link });
      }
      input.listener.event(event);
    });
    socket.on("error", () => {
      fail("unreachable", null);
      lose();
    });
    socket.on("close", () => {
      fail("unreachable", null);
      lose();
    });
  });
}
