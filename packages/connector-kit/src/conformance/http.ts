import { type IncomingMessage, request as httpRequest } from "node:http";
import type { HttpResponse, HttpFailure, PlatformHttp } from "../connector.ts";

/** Before a byte can have been sent: unknown host, connection refused. */
const NOT_SENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"]);

/** The smallest client that fulfils the contract of `PlatformHttp`; the server's own adds pools and address checks. */
export function platformHttp(baseUrl: string, timeoutMsDefault: number): PlatformHttp {
  const http: PlatformHttp = {
    async download({ url, headers, bytesMax, timeoutMs }) {
      const at = new URL(url);
      const response = await platformHttp(at.origin, timeoutMsDefault).request({
        method: "GET",
        path: at.pathname + at.search,
        ...(headers === undefined ? {} : { headers }),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      });
      if (response.body.length > bytesMax)
        throw Object.assign(new Error("too large"), { httpFailure: true, reached: true, reason: "network" });
      return response;
    },
    request({ method, path, headers, body, timeoutMs }) {
      return new Promise<HttpResponse>((resolve, reject) => {
        const fail = (reason: HttpFailure["reason"], reached: boolean) => {
          const failure = Object.assign(new Error(`no answer: ${reason}`), { httpFailure: true as const, reached, reason });
          reject(failure satisfies HttpFailure);
        };
        const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
        const outgoing = httpRequest(new URL(path, baseUrl), { method, headers: { ...headers, ...length }, agent: false });
        outgoing.setTimeout(timeoutMs ?? timeoutMsDefault, () => {
          fail("timeout", true);
          outgoing.destroy();
        });
        outgoing.on("error", (error: Error & { code?: string }) => fail("network", !NOT_SENT.has(error.code ?? "")));
        outgoing.on("response", (incoming) => {
          readAll(incoming).then(
            (bytes) => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: bytes }),
            () => fail("network", true),
          );
        });
        outgoing.end(body);
      });
    },
  };
  return http;
}

export async function readAll(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
