import { holdRequests } from "../api/client.ts";
import { afterFrame } from "../ui/lib/after-frame.ts";

/**
 * What a press shows comes before what it asks the server for: sending a request takes one to three milliseconds of the
 * page's time, and opening a conversation sends three at once. They leave behind the frame that answers the press.
 */
export function drawBeforeAsking(): void {
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
  // What leaves with the page cannot wait.
  addEventListener("pagehide", end, { capture: true });
  // A phone may end a page that nobody sees without another word.
  addEventListener("visibilitychange", end, { capture: true });
  holdRequests(() => frame?.promise ?? null);
}
