import { startTransition, useEffect, useState } from "react";

/** A covered page draws no frames. */
const frameMsMax = 100;

/** Runs once the next frame is drawn and nothing more urgent is waiting. The returned function cancels it. */
export function afterFrame(work: () => void): () => void {
  let over = false;
  const timer = setTimeout(run, frameMsMax);
  // Its callbacks run before the frame is drawn, tasks after it.
  const frame = requestAnimationFrame(() => {
    // Safari has no scheduled tasks.
    if (globalThis.scheduler?.postTask === undefined) setTimeout(run);
    else void scheduler.postTask(run, { priority: "background" });
  });
  return cancel;

  function run() {
    if (over) return;
    cancel();
    work();
  }
  function cancel() {
    over = true;
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  }
}

/** The value one frame later, for less urgent content next to what a person is waiting for. */
export function useFrameLater<Value>(value: Value): Value {
  const [shown, setShown] = useState(value);
  useEffect(() => {
    if (Object.is(shown, value)) return;
    return afterFrame(() => startTransition(() => setShown(() => value)));
  }, [shown, value]);
  return shown;
}
