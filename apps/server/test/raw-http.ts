/** Raw requests: `fetch` would normalize paths, refuse header values and set headers of its own. */
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { patienceMs } from "./eventually.ts";

export interface RawResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Names and values alternating, as received. */
  rawHeaders: string[];
  text: string;
}

const fewAtOnce = new Agent({ keepAlive: true, maxSockets: 16 });

export interface RawRequest {
  method?: string;
  /** Sent unchanged. */
  path: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
  /** The body is sent in chunks, without its length. */
  chunked?: boolean;
}

export function send(url: string, given: RawRequest, agent = fewAtOnce): Promise<RawResponse> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        agent,
        hostname,
        port,
        method: given.method ?? "GET",
        path: given.path,
        headers: {
          ...(given.body === undefined || given.chunked === true ? {} : { "content-length": Buffer.byteLength(given.body) }),
          ...given.headers,
        },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("end", () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            rawHeaders: incoming.rawHeaders,
            text: Buffer.concat(chunks).toString("utf8"),
          }),
        );
        incoming.on("error", reject);
      },
    );
    outgoing.on("error", reject);
    outgoing.setTimeout(patienceMs, () =>
      outgoing.destroy(new Error(`${given.method ?? "GET"} ${given.path}: silent for ${patienceMs} ms`)),
    );
    if (given.chunked === true) outgoing.write(given.body);
    outgoing.end(given.chunked === true ? undefined : given.body);
  });
}

/** Reads a stream until `until` appears, then disconnects. */
export function readStream(url: string, given: RawRequest, until: RegExp, timeoutMs = patienceMs): Promise<RawResponse> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, method: "GET", path: given.path, headers: given.headers, agent: false }, (incoming) => {
      let text = "";
      const finish = () => {
        clearTimeout(timer);
        outgoing.destroy();
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, rawHeaders: incoming.rawHeaders, text });
      };
      const timer = setTimeout(() => {
        outgoing.destroy();
        reject(new Error(`the stream said in ${timeoutMs} ms: ${JSON.stringify(text)}`));
      }, timeoutMs);
      incoming.on("data", (chunk: Buffer) => {
        text += chunk.toString("utf8");
        if (until.test(text)) finish();
      });
      incoming.on("end", finish);
      incoming.on("error", () => undefined);
    });
    outgoing.on("error", (error) => reject(error));
    outgoing.end();
  });
}

/** Writes bytes to a socket and returns everything received until the server closes it, or `quietMs` pass without a byte. */
export function exchange(url: string, bytes: string | Buffer, quietMs = patienceMs): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes));
    let text = "";
    socket.setTimeout(quietMs, () => socket.destroy());
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
    });
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "ECONNRESET" && error.code !== "EPIPE") reject(error);
    });
    socket.on("close", () => resolve(text));
  });
}

export function closeConnections(): void {
  fewAtOnce.destroy();
}
