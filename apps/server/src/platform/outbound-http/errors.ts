import { BlockedAddressError, type RefusalReason } from "./guard.ts";

export type OutboundErrorKind =
  /** Refused by the guard, or a forbidden request (such as a forbidden header); nothing was called. */
  | "blocked"
  /** The name did not resolve, or not within 2 s. */
  | "dns"
  /** No connection: refused, unreachable, or not within the connect timeout. */
  | "connect"
  /** The whole request took longer than its timeout. */
  | "timeout"
  /** The certificate or the handshake was invalid. */
  | "tls"
  /** The connection broke, or the response is not HTTP. */
  | "network"
  /** Headers exceed 16 KiB, or a body exceeds the limit with `overflow: "error"`. */
  | "too_large"
  /** Aborted by the caller's signal. */
  | "aborted";

/** The code of `too_large` for a body; every other code is about the headers. */
export const bodyTooLarge = "BODY_TOO_LARGE";

/**
 * Why an outbound request has no response. The message is ours and safe to show to the tenant; details are in `cause`.
 */
export class OutboundError extends Error {
  override readonly name = "OutboundError";
  readonly kind: OutboundErrorKind;
  /** The guard's reason for kind `blocked`, otherwise a short code such as `ECONNREFUSED`. */
  readonly code: RefusalReason | (string & {});
  /** The IP address concerned, if known. */
  readonly address: string | null;
  /** False: no byte of the request was sent, so it had no effect. True: it may have had one. */
  readonly sent: boolean;
  readonly durationMs: number;

  constructor(
    kind: OutboundErrorKind,
    details: { code: string; address: string | null; sent: boolean; durationMs: number; cause?: unknown },
  ) {
    super(`${MESSAGES[kind]} (${details.code})`, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = kind;
    this.code = details.code;
    this.address = details.address;
    this.sent = details.sent;
    this.durationMs = details.durationMs;
  }
}

const MESSAGES: Record<OutboundErrorKind, string> = {
  blocked: "the request is not allowed",
  dns: "the host name did not resolve",
  connect: "no connection could be made",
  timeout: "the request took too long",
  tls: "the TLS connection was refused",
  network: "the connection was lost",
  too_large: "the response is too large",
  aborted: "the request was cancelled",
};

const CONNECT_CODES = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
  "EACCES",
  "EPERM",
  "ETIMEDOUT",
  "UND_ERR_CONNECT_TIMEOUT",
  "EMFILE",
  "ENFILE",
]);
const TLS_CODE =
  /^(ERR_TLS_|ERR_SSL_|EPROTO|CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_|HOSTNAME_MISMATCH|ERROR_IN_CERT|CRL_)/;

/** The kind of an error from undici, net, tls or the lookup. Total: an unknown one is `network`. */
export function classifyError(error: unknown, sent: boolean): { kind: OutboundErrorKind; code: string; address: string | null } {
  if (error instanceof BlockedAddressError) return { kind: "blocked", code: error.reason, address: error.address };
  const { code = "UNKNOWN", syscall, address } = error as NodeJS.ErrnoException & { address?: string };
  const inner = error instanceof AggregateError ? (error.errors[0] as { address?: string } | undefined) : undefined;
  const where = address ?? inner?.address ?? null;
  if (
    code === "EDNSTIMEOUT" ||
    code === "ENOTFOUND" ||
    code.startsWith("EAI_") ||
    syscall?.startsWith("query") ||
    syscall === "getaddrinfo"
  )
    return { kind: "dns", code, address: null };
  if (TLS_CODE.test(code)) return { kind: "tls", code, address: where };
  if (code === "UND_ERR_HEADERS_OVERFLOW") return { kind: "too_large", code, address: where };
  if (code === "UND_ERR_INVALID_ARG") return { kind: "blocked", code: "invalid_request", address: null };
  if (!sent && (CONNECT_CODES.has(code) || code === "ECONNRESET" || code === "EPIPE")) return { kind: "connect", code, address: where };
  return { kind: "network", code, address: where };
}
