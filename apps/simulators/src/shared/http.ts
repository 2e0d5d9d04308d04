import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const NOTHING = Buffer.alloc(0);

/** Collects a request body. Small bodies arrive as one chunk and are not copied. Never calls back for a cut request. */
export function readBody(request: IncomingMessage, done: (body: Buffer) => void): void {
  let only: Buffer | undefined;
  let more: Buffer[] | undefined;
  request.on("data", (chunk: Buffer) => {
    if (more) more.push(chunk);
    else if (only) more = [only, chunk];
    else only = chunk;
  });
  request.on("end", () => done(more ? Buffer.concat(more) : (only ?? NOTHING)));
}

export function sendJson(response: ServerResponse, status: number, json: string): void {
  response.writeHead(status, {
    "content-type": "application/json; charset=UTF-8",
    "content-length": Buffer.byteLength(json),
  });
  response.end(json);
}

export interface Listening {
  server: Server;
  port: number;
  url: string;
  /** Ends idle and hanging connections as well. */
  close(): Promise<void>;
}

export function listen(listener: RequestListener, port: number, host: string): Promise<Listening> {
  // A load test keeps its connections open between bursts; Node's default of 5 s would close them during it.
  const server = createServer({ keepAliveTimeout: 72_000, requestTimeout: 0, noDelay: true }, listener);
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.removeListener("error", reject);
      const bound = (server.address() as AddressInfo).port;
      resolve({
        server,
        port: bound,
        url: `http://${host}:${bound}`,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            server.closeAllConnections();
          }),
      });
    });
  });
}
