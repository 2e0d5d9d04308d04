import { startTransition, useEffect, useState } from "react";

/** No frame is drawn for a page that is covered. */
const frameMsMax = 100;

/** Runs when the next frame is drawn and nothing more urgent waits. The returned function cancels it. */
export function afterFrame(work: () => void): () => void {
  let over = false;
  const timer = setTimeout(run, frameMsMax);
  // Its callbacks come before the frame is drawn, the tasks behind it after.
  const frame = requestAnimationFrame(() => {
    // Safari has no tasks of this kind.
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

/** The value a frame later: for what stands beside what a person waits for. */
export function useFrameLater<Value>(value: Value): Value {
  const [shown, setShown] = useState(value);
  useEffect(() => {
    if (Object.is(shown, value)) return;
    return afterFrame(() => startTransition(() => setShown(() => value)));
  }, [shown, value]);
  return shown;
}
