import { holdRequests } from "../api/client.ts";
import { afterFrame } from "../ui/lib/after-frame.ts";

/**
 * What a press shows comes before what it asks the server for: sending a request takes about a millisecond of the page's
 * time, and opening a conversation sends six. They leave behind the frame that answers the press.
 */
export function drawBeforeAsking(): void {
  let frame: Promise<void> | null = null;
  const begin = () => {
    if (frame !== null || document.visibilityState === "hidden") return;
    frame = new Promise((resolve) => {
      afterFrame(() => {
        frame = null;
        resolve();
      });
    });
  };
  for (const press of ["keydown", "click"]) addEventListener(press, begin, { capture: true });
  holdRequests(() => frame);
}
