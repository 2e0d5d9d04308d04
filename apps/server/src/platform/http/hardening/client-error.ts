import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type ErrorCode, errorCatalog } from "../../errors/catalog.ts";

const responses: Record<string, { status: number; message: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: "The request did not arrive in time." },
  HPE_HEADER_OVERFLOW: { status: 431, message: "The URL and the headers are too long." },
};

/**
 * Handles input that is not HTTP, before any route: responds with our error envelope and the matching HTTP status, and
 * closes the connection, because it is unknown where the next request starts.
 */
export function respondToClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const { status, message } = responses[error.code ?? ""] ?? { status: 400, message: "This is not a valid HTTP request." };
  if (socket.writable) socket.write(responseOf(status, "validation_error", message));
  socket.destroy(error);
}

/**
 * CONNECT asks a proxy for a tunnel. Node passes it on as a bare connection; this server is not a proxy, and no path
 * accepts the method.
 */
export function refuseTunnel(_request: unknown, socket: Duplex): void {
  socket.on("error", () => socket.destroy());
  socket.end(responseOf(405, "method_not_allowed", errorCatalog.method_not_allowed.message, "Allow: \r\n"));
}

/** An Expect other than 100-continue. The body is not read: a client waiting for something else may never send it. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const message = "The Expect header can only be 100-continue.";
  const body = JSON.stringify({ error: { code: "validation_error", message, details: [{ field: "expect", issue: "unknown_value" }] } });
  response.writeHead(417, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "x-content-type-options": "nosniff",
    connection: "close",
  });
  response.end(body);
}

function responseOf(status: number, code: ErrorCode, message: string, headers = ""): string {
  const body = JSON.stringify({ error: { code, message } });
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${headers}` +
    `Content-Type: application/json; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${body}`
  );
}
