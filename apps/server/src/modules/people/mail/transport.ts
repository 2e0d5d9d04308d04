import type { createTransport } from "nodemailer";
import type { RenderedMail } from "./render.ts";

/** Where mails are sent. */
export interface MailTransport {
  /** Resolves once the server has accepted it. Rejects with MailError. */
  send(mail: RenderedMail & { id: string; to: string; fromName: string | null; replyTo: string | null }): Promise<void>;
  /** Whether the server is reachable and accepts our credentials; rejects with the reason. */
  verify(): Promise<void>;
  close(): void;
}

export class MailError extends Error {
  /** False: the server would refuse the same mail again. */
  readonly retryable: boolean;

  constructor(message: string, retryable: boolean, cause: unknown) {
    super(message, { cause });
    this.retryable = retryable;
  }
}

const connectMs = 10_000;
const silenceMs = 30_000;

/**
 * An SMTP server.
 * @param url smtp: or smtps: with user and password
 * @param from address, or `Name <address>`
 */
export function createSmtpTransport(url: string, from: string): MailTransport {
  let opened: Promise<ReturnType<typeof createTransport>> | undefined;
  // The library is loaded with the first mail: at the start it costs 40 ms.
  const open = () => {
    opened ??= import("nodemailer").then((nodemailer) =>
      nodemailer.createTransport({
        url,
        connectionTimeout: connectMs,
        greetingTimeout: connectMs,
        socketTimeout: silenceMs,
        // The mail's text is ours, but nothing in it may make the library fetch a file or a URL.
        disableFileAccess: true,
        disableUrlAccess: true,
      }),
    );
    return opened;
  };
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
  const domain = /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? "localhost";
  return {
    async send({ id, to, subject, text, html, fromName, replyTo }) {
      try {
        await (await open()).sendMail({
          // The address stays the installation's, which its server is allowed to send from; the sender name and the
          // reply address are the brand's.
          from: fromName === null ? from : { name: fromName, address },
          ...(replyTo === null ? {} : { replyTo: { name: "", address: replyTo } }),
          // As an object, so that the address is taken literally, never parsed as a list.
          to: { name: "", address: to },
          subject,
          text,
          html,
          // The same on a retry, so that a server or reader that has seen the first one recognizes it.
          messageId: `<${id}@${domain}>`,
          headers: { "Auto-Submitted": "auto-generated" },
        });
      } catch (error) {
        throw toMailError(error);
      }
    },
    async verify() {
      await (await open()).verify();
    },
    close() {
      opened?.then(
        (transport) => transport.close(),
        () => undefined,
      );
    },
  };
}

/** A 5xx about the mail is permanent; wrong credentials, a 4xx and an unreachable server may be temporary. */
function toMailError(error: unknown): MailError {
  const { responseCode, code } = error as { responseCode?: unknown; code?: unknown };
  const permanent = code !== "EAUTH" && typeof responseCode === "number" && responseCode >= 500 && responseCode < 600;
  const message = error instanceof Error ? error.message : String(error);
  return new MailError(message.slice(0, 500), !permanent, error);
}
