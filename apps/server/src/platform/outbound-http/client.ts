import type { IncomingHttpHeaders } from "node:http";
import { Agent, Client, Pool, type buildConnector, type Dispatcher } from "undici";
import { createGuardedConnector } from "./connector.ts";
import { bodyTooLarge, classifyError, OutboundError, type OutboundErrorKind } from "./errors.ts";
import type { OutboundGuard } from "./guard.ts";

export interface OutboundRequest {
  url: string;
  method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  /**
   * Names in any case. Headers that control the connection (`host`, `content-length`, `transfer-encoding`, …) are
   * refused.
   */
  headers?: Record<string, string>;
  body?: Buffer | string;
  /** For everything: waiting for a connection, DNS, TLS, sending, and the response to its last byte. Default 15,000. */
  timeoutMs?: number;
  /** Maximum bytes of the body to read. Default 20,000 (`bodyBytesMax`). */
  responseBytesMax?: number;
  /** For a longer body: `truncate` (default) keeps the beginning, `error` throws `too_large`. */
  overflow?: "truncate" | "error";
  signal?: AbortSignal;
  /**
   * Receives the body of a 2xx response chunk by chunk instead of `body`, which stays empty; while its promise is
   * pending nothing more is read. If it rejects, so does the request, with kind `aborted`. For other statuses, `body`
   * has the beginning, at most 20,000 bytes, whatever `responseBytesMax` and `overflow` say: they apply to the content.
   */
  sink?: (chunk: Buffer) => Promise<void>;
}

export interface OutboundResponse {
  status: number;
  /** Lower-case names; a repeated header is a list. */
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The body as UTF-8; invalid bytes become U+FFFD. May contain NUL: apply `cleanText` before storing. */
  readonly bodyText: string;
  /** The body was longer than `responseBytesMax`; `body` is its beginning. */
  truncated: boolean;
  /** The IP address that responded. */
  address: string;
  durationMs: number;
}

export interface OutboundClient {
  /**
   * Sends one request once: follows no redirect (a 3xx is the result), retries nothing, decompresses nothing, uses no
   * proxy from the environment, always verifies TLS. Any status is a result. @throws OutboundError
   */
  request(request: OutboundRequest): Promise<OutboundResponse>;
  /** Aborts running requests and closes all connections. */
  close(): Promise<void>;
}

export interface OutboundClientOptions {
  guard: OutboundGuard;
  /** Connections per origin (scheme, host, port); further requests wait, within their timeout. Default 50. */
  connectionsPerOriginMax?: number;
  /**
   * DNS, TCP and TLS together, per connection; up to half a second more, because undici's clock is coarse. Default
   * 5,000.
   */
  connectTimeoutMs?: number;
  /**
   * How long idle connections are kept. Default 4,000, below the 5 s of Node's own servers: a later reuse would hit a
   * closing socket.
   */
  keepAliveMs?: number;
  /** PEM certificates trusted instead of the usual ones. For tests. */
  ca?: string;
}

/** For a body kept in memory if the caller sets no limit. */
const bodyBytesMax = 20_000;

const FORBIDDEN_HEADERS = new Set([
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
  "upgrade",
  "keep-alive",
  "te",
  "trailer",
  "expect",
  "proxy-authorization",
  "proxy-connection",
]);

/**
 * The only HTTP client for addresses that a tenant can choose. Every request passes the guard, and so does every
 * connection.
 */
export function createOutboundClient(options: OutboundClientOptions): OutboundClient {
  const { guard, connectionsPerOriginMax = 50, connectTimeoutMs = 5_000, keepAliveMs = 4_000 } = options;
  const connect = createGuardedConnector(guard, { connectTimeoutMs, ...(options.ca === undefined ? {} : { ca: options.ca }) });
  const agent = new Agent({
    connect,
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: 30_000,
    maxHeaderSize: 16_384,
    // The exchange's own timer covers these. It also covers slow dripping, which restarts undici's timers.
    headersTimeout: 0,
    bodyTimeout: 0,
    factory: (origin, poolOptions) =>
      new Pool(origin, {
        ...(poolOptions as Pool.Options),
        connections: connectionsPerOriginMax,
        factory: (clientOrigin, clientOptions) => new AddressedClient(clientOrigin, clientOptions as Client.Options),
      }),
  });

  return {
    request(request) {
      return new Promise((resolve, reject) => {
        const exchange = new Exchange(request, resolve, reject);
        const checked = guard.checkUrl(request.url);
        if (!checked.ok) return exchange.fail("blocked", checked.reason);
        const headers = request.headers ?? {};
        if (Object.keys(headers).some((name) => FORBIDDEN_HEADERS.has(name.toLowerCase())))
          return exchange.fail("blocked", "forbidden_header");
        if (request.signal?.aborted === true) return exchange.fail("aborted", "ABORTED");
        const { url } = checked;
        try {
          agent.dispatch(
            { origin: url.origin, path: url.pathname + url.search, method: request.method, headers, body: request.body ?? null },
            exchange,
          );
        } catch (error) {
          exchange.onResponseError(null, error as Error);
        }
      });
    },
    close: () => agent.destroy(),
  };
}

/** A connection that reports its remote address to its exchanges; undici has no public way to get it. */
class AddressedClient extends Client {
  readonly #peer: { address: string | null };

  constructor(origin: string | URL, options: Client.Options) {
    const peer: { address: string | null } = { address: null };
    const connect = options.connect as buildConnector.connector;
    super(origin, {
      ...options,
      connect: (target: buildConnector.Options, callback: buildConnector.Callback) =>
        connect(target, (error, socket) => {
          if (error === null) peer.address = socket.remoteAddress ?? null;
          callback(...([error, socket] as Parameters<buildConnector.Callback>));
        }),
    });
    this.#peer = peer;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    if (handler instanceof Exchange) handler.peer = this.#peer;
    return super.dispatch(options, handler);
  }
}

/** One request and its response: collects the body, enforces the timeout, and settles its promise exactly once. */
class Exchange implements Dispatcher.DispatchHandler {
  peer: { address: string | null } | null = null;
  readonly #startedAt = performance.now();
  readonly #resolve: (response: OutboundResponse) => void;
  readonly #reject: (error: OutboundError) => void;
  readonly #bytesMax: number;
  readonly #overflow: "truncate" | "error";
  readonly #signal: AbortSignal | undefined;
  readonly #sink: OutboundRequest["sink"];
  readonly #timer: NodeJS.Timeout;
  readonly #chunks: Buffer[] = [];
  #sinking: Promise<void> = Promise.resolve();
  #controller: Dispatcher.DispatchController | null = null;
  #settled = false;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #bytes = 0;

  constructor(request: OutboundRequest, resolve: (response: OutboundResponse) => void, reject: (error: OutboundError) => void) {
    this.#resolve = resolve;
    this.#reject = reject;
    this.#bytesMax = request.responseBytesMax ?? bodyBytesMax;
    this.#overflow = request.overflow ?? "truncate";
    this.#signal = request.signal;
    this.#sink = request.sink;
    this.#timer = setTimeout(() => this.fail("timeout", "TIMEOUT"), request.timeoutMs ?? 15_000);
    this.#signal?.addEventListener("abort", this.#onAbort);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Called right before the first byte is written. A request that timed out while it waited for a connection ends
    // here, by throwing: `controller.abort` would close the idle connection too (undici 8.12.4, client-h1.js, writeH1).
    if (this.#settled) throw new Error("given up while waiting");
    this.#controller = controller;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled) return;
    if (this.#sink !== undefined && this.#status < 300) return this.#pour(controller, chunk, this.#sink);
    // The limit for content that goes into a sink must not apply to an error page kept in memory.
    const explains = this.#sink !== undefined;
    const remaining = (explains ? Math.min(bodyBytesMax, this.#bytesMax) : this.#bytesMax) - this.#bytes;
    // A copy, because the chunk is a view of undici's read buffer.
    if (remaining > 0) this.#chunks.push(Buffer.from(chunk.subarray(0, remaining)));
    this.#bytes += chunk.length;
    if (chunk.length <= remaining) return;
    if (this.#overflow === "error" && !explains) this.fail("too_large", bodyTooLarge);
    else this.#succeed(true);
  }

  onResponseEnd(): void {
    if (this.#sink === undefined) this.#succeed(false);
    else void this.#sinking.then(() => this.#succeed(false));
  }

  #pour(controller: Dispatcher.DispatchController, chunk: Buffer, sink: NonNullable<OutboundRequest["sink"]>): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#bytesMax) return this.fail("too_large", bodyTooLarge);
    controller.pause();
    this.#sinking = sink(Buffer.from(chunk)).then(
      // Not in the same turn as the pause: undici would deliver the same chunk again, endlessly (8.12.4).
      () => void setImmediate(() => controller.resume()),
      (error: unknown) => this.fail("aborted", "SINK", null, error),
    );
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    const sent = this.#controller !== null;
    const { kind, code, address } = classifyError(error, sent);
    this.fail(kind, code, address, error);
  }

  fail(kind: OutboundErrorKind, code: string, address: string | null = null, cause?: unknown): void {
    if (!this.#settle()) return;
    const sent = this.#controller !== null;
    this.#reject(
      new OutboundError(kind, { code, address: address ?? this.peer?.address ?? null, sent, durationMs: this.#elapsedMs(), cause }),
    );
    this.#controller?.abort(new Error(`given up: ${kind}`));
  }

  #succeed(truncated: boolean): void {
    if (!this.#settle()) return;
    const body = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks);
    const response: OutboundResponse = {
      status: this.#status,
      headers: this.#headers,
      body,
      truncated,
      address: this.peer?.address ?? "",
      durationMs: this.#elapsedMs(),
      get bodyText() {
        return body.toString("utf8");
      },
    };
    if (truncated) {
      // The rest is not worth reading: close the connection.
      this.#controller?.abort(new Error("body truncated"));
      this.#resolve(response);
      return;
    }
    // undici frees the connection in a setImmediate that it is about to schedule; ours must come after it, or the
    // caller's next request would find the connection busy and open another.
    queueMicrotask(() => setImmediate(() => this.#resolve(response)));
  }

  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener("abort", this.#onAbort);
    return true;
  }

  #elapsedMs(): number {
    return Math.round(performance.now() - this.#startedAt);
  }

  readonly #onAbort = (): void => this.fail("aborted", "ABORTED");
}
