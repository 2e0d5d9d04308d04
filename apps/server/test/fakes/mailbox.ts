/** A mail server in this process: accepts mails, or refuses as configured. Enough of SMTP for a well-behaved client. */
import { createServer, type Socket } from "node:net";

export interface ReceivedMail {
  to: string;
  from: string;
  subject: string;
  messageId: string;
  headers: string;
  /** The plain text part, decoded. */
  text: string;
  html: string;
  /** The secret in its link; undefined if it has none. */
  token: string | undefined;
}

export interface Mailbox {
  url: string;
  mails: ReceivedMail[];
  /** The newest mail to an address; throws if there is none. */
  last(to: string): ReceivedMail;
  /** Responses to the next recipients or contents, instead of accepting them: `550 no such user`, `hang up`. */
  refusals: string[];
  close(): Promise<void>;
}

export async function startMailbox(): Promise<Mailbox> {
  const mails: ReceivedMail[] = [];
  const refusals: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    let buffer = "";
    let data: string[] | null = null;
    let from = "";
    let to = "";
    const say = (line: string) => void socket.write(`${line}\r\n`);
    const line = (text: string) => {
      if (data !== null) {
        if (text !== ".") return void data.push(text.startsWith(".") ? text.slice(1) : text);
        mails.push(parse(data.join("\r\n"), from, to));
        data = null;
        return say("250 taken");
      }
      const verb = text.slice(0, 4).toUpperCase();
      if (verb === "EHLO" || verb === "HELO" || verb === "RSET" || verb === "NOOP") return say("250 mailbox");
      if (verb === "MAIL") from = /<([^>]*)>/.exec(text)?.[1] ?? "";
      if (verb === "RCPT") {
        to = /<([^>]*)>/.exec(text)?.[1] ?? "";
        const refusal = refusals.shift();
        if (refusal === "hang up") return void socket.destroy();
        if (refusal !== undefined) return say(refusal);
      }
      if (verb === "MAIL" || verb === "RCPT") return say("250 ok");
      if (verb === "DATA") {
        data = [];
        return say("354 go on");
      }
      if (verb === "QUIT") {
        say("221 bye");
        return void socket.end();
      }
      say("502 what?");
    };
    say("220 mailbox");
    socket.on("data", (chunk) => {
      buffer += chunk.toString("latin1");
      for (let end = buffer.indexOf("\r\n"); end >= 0; end = buffer.indexOf("\r\n")) {
        const text = buffer.slice(0, end);
        buffer = buffer.slice(end + 2);
        line(text);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refusals,
    last(to) {
      const found = mails.findLast((mail) => mail.to === to);
      if (found === undefined) throw new Error(`no mail to ${to}; there are ${mails.map((mail) => mail.to).join(", ") || "none"}`);
      return found;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function parse(raw: string, from: string, to: string): ReceivedMail {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  const headers = head.replaceAll(/\r\n[ \t]+/g, " ");
  const header = (name: string, of = headers) => new RegExp(`^${name}: (.*)$`, "im").exec(of)?.[1]?.trim() ?? "";
  const boundary = /boundary="?([^";]+)/.exec(headers)?.[1] ?? "none";
  const part = (type: string) => {
    const found = rest
      .join("\r\n\r\n")
      .split(`--${boundary}`)
      .find((one) => one.toLowerCase().includes(`content-type: ${type}`));
    const [partHead = "", ...body] = (found ?? "").replace(/^\r\n/, "").split("\r\n\r\n");
    return decode(body.join("\r\n\r\n"), header("content-transfer-encoding", partHead.replaceAll(/\r\n[ \t]+/g, " ")));
  };
  const text = part("text/plain");
  return {
    to,
    from,
    subject: decodeWords(header("subject")),
    messageId: header("message-id"),
    headers,
    text,
    html: part("text/html"),
    token: /\?token=(\S+)/.exec(text)?.[1],
  };
}

function decode(body: string, encoding: string): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  if (encoding !== "quoted-printable") return Buffer.from(body, "latin1").toString("utf8");
  const plain = body
    .replaceAll(/=\r\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(plain, "latin1").toString("utf8");
}

/** RFC 2047. */
function decodeWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, body: string) =>
      kind.toLowerCase() === "b" ? Buffer.from(body, "base64").toString("utf8") : decode(body.replaceAll("_", " "), "quoted-printable"),
    );
}
