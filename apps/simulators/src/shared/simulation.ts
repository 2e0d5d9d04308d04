/** What the simulators of all platforms share besides their protocols: recording, waiting, and closing. */
import type { Poster } from "./poster.ts";
import { type Waiters, waitMsMax } from "./waiters.ts";

interface Simulation {
  readonly waiters: Waiters;
  readonly poster: Poster;
  readonly counts: { sends: number; accepted: number };
  /** True if nothing is due, in progress or waiting for a retry. */
  readonly idle: boolean;
}

/** `waitFor` and `settled` of a simulator. `due` describes what is still due, for the message of a time-out. */
export function waitsOf<S>(state: Simulation, simulator: () => S, due: () => string) {
  const summary = (): string => {
    const { posted, ok, failed } = state.poster.counts;
    const { sends, accepted } = state.counts;
    return `so far ${sends} sends, ${accepted} accepted, ${posted} callbacks posted (${ok} ok, ${failed} failed), ${due()} due`;
  };
  return {
    waitFor: <T>(probe: (simulator: S) => T, timeoutMs = waitMsMax): Promise<NonNullable<T>> =>
      state.waiters.waitFor(() => probe(simulator()), timeoutMs, summary),
    async settled(timeoutMs = waitMsMax): Promise<void> {
      await state.waiters.waitFor(() => state.idle, timeoutMs, summary);
    },
  };
}

/** Closes a simulator, only once however often it is called: first drops what is due, then ends connections. */
export function closeOf(
  state: Pick<Simulation, "waiters" | "poster">,
  server: { close(): Promise<void> },
  dropDue: () => void,
): () => Promise<void> {
  let closing: Promise<void> | undefined;
  return () => {
    closing ??= (async () => {
      dropDue();
      await Promise.all([state.poster.close(), server.close()]);
      state.waiters.failAll("the simulator was closed");
    })();
    return closing;
  };
}

/** Records a call for tests; drops the oldest beyond the maximum. */
export function recordCall<C>(
  state: { calls: C[]; waiters: Waiters; options: { recordCalls?: boolean; recordedCallsMax?: number } },
  call: C,
): void {
  const { calls, options } = state;
  if (options.recordCalls !== false) {
    const max = options.recordedCallsMax ?? 10_000;
    if (calls.length >= max) calls.splice(0, Math.max(1, max >> 3));
    calls.push(call);
  }
  state.waiters.notify();
}
