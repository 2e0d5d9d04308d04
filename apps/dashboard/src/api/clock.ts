/** The server's time, one timer for everything on the page that ticks by the minute, and what waits for an instant. */

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
  if (Math.abs(measuredMs - offsetMs) <= errorMs) return;
  offsetMs = measuredMs;
  // What counts down counts anew.
  if (timer !== undefined) tellMinute();
  for (const check of [...waiting]) check();
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
  timer = setTimeout(tellMinute, minuteMs - (serverNow() % minuteMs) + 10);
}

function tellMinute(): void {
  clearTimeout(timer);
  wait();
  for (const each of [...listeners]) each();
}

const waiting = new Set<() => void>();

/** Calls once, as soon as the server's clock has reached it, never before this returns. */
export function onServerTime(atMs: number, listener: () => void): () => void {
  let own: ReturnType<typeof setTimeout> | undefined;
  function arm() {
    clearTimeout(own);
    // A timer of the browser stands still while the machine sleeps: the clock is looked at again each minute.
    own = setTimeout(check, Math.min(Math.max(0, atMs - serverNow()), minuteMs));
  }
  function check() {
    if (serverNow() < atMs) return arm();
    stop();
    listener();
  }
  function stop() {
    clearTimeout(own);
    waiting.delete(check);
  }
  waiting.add(check);
  arm();
  return stop;
}
