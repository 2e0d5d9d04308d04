import type { KeyObject } from "node:crypto";
import { escapeLikeMeta } from "./signing.ts";
import type { Destination } from "./outbox.ts";
import { Poster } from "./poster.ts";

export interface LoadOptions {
  perSecond: number;
  seconds: number;
  connections?: number;
  /** JSON text of the whole body of callback `index`; escaped and signed here. Default: texts from many customers. */
  makeBody?: (index: number) => string;
  /** Default: the callback URL of the first registered number, signed with its secret. */
  url?: string;
  appSecret?: string;
  /** Callbacks without a response so far; those due beyond this number are not sent and counted as `skipped`. Default 20,000. */
  outstandingMax?: number;
}

export interface LoadReport {
  sent: number;
  /** Answers other than 200, connection failures and time-outs included. */
  non200: number;
  skipped: number;
  /** Milliseconds from the time a callback was due, not from when it found a free connection. */
  p50: number;
  p90: number;
  p99: number;
  max: number;
  /** Answered per second over the whole run. */
  rate: number;
  durationMs: number;
}

/** Latency counts from when a callback was due, so a coarser tick would appear as latency. */
const TICK_MS = 1;

/** The URL of a load and its signature, by default as for callbacks of the first registered number or account. */
export function loadTarget(
  load: Pick<LoadOptions, "url" | "appSecret">,
  first: Destination | undefined,
  state: { options: { callbackUrl?: string; appSecret: string }; secret(text: string): KeyObject },
): { url: string; secret: KeyObject } {
  const url = load.url ?? first?.target?.url ?? state.options.callbackUrl;
  if (!url) throw new Error("load needs a callback address");
  const secret = load.appSecret !== undefined ? state.secret(load.appSecret) : (first?.secret ?? state.secret(state.options.appSecret));
  return { url, secret };
}

/** Open loop: sends by the clock, whether or not the receiver keeps up, so that slowness appears as latency. */
export async function runLoad(
  options: LoadOptions & { url: string; secret: KeyObject; makeBody: (index: number) => string },
): Promise<LoadReport> {
  const { makeBody, secret, url } = options;
  return runOpenLoop(options, (poster, index, answered) =>
    poster.post(poster.target(url), escapeLikeMeta(makeBody(index)), secret, answered),
  );
}

/** The same with another way of posting: `post` starts callback `index`. */
export async function runOpenLoop(
  options: Pick<LoadOptions, "perSecond" | "seconds" | "connections" | "outstandingMax">,
  post: (poster: Poster, index: number, answered: (answer: { status: number }) => void) => void,
): Promise<LoadReport> {
  const { perSecond, seconds } = options;
  const total = Math.round(perSecond * seconds);
  const outstandingMax = options.outstandingMax ?? 20_000;
  const poster = new Poster({
    connections: options.connections ?? 64,
    timeoutMs: 30_000,
    retryGapsMs: [],
    changed: () => {},
    log: () => {},
  });
  const latencies = new Float32Array(total);
  let due = 0;
  let sent = 0;
  let answered = 0;
  let non200 = 0;
  const startedAt = performance.now();
  await new Promise<void>((resolve) => {
    const send = (index: number): void => {
      const dueAt = startedAt + (index * 1000) / perSecond;
      sent++;
      post(poster, index, (answer) => {
        latencies[answered++] = performance.now() - dueAt;
        if (answer.status !== 200) non200++;
        if (due === total && answered === sent) resolve();
      });
    };
    const timer = setInterval(() => {
      const now = Math.min(total, Math.floor(((performance.now() - startedAt) * perSecond) / 1000) + 1);
      for (; due < now; due++) if (sent - answered < outstandingMax) send(due);
      if (due < total) return;
      clearInterval(timer);
      if (answered === sent) resolve();
    }, TICK_MS);
  });
  const durationMs = performance.now() - startedAt;
  await poster.close();
  const sorted = latencies.subarray(0, answered).sort();
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return {
    sent,
    non200,
    skipped: total - sent,
    p50: at(0.5),
    p90: at(0.9),
    p99: at(0.99),
    max: at(1),
    rate: (answered * 1000) / durationMs,
    durationMs,
  };
}
