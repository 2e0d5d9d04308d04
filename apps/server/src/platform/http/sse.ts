import type { FastifyReply, FastifyRequest } from "fastify";
import type { StreamSink } from "./route.ts";

const heartbeatMs = 20_000;
/** Streams end after this and the client reconnects: credentials are checked again, and deploys can drain. */
const lifeMsMax = 15 * 60_000;

/**
 * Turns a request into a server-sent event stream: headers, heartbeat, end after 15 minutes. HEAD gets only the
 * headers.
 */
export async function openSse(
  request: FastifyRequest,
  reply: FastifyReply,
  open: (sink: StreamSink) => Promise<void>,
): Promise<FastifyReply> {
  const { raw } = reply;
  const closers: (() => void)[] = [];
  let closed = false;
  const sink: StreamSink = {
    write(chunk) {
      if (closed || raw.writableEnded) return false;
      raw.write(chunk);
      return true;
    },
    buffered: () => raw.writableLength,
    end: () => raw.end(),
    onClose: (listener) => closers.push(listener),
  };
  raw.on("close", () => {
    closed = true;
    for (const listener of closers) listener();
  });
  const begin = () => {
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value as string);
    raw.writeHead(200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      connection: "keep-alive",
    });
    if (request.method === "HEAD") return void raw.end();
    const heartbeat = setInterval(() => sink.write(": keep-alive\n\n"), heartbeatMs);
    const life = setTimeout(() => sink.end(), lifeMsMax);
    closers.push(() => {
      clearInterval(heartbeat);
      clearTimeout(life);
    });
    // Spread over one to five seconds, so that a restart does not make all clients reconnect at once.
    raw.write(`retry: ${1000 + Math.floor(Math.random() * 4000)}\n\n`);
  };
  request.raw.socket.setTimeout(0);
  begin();
  if (request.method === "HEAD") return reply;
  await open(sink).catch((error: unknown) => {
    raw.destroy(error instanceof Error ? error : undefined);
  });
  return reply;
}
