/** A page of the dashboard without a browser: the query cache and the live layer, against the real server over HTTP. */
import { type QueryClient, QueryObserver, type QueryObserverOptions } from "@tanstack/react-query";
import { Client, type ParleyEvent } from "@parley/sdk";
import { connectTo } from "../src/api/client.ts";
import "../src/api/inbox/conversations.ts";
import "../src/api/counts.ts";
import "../src/api/inbox/messages.ts";
import type { Line, LineMessage } from "../src/api/live/line.ts";
import { type OpenLine, openLine } from "../src/api/live/line.ts";
import { liveOf } from "../src/api/live/live.ts";
import { createReceiver } from "../src/api/live/receive.ts";
import { createQueryClient } from "../src/api/query.ts";

/** What the network does to a page: tests change these while it runs. */
export interface Network {
  /** The delay of each response. */
  delayMs(): number;
  /** No request arrives. */
  down: boolean;
  /** Responses of the stream are read so slowly that the server waits. */
  slow: boolean;
  /** Breaks all open connections. */
  cut(): void;
  /** Requests so far. */
  asked: number;
}

export interface Person {
  cookie: string;
}

/** The network between pages and a server. */
export function createNetwork(): Network & { fetch: typeof fetch } {
  let line = new AbortController();
  const network: Network & { fetch: typeof fetch } = {
    delayMs: () => 0,
    down: false,
    slow: false,
    asked: 0,
    cut() {
      line.abort(new TypeError("the line was cut"));
      line = new AbortController();
    },
    async fetch(input, init) {
      network.asked += 1;
      const { signal } = line;
      if (network.down) throw new TypeError("fetch failed");
      const response = await fetch(input as string, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, signal]) : signal });
      const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
      const delayMs = isStream ? 0 : network.delayMs();
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      return isStream && response.body !== null ? new Response(response.body.pipeThrough(throttle(network)), response) : response;
    },
  };
  return network;
}

/** Limits the throughput to the network's. */
function throttle(network: Network): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    async transform(chunk, controller) {
      while (network.slow) await new Promise((resolve) => setTimeout(resolve, 10));
      controller.enqueue(chunk);
    },
  });
}

export interface Page {
  client: QueryClient;
  /** The received events, newest last; as many as a test looks at. */
  seen: ParleyEvent[];
  count: number;
  lines: Line[];
  resets: number;
  /** Keeps a query shown until the returned function is called. */
  show(options: { queryKey: readonly unknown[] }): () => void;
  shown(): { queryKey: readonly unknown[] }[];
  line(): OpenLine;
  /** As when the page that held the line ends and another takes over: continues from the last event it has seen. */
  reopen(after?: string | null): void;
  /** Resolves when the line is live. */
  ready(): Promise<void>;
  /** Nothing is being fetched and nothing is waiting. */
  settled(): Promise<void>;
  close(): void;
}

const seenMax = 1_000;

export function openPage(url: string, person: Person, network: Network & { fetch: typeof fetch }): Page {
  const given = { baseUrl: url, headers: { cookie: person.cookie, origin: url }, fetch: network.fetch };
  connectTo(given);
  const client = createQueryClient();
  // A record fetched while the page closes would otherwise be kept for half an hour, and the process with it.
  client.setDefaultOptions({
    ...client.getDefaultOptions(),
    queries: { ...client.getDefaultOptions().queries, gcTime: Number.POSITIVE_INFINITY },
  });
  const live = liveOf(client);
  const observers = new Map<QueryObserver, readonly unknown[]>();
  let line: OpenLine;
  let signedOut = false;
  const receive = createReceiver({
    ...{ live, identity: "page" },
    line: (each) => page.lines.push(each),
    presence: () => undefined,
    opened: () => undefined,
    isSame: async () => true,
    signedOut: () => {
      signedOut = true;
    },
    changed: () => undefined,
  });
  function send(message: LineMessage): void {
    if (message.kind === "reset") page.resets += 1;
    if (message.kind === "event") {
      page.count += 1;
      page.seen.push(message.event);
      if (page.seen.length > seenMax) page.seen.shift();
    }
    receive(message);
  }
  // Retries of the stream are quick: tests wait for them.
  const api = new Client({ ...given, retryDelayMsMax: 50 });
  const open = (after: string | null) => openLine({ api, send, after, isOnline: () => true });
  const page: Page = {
    client,
    ...{ seen: [], lines: [], resets: 0, count: 0 },
    show(options) {
      const observer = new QueryObserver(client, options as QueryObserverOptions);
      observers.set(observer, options.queryKey);
      const off = observer.subscribe(() => undefined);
      return () => {
        off();
        observers.delete(observer);
      };
    },
    shown: () => [...observers.values()].map((queryKey) => ({ queryKey })),
    line: () => line,
    reopen(after = line.lastEventId()) {
      line.close();
      line = open(after);
    },
    async ready() {
      while (line.line().state !== "live") {
        if (signedOut) throw new Error("signed out");
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    async settled() {
      for (;;) {
        await live.idle();
        if (live.isIdle() && client.isFetching() === 0) return;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    close() {
      line.close();
      live.stop();
      client.clear();
    },
  };
  line = open(null);
  return page;
}
