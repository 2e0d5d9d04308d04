/** The live event stream as an async iterator that resumes after a broken connection. */
import { ApiError, ConnectionError, ParleyError, StreamResetError } from "./errors.ts";
import type { ParleyEvent } from "./generated/schemas.ts";
import { type Send, type Settings, wait } from "./request.ts";
import { isRetryable, retryDelayMs } from "./retry.ts";
import { createSseReader } from "./sse.ts";
import type { EventStream, PresenceChange, StreamOptions } from "./types.ts";

/** Three missed keep-alives. */
const idleTimeoutMsDefault = 60_000;
const reconnectMsDefault = 2_000;

export function follow(path: string, query: object | undefined, options: StreamOptions, send: Send, settings: Settings): EventStream {
  const { signal } = options;
  const closing = new AbortController();
  const { type, after, ...filters } = { ...query } as { type?: string | string[]; after?: string };
  let lastEventId: string | null = after ?? null;
  /** The server's wait before the next connection. */
  let reconnectMs = reconnectMsDefault;

  async function open(connection: AbortController): Promise<Response> {
    const resume: Record<string, string> = lastEventId === null ? {} : { "last-event-id": lastEventId };
    return (await send({
      method: "GET",
      path,
      query: { ...filters, type: Array.isArray(type) ? type.join(",") : type },
      keyed: false,
      answer: "response",
      accept: "text/event-stream",
      // Attempts are counted here, over all connections.
      options: { maxRetries: 0, timeoutMs: options.timeoutMs, signal: connection.signal, headers: { ...options.headers, ...resume } },
    })) as Response;
  }

  /** The events of one connection, until it ends. `onData` is called whenever data arrives. */
  async function* readConnection(onData: () => void): AsyncGenerator<ParleyEvent> {
    const connection = new AbortController();
    const abort = () => connection.abort(closing.signal.aborted ? closing.signal.reason : signal?.reason);
    for (const each of [closing.signal, signal]) each?.addEventListener("abort", abort, { once: true });
    if (signal?.aborted === true || closing.signal.aborted) abort();
    try {
      const response = await open(connection);
      const contentType = response.headers.get("content-type") ?? "";
      // A retry would get the same response.
      if (response.body === null || !contentType.startsWith("text/event-stream"))
        throw new ParleyError(`GET ${path}: the response is ${contentType}, not an event stream. Is baseUrl the address of the API?`);
      const reader = response.body.getReader();
      const decoder = new TextDecoder();
      const feed = createSseReader();
      for (;;) {
        const chunk = await readInTime(reader, connection);
        if (chunk.done) return;
        for (const message of feed(decoder.decode(chunk.value, { stream: true }))) {
          onData();
          if (message.comment === "ready") options.onReady?.();
          if (message.retryMs !== undefined) reconnectMs = message.retryMs;
          if (message.event === "reset") {
            const { reason } = JSON.parse(message.data) as { reason: string };
            // The client read too slowly: nothing is lost, the next connection resumes after the last event.
            if (reason === "too_slow") continue;
            lastEventId = null;
            if (options.onReset === undefined) throw new StreamResetError(reason);
            options.onReset(reason);
            continue;
          }
          if (message.event === "presence") {
            options.onPresence?.(JSON.parse(message.data) as PresenceChange);
            continue;
          }
          if (message.id !== undefined) lastEventId = message.id;
          if (message.data !== "") yield JSON.parse(message.data) as ParleyEvent;
        }
      }
    } finally {
      for (const each of [closing.signal, signal]) each?.removeEventListener("abort", abort);
      connection.abort();
    }
  }

  async function readInTime(reader: ReadableStreamDefaultReader<Uint8Array>, connection: AbortController) {
    const idleMs = options.idleTimeoutMs ?? idleTimeoutMsDefault;
    const cancel = settings.clock.after(idleMs, () =>
      connection.abort(new ConnectionError(`the event stream was silent for ${idleMs} ms`)),
    );
    try {
      return await reader.read();
    } catch (cause) {
      if (signal?.aborted === true || closing.signal.aborted) throw cause;
      throw connection.signal.aborted ? connection.signal.reason : new ConnectionError("the event stream was interrupted", { cause });
    } finally {
      cancel();
    }
  }

  async function* events(): AsyncGenerator<ParleyEvent> {
    for (let failures = 0; ; ) {
      let error: Error | null = null;
      try {
        yield* readConnection(() => {
          failures = 0;
        });
      } catch (caught) {
        if (closing.signal.aborted) return;
        if (signal?.aborted === true) throw signal.reason;
        if (!(caught instanceof ApiError || caught instanceof ConnectionError) || !isRetryable(caught, true)) throw caught;
        failures += 1;
        if (failures > (options.maxRetries ?? Number.POSITIVE_INFINITY)) throw caught;
        error = caught;
      }
      if (closing.signal.aborted) return;
      const requestedMs = error instanceof ApiError ? error.retryAfterMs : null;
      const delayMs = Math.min(
        error === null ? reconnectMs : retryDelayMs(failures, requestedMs, settings.random()),
        settings.retryDelayMsMax,
      );
      options.onReconnect?.({ error, delayMs });
      try {
        await wait(settings.clock, delayMs, signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]));
      } catch (reason) {
        if (closing.signal.aborted) return;
        throw reason;
      }
    }
  }

  const iterator = events();
  return {
    [Symbol.asyncIterator]: () => iterator,
    close: () => closing.abort(),
    get lastEventId() {
      return lastEventId;
    },
  };
}
