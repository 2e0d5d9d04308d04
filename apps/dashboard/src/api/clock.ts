/** The server's time, and one timer for everything on the page that ticks by the minute. */

/** The header has whole seconds: it was between 0 and 1 s later. */
const dateMs = 500;
/** A difference below this is the header's own, and that of the way. */
const toleranceMs = 2_000;
const minuteMs = 60_000;

let offsetMs = 0;

/** Of an answer: its `Date`, and when it was asked for by this machine's clock. */
export function noteServerTime(date: string | null, askedAtMs: number, answeredAtMs = Date.now()): void {
  const told = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(told)) return;
  const measuredMs = told + dateMs - (askedAtMs + answeredAtMs) / 2;
  // The way may take long; an answer that took 10 s says nothing about a clock that is right within 2.
  const errorMs = toleranceMs + (answeredAtMs - askedAtMs) / 2;
  if (Math.abs(measuredMs - offsetMs) > errorMs) offsetMs = measuredMs;
}

/** Milliseconds since 1970 by the server's clock: a window that closes at an instant closes by it. */
export function serverNow(): number {
  return Date.now() + offsetMs;
}

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
let minute = Math.floor(serverNow() / minuteMs);

/** The minute that it is, as a number that grows by one. */
export function currentMinute(): number {
  // While nobody listens nothing counts on.
  if (timer === undefined) minute = Math.floor(serverNow() / minuteMs);
  return minute;
}

/** Calls at the beginning of each minute of the server's clock. */
export function onMinute(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) wait();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    timer = undefined;
  };
}

function wait(): void {
  minute = Math.floor(serverNow() / minuteMs);
  timer = setTimeout(
    () => {
      wait();
      for (const each of [...listeners]) each();
    },
    minuteMs - (serverNow() % minuteMs) + 10,
  );
}
