import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";

const answers: Record<string, { status: number; message: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: "The request did not arrive in time." },
  HPE_HEADER_OVERFLOW: { status: 431, message: "The address and the headers are too long." },
};

/**
 * Answers what is not HTTP at all, below any route: with our envelope, though with the statuses that HTTP has for it, and
 * ends the connection, because nobody knows where the next request begins.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const { status, message } = answers[error.code ?? ""] ?? { status: 400, message: "This is not a valid HTTP request." };
  const body = JSON.stringify({ error: { code: "validation_error", message } });
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
        `Content-Type: application/json; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n${body}`,
    );
  }
  socket.destroy(error);
}
