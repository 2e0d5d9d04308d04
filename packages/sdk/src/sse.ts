/**
 * Server-sent events (WHATWG HTML, 9.2.6, read 2026-11-23) from text in any chunks. Lines end with LF or CRLF, as our
 * server writes them.
 */
export interface SseMessage {
  /** Also from a block without data: it is where a client resumes. */
  id: string | undefined;
  event: string;
  /** Empty: there is nothing to deliver. */
  data: string;
  retryMs: number | undefined;
  comment: string | undefined;
}

/** The returned function takes the next chunk and yields the messages and comments that it completes. */
export function createSseReader(): (chunk: string) => Generator<SseMessage> {
  let rest = "";
  let message = blank();
  return function* feed(chunk) {
    let from = 0;
    // Only the new chunk can contain the end of the open line.
    let end = chunk.indexOf("\n");
    while (end >= 0) {
      const whole = rest + chunk.slice(from, end);
      const line = whole.endsWith("\r") ? whole.slice(0, -1) : whole;
      rest = "";
      from = end + 1;
      end = chunk.indexOf("\n", from);
      if (line === "") {
        if (message.data !== "") message.data = message.data.slice(0, -1);
        if (message.id !== undefined || message.data !== "" || message.retryMs !== undefined) yield message;
        message = blank();
      } else if (line.startsWith(":")) yield { ...blank(), comment: line.slice(1).trim() };
      else take(message, line);
    }
    rest += chunk.slice(from);
  };
}

function blank(): SseMessage {
  return { id: undefined, event: "message", data: "", retryMs: undefined, comment: undefined };
}

function take(message: SseMessage, line: string): void {
  const colon = line.indexOf(":");
  const field = colon < 0 ? line : line.slice(0, colon);
  const text = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
  if (field === "data") message.data += `${text}\n`;
  else if (field === "event") message.event = text;
  else if (field === "id") message.id = text;
  else if (field === "retry" && /^\d+$/.test(text)) message.retryMs = Number(text);
}
