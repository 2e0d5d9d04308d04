/** A push service (RFC 8030) and browsers subscribed to it: what it is asked to deliver, and what the browsers decrypt. */
import assert from "node:assert/strict";
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedPush {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface PushBrowser {
  /** As returned by `PushSubscription.toJSON`. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** Everything that arrived for this browser. */
  received(): ReceivedPush[];
  /** With the keys that only this browser has (RFC 8291). */
  read(body: Buffer): Record<string, unknown>;
}

export interface FakePushService {
  /** Its next responses; otherwise 201. */
  answers: { status: number; headers?: Record<string, string> }[];
  browser(): PushBrowser;
  stop(): Promise<void>;
}

export async function startPushService(): Promise<FakePushService> {
  const received: ReceivedPush[] = [];
  const answers: FakePushService["answers"] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({ path: `${request.method} ${request.url}`, headers: request.headers, body: Buffer.concat(chunks) });
    const { status, headers } = answers.shift() ?? { status: 201 };
    response.writeHead(status, headers ?? {}).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    answers,
    browser() {
      const [ecdh, auth, path] = [createECDH("prime256v1"), randomBytes(16), `/send/${randomBytes(8).toString("hex")}`];
      const point = ecdh.generateKeys();
      return {
        subscription: { endpoint: url + path, keys: { p256dh: point.toString("base64url"), auth: auth.toString("base64url") } },
        received: () => received.filter((one) => one.path === `POST ${path}`),
        read(body) {
          const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 86)];
          const derive = (secret: Buffer, withSalt: Buffer, info: Buffer, bytes: number) =>
            Buffer.from(hkdfSync("sha256", secret, withSalt, info, bytes));
          const material = derive(ecdh.computeSecret(sender), auth, Buffer.concat([Buffer.from("WebPush: info\0"), point, sender]), 32);
          const key = derive(material, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
          const nonce = derive(material, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
          const decipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(body.subarray(-16));
          const padded = Buffer.concat([decipher.update(body.subarray(86, -16)), decipher.final()]);
          assert.equal(padded.at(-1), 2, "the last record");
          return JSON.parse(padded.subarray(0, -1).toString("utf8"));
        },
      };
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
