/** Keeps a page's query cache up to date: receives the line's messages, and fetches shown records again when they changed. */
import type { Query, QueryClient } from "@tanstack/react-query";
import type { Conversation, ParleyEvent } from "@parley/sdk";
import { type ChangeLog, createChangeLog } from "./change-log.ts";
import { type Concern, concernsOf } from "./changes.ts";
import { type Collector, createCollector } from "./coalesce.ts";
import { createOverlay, type Overlay } from "./overlay.ts";

export interface Live {
  /** An event of the stream. */
  event(event: ParleyEvent): void;
  /** For further effects of an event. */
  onEvent(listener: (event: ParleyEvent) => void): () => void;
  /** Events were lost, or the page slept: everything shown is fetched again. */
  reset(): void;
  /** Something changed, or may have changed, by an action of this page. */
  touch(concerns: readonly Concern[]): void;
  readonly changes: ChangeLog;
  /** Conversations, with local changes that have no response yet. */
  readonly overlay: Overlay<Conversation>;
  /** The page is hidden: updates may be slower. */
  setHidden(hidden: boolean): void;
  /** The line is back, or the page is visible: waiting updates are fetched at once. */
  hurry(): void;
  isIdle(): boolean;
  /** Nothing is waiting or being fetched. */
  idle(): Promise<void>;
  stop(): void;
}

/**
 * Fetches the changed records of a kind. The files next to `live/` register theirs when they are loaded, before the line opens
 * (connect.ts).
 */
export interface Refresher {
  intervalMs: number;
  /** Shows at once what an event itself contains, before its records are fetched; the fetch takes precedence. */
  show?(client: QueryClient, event: ParleyEvent): void;
  run(client: QueryClient, concerns: Concern[], live: Live): Promise<void>;
}

const hiddenMs = 5_000;
const refreshers = new Map<string, Refresher>();

/** `kind`: of a concern, or `counts`. */
export function registerRefresher(kind: string, refresher: Refresher): void {
  refreshers.set(kind, refresher);
}

const all = new WeakMap<QueryClient, Live>();

/** The instance for this cache. It also works without a line, and then receives no events. */
export function liveOf(client: QueryClient): Live {
  let live = all.get(client);
  if (live === undefined) all.set(client, (live = createLive(client)));
  return live;
}

function createLive(client: QueryClient): Live {
  const changes = createChangeLog();
  const collectors = new Map<string, Collector<Concern>>();
  const listeners = new Set<(event: ParleyEvent) => void>();
  let hidden = false;

  function collectorOf(kind: string): Collector<Concern> {
    let collector = collectors.get(kind);
    if (collector === undefined) {
      const { intervalMs, run } = refreshers.get(kind) ?? resources;
      collector = createCollector<Concern>({
        intervalMs,
        keyOf: (concern) => concern.id ?? "",
        run: (concerns) => run(client, concerns, live),
      });
      if (hidden) collector.setInterval(hiddenMs);
      collectors.set(kind, collector);
    }
    return collector;
  }

  function touch(concerns: readonly Concern[]): void {
    // All are recorded first, because a fetch that ends meanwhile must know each.
    for (const concern of concerns) {
      const kind = kindOf(concern);
      if (concern.id === undefined) changes.noteAll(kind);
      else changes.note(kind, concern.id);
      if (concern.kind === "messages") changes.note(`thread ${concern.conversationId}`, concern.id);
      if (concern.kind === "conversations") changes.noteAll("counts");
    }
    for (const concern of concerns) {
      collectorOf(kindOf(concern)).add(concern);
      if (concern.kind === "conversations") collectorOf("counts").add({ kind: "resource", resource: "counts" });
    }
  }

  const live: Live = {
    changes,
    overlay: createOverlay(),
    touch,
    event(event) {
      const concerns = concernsOf(event);
      for (const kind of new Set(concerns?.map(kindOf))) refreshers.get(kind)?.show?.(client, event);
      if (concerns === null) live.reset();
      else touch(concerns);
      for (const listener of listeners) listener(event);
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reset() {
      changes.noteAll();
      void client.invalidateQueries({ predicate: isLive });
    },
    setHidden(next) {
      if (hidden === next) return;
      hidden = next;
      for (const [kind, collector] of collectors) collector.setInterval(hidden ? hiddenMs : (refreshers.get(kind) ?? resources).intervalMs);
    },
    hurry() {
      for (const each of collectors.values()) each.flush();
    },
    isIdle: () => [...collectors.values()].every((each) => each.isIdle()),
    async idle() {
      while (!live.isIdle()) await Promise.all([...collectors.values()].map((each) => each.idle()));
    },
    stop() {
      for (const each of collectors.values()) each.stop();
    },
  };
  return live;
}

function kindOf(concern: Concern): string {
  return concern.kind === "resource" ? concern.resource : concern.kind;
}

/** Data that no event changes is not fetched again. */
function isLive(query: Query): boolean {
  return query.meta?.["still"] !== true;
}

/** Ordinary resources: shown records and lists are fetched again, the others when they are shown. */
const resources: Refresher = {
  intervalMs: 1_000,
  async run(client, concerns) {
    const [first] = concerns;
    if (first === undefined) return;
    const kind = kindOf(first);
    const ids = new Set(concerns.map((concern) => concern.id));
    const every = ids.has(undefined);
    await client.invalidateQueries(
      {
        queryKey: [kind],
        predicate: ({ queryKey: [, form, id] }) => every || form !== "detail" || ids.has(id as string),
      },
      // A failed fetch is shown in its place, where it can be retried.
      { throwOnError: false },
    );
  },
};

/** The result of `fetch`, which is repeated if its records changed meanwhile. For query functions of ordinary resources. */
export async function fresh<Data>(client: QueryClient, kind: string, id: string | null, fetch: () => Promise<Data>): Promise<Data> {
  const mark = liveOf(client).changes.mark(kind);
  try {
    for (let attempt = 1; ; attempt++) {
      const data = await fetch();
      const changed = mark.take();
      const touched = changed === null || (id === null ? changed.size > 0 : changed.has(id));
      // A resource that changes constantly is shown slightly outdated; its next event fetches it again.
      if (!touched || attempt === 3) return data;
    }
  } finally {
    mark.end();
  }
}
