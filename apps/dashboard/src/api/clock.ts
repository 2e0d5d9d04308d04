/** The server's time, one timer for everything on the page that changes by the minute, and calls at a set time. */

/** The header has whole seconds: the response was sent 0 to 1 s later. */
const dateMs = 500;
/** A smaller difference may come from the header and the network. */
const toleranceMs = 2_000;
const minuteMs = 60_000;

let offsetMs = 0;

/** From a response: its `Date`, and the times of request and response by this machine's clock. */
export function noteServerTime(date: string | null, askedAtMs: number, answeredAtMs = Date.now()): void {
  const parsedMs = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(parsedMs)) return;
  const measuredMs = parsedMs + dateMs - (askedAtMs + answeredAtMs) / 2;
  // A slow response is imprecise: one that took 10 s says nothing about a clock that is right within 2 s.
  const errorMs = toleranceMs + (answeredAtMs - askedAtMs) / 2;
  if (Math.abs(measuredMs - offsetMs) <= errorMs) return;
  offsetMs = measuredMs;
  // Countdowns are recalculated.
  if (timer !== undefined) notifyMinute();
  for (const check of [...waiting]) check();
}

/** Milliseconds since 1970 by the server's clock, which decides when a window closes. */
export function serverNow(): number {
  return Date.now() + offsetMs;
}

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
let minute = Math.floor(serverNow() / minuteMs);

/** The current minute, as a number that grows by one. */
export function currentMinute(): number {
  // Without a listener the minute is not updated.
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
  timer = setTimeout(notifyMinute, minuteMs - (serverNow() % minuteMs) + 10);
}

function notifyMinute(): void {
  clearTimeout(timer);
  wait();
  for (const each of [...listeners]) each();
}

const waiting = new Set<() => void>();

/** Calls once, when the server's clock has reached the time, and never before this function returns. */
export function onServerTime(atMs: number, listener: () => void): () => void {
  let own: ReturnType<typeof setTimeout> | undefined;
  function arm() {
    clearTimeout(own);
    // A browser's timer stops while the machine sleeps: the clock is checked again each minute.
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
