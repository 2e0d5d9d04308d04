import type { KeyObject } from "node:crypto";
import { type Dispatcher, Pool } from "undici";
import { signMeta } from "./signing.ts";
import type { CallbackResponse } from "./types.ts";

/** A URL with the connections to its host. */
export interface Target {
  url: string;
  path: string;
  pool: Pool;
}

export interface PosterOptions {
  connections: number;
  timeoutMs: number;
  retryGapsMs: readonly number[];
  /** Called when a callback was answered, given up or cleared. */
  changed: () => void;
  log: (event: string, fields: Record<string, unknown>) => void;
}

/** One HTTP attempt. undici calls back directly, without a body stream or a promise. */
class Attempt implements Dispatcher.DispatchHandler {
  status = 0;
  #body: Buffer[] | undefined;
  readonly #finish: (answer: CallbackResponse) => void;

  constructor(keepBody: boolean, finish: (answer: CallbackResponse) => void) {
    this.#finish = finish;
    if (keepBody) this.#body = [];
  }

  // undici treats a handler without this method as one for its old interface.
  onRequestStart(): void {}

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    this.status = status;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#body?.push(chunk);
  }

  onResponseEnd(): void {
    this.#finish({ status: this.status, body: this.#body ? Buffer.concat(this.#body).toString("utf8") : "" });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#finish({ status: 0, body: "", error });
  }
}

/** Posts signed bodies, and retries with growing gaps until the response is 200. */
export class Poster {
  readonly counts = { posted: 0, ok: 0, failed: 0, retried: 0, givenUp: 0, dropped: 0 };
  open = 0;
  readonly #options: PosterOptions;
  readonly #targets = new Map<string, Target>();
  readonly #pools = new Map<string, Pool>();
  readonly #retries = new Set<NodeJS.Timeout>();
  #closed = false;

  constructor(options: PosterOptions) {
    this.#options = options;
  }

  target(address: string): Target {
    let target = this.#targets.get(address);
    if (!target) {
      const url = new URL(address);
      let pool = this.#pools.get(url.origin);
      if (!pool) {
        const timeout = this.#options.timeoutMs;
        pool = new Pool(url.origin, {
          connections: this.#options.connections,
          pipelining: 1,
          keepAliveTimeout: 60_000,
          headersTimeout: timeout,
          bodyTimeout: timeout,
        });
        this.#pools.set(url.origin, pool);
      }
      target = { url: address, path: url.pathname + url.search, pool };
      this.#targets.set(address, target);
    }
    return target;
  }

  get pendingRetries(): number {
    return this.#retries.size;
  }

  /** `answered` gets the response to the first attempt only; retries follow in the background. */
  post(target: Target, body: string, secret: KeyObject | string, answered?: (answer: CallbackResponse) => void, retry = true): void {
    this.postSigned(target, body, signMeta(secret, body), answered, retry);
  }

  postSigned(
    target: Target,
    body: string,
    signature: string | undefined,
    answered?: (answer: CallbackResponse) => void,
    retry = true,
  ): void {
    const headers = ["content-type", "application/json", "user-agent", "facebookexternalua", "accept", "*/*"];
    if (signature !== undefined) headers.push("x-hub-signature-256", signature);
    this.postWith(target, body, () => headers, answered, retry);
  }

  /** `headersOf` is called for every attempt, because one platform also signs the time. Names and values alternate. */
  postWith(
    target: Target,
    body: string,
    headersOf: () => string[],
    answered: ((answer: CallbackResponse) => void) | undefined,
    retry: boolean,
  ): void {
    if (this.#closed) {
      answered?.({ status: 0, body: "", error: new Error("the simulator is closed") });
      return;
    }
    this.#attempt(target, body, headersOf, retry ? 0 : this.#options.retryGapsMs.length, answered);
  }

  #attempt(
    target: Target,
    body: string,
    headersOf: () => string[],
    attempt: number,
    answered: ((answer: CallbackResponse) => void) | undefined,
  ): void {
    const { counts } = this;
    counts.posted++;
    this.open++;
    const handler = new Attempt(answered !== undefined, (answer) => {
      this.open--;
      if (answer.status === 200) counts.ok++;
      else {
        counts.failed++;
        this.#options.log("callback_failed", {
          url: target.url,
          status: answer.status,
          attempt,
          error: answer.error?.message,
        });
        this.#retryLater(target, body, headersOf, attempt);
      }
      answered?.(answer);
      this.#options.changed();
    });
    target.pool.dispatch({ path: target.path, method: "POST", headers: headersOf(), body }, handler);
  }

  #retryLater(target: Target, body: string, headersOf: () => string[], attempt: number): void {
    const gap = this.#options.retryGapsMs[attempt];
    if (gap === undefined || this.#closed) {
      this.counts.givenUp++;
      return;
    }
    const timer = setTimeout(() => {
      this.#retries.delete(timer);
      this.counts.retried++;
      this.#attempt(target, body, headersOf, attempt + 1, undefined);
    }, gap);
    this.#retries.add(timer);
  }

  forgetRetries(): void {
    for (const timer of this.#retries) clearTimeout(timer);
    this.#retries.clear();
  }

  /** Waits for requests in progress; posts nothing new. */
  async close(): Promise<void> {
    this.#closed = true;
    this.forgetRetries();
    await Promise.all([...this.#pools.values()].map((pool) => pool.close()));
  }
}
