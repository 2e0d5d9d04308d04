import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { CallbackItem, ChannelConnector } from "../connector.ts";
import type { NormalizedEvent } from "../events.ts";
import { readAll } from "./http.ts";

export interface CallbackReceiver {
  url: string;
  /** Items of every verified body, in order of arrival. */
  items: CallbackItem[];
  /** Errors of `splitCallback` and of the receiver itself. */
  failures: unknown[];
  refused: number;
  expect(keys: { secret: string; verifyToken: string | undefined }): void;
  /** The events of the items since the last call, each item separately: an item that throws yields none. */
  takeEvents(): NormalizedEvent[];
  takeItems(): CallbackItem[];
  stop(): Promise<void>;
}

/**
 * A minimal version of the server's callback endpoint: handshake, signature over the raw bytes, split, 200. Stores in
 * memory.
 */
export async function startCallbackReceiver(connector: ChannelConnector): Promise<CallbackReceiver> {
  let secret = "";
  let verifyToken: string | undefined;
  const server = createServer((request, response) => {
    answer().catch((error: unknown) => {
      receiver.failures.push(error);
      response.writeHead(500).end();
    });
    async function answer() {
      if (request.method === "GET") {
        const query = Object.fromEntries(new URL(request.url ?? "/", "http://receiver").searchParams);
        const { status, contentType, body } = connector.answerHandshake(query, verifyToken);
        return response.writeHead(status, { "content-type": contentType }).end(body);
      }
      const rawBody = await readAll(request);
      if (!connector.verifySignature({ headers: request.headers, rawBody, secret, now: Date.now() })) {
        receiver.refused += 1;
        return response.writeHead(401).end();
      }
      receiver.items.push(...connector.splitCallback(rawBody));
      return response.writeHead(200).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const receiver: CallbackReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks/${connector.description.slug}`,
    items: [],
    failures: [],
    refused: 0,
    expect(keys) {
      ({ secret, verifyToken } = keys);
    },
    takeItems: () => receiver.items.splice(0),
    takeEvents: () =>
      receiver.items.splice(0).flatMap((item) => {
        try {
          // Through JSON, as if the item had been stored in between.
          return connector.normalize(JSON.parse(JSON.stringify(item.payload)), new Date());
        } catch {
          return [];
        }
      }),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
