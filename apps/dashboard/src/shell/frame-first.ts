import { holdRequests } from "../api/client.ts";
import { afterFrame } from "../ui/lib/after-frame.ts";

/**
 * Renders the effect of a press before sending the requests it causes: sending one takes one to three milliseconds of the page's time, and
 * opening a conversation sends three. They are sent after the frame that responds to the press.
 */
export function paintBeforeFetching(): void {
  let frame: PromiseWithResolvers<void> | null = null;
  const end = () => {
    frame?.resolve();
    frame = null;
  };
  const begin = () => {
    if (frame !== null || document.visibilityState === "hidden") return;
    frame = Promise.withResolvers();
    afterFrame(end);
  };
  for (const press of ["keydown", "click"]) addEventListener(press, begin, { capture: true });
  // Requests sent as the page closes cannot wait.
  addEventListener("pagehide", end, { capture: true });
  // A phone may end a hidden page without another event.
  addEventListener("visibilitychange", end, { capture: true });
  holdRequests(() => frame?.promise ?? null);
}
