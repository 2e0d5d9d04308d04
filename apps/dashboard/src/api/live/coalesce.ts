/**
 * Collects items and processes them together: the first at once, then at most once per interval, never two rounds at a
 * time.
 */
export interface Collector<Item> {
  add(item: Item): void;
  /** The interval between two rounds; longer while nobody is viewing the page. */
  setInterval(ms: number): void;
  /** Processes the waiting items now, whatever the interval. */
  flush(): void;
  /** Nothing is waiting or being processed. */
  isIdle(): boolean;
  /** Resolves when this is so. */
  idle(): Promise<void>;
  stop(): void;
}

const retryMsMin = 1_000;
const retryMsMax = 15_000;

export function createCollector<Item>(options: {
  intervalMs: number;
  /** Items with the same key are processed once. */
  keyOf(item: Item): string;
  /** When it throws, the items are processed again later. */
  run(items: Item[]): Promise<void>;
}): Collector<Item> {
  let waiting = new Map<string, Item>();
  let running = false;
  let stopped = false;
  let failures = 0;
  let startedAt = Number.NEGATIVE_INFINITY;
  let interval = options.intervalMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waiters: (() => void)[] = [];

  function plan(): void {
    if (running || stopped) return;
    if (waiting.size === 0) {
      for (const each of waiters.splice(0)) each();
      return;
    }
    if (timer !== undefined) return;
    const pauseMs = failures === 0 ? interval : Math.min(retryMsMin * 2 ** (failures - 1), retryMsMax);
    const waitMs = startedAt + pauseMs - performance.now();
    if (waitMs <= 0) void work();
    else timer = setTimeout(() => void work(), waitMs);
  }

  async function work(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    running = true;
    startedAt = performance.now();
    const items = waiting;
    waiting = new Map();
    try {
      await options.run([...items.values()]);
      failures = 0;
    } catch {
      // Whatever the error: the changed records must be fetched again, or the screen stays wrong.
      failures += 1;
      waiting = new Map([...items, ...waiting]);
      startedAt = performance.now();
    } finally {
      running = false;
      plan();
    }
  }

  const isIdle = () => !running && waiting.size === 0;
  return {
    add(item) {
      waiting.set(options.keyOf(item), item);
      plan();
    },
    setInterval(ms) {
      interval = ms;
      clearTimeout(timer);
      timer = undefined;
      plan();
    },
    flush() {
      clearTimeout(timer);
      timer = undefined;
      startedAt = Number.NEGATIVE_INFINITY;
      failures = 0;
      plan();
    },
    isIdle,
    idle: () => (isIdle() ? Promise.resolve() : new Promise((resolve) => waiters.push(resolve))),
    stop() {
      stopped = true;
      clearTimeout(timer);
      for (const each of waiters.splice(0)) each();
    },
  };
}
