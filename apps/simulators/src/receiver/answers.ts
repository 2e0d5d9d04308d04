import type { ServerResponse } from "node:http";
import type { Answer } from "./types.ts";

const CHUNK = Buffer.alloc(64 * 1024, "x");

/** Performs a response. Timers end with the connection. */
export function act(answer: Answer, response: ServerResponse): void {
  switch (answer.kind) {
    case "status": {
      const { delayMs } = answer;
      if (!delayMs) return sendStatus(answer, response);
      const timer = setTimeout(() => sendStatus(answer, response), delayMs);
      response.once("close", () => clearTimeout(timer));
      return;
    }
    case "hang":
      return;
    case "drip":
      return drip(answer.bytes, answer.gapMs, response);
    case "redirect":
      response.writeHead(answer.status ?? 302, { location: answer.location, "content-length": 0 });
      response.end();
      return;
    case "cut":
      response.destroy();
      return;
    case "cut_mid_response":
      response.writeHead(200, { "content-length": 1000 });
      // Only once the first part has been sent; otherwise the caller would see a connection that broke without a
      // response.
      response.write("half an ans", () => response.destroy());
      return;
    case "huge":
      return huge(answer.sizeBytes, response);
  }
}

function sendStatus(answer: Extract<Answer, { kind: "status" }>, response: ServerResponse): void {
  const body = answer.body ?? "";
  response.writeHead(answer.status, {
    "content-length": Buffer.byteLength(body),
    ...(answer.retryAfter !== undefined ? { "retry-after": answer.retryAfter } : {}),
    ...answer.headers,
  });
  response.end(body);
}

function drip(bytes: number, gapMs: number, response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/plain" });
  let left = bytes;
  const timer = setInterval(() => {
    if (left-- > 0) {
      response.write(".");
      return;
    }
    clearInterval(timer);
    response.end();
  }, gapMs);
  response.once("close", () => clearInterval(timer));
}

function huge(sizeBytes: number, response: ServerResponse): void {
  response.writeHead(200, { "content-type": "application/octet-stream" });
  let left = sizeBytes;
  const fill = (): void => {
    while (left > 0) {
      const part = left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK;
      left -= part.length;
      if (!response.write(part)) {
        response.once("drain", fill);
        return;
      }
    }
    response.end();
  };
  fill();
}
