import { holdRequests } from "../api/client.ts";

/** No frame is drawn for a page that is covered. */
const frameMsMax = 100;

/**
 * What a press shows comes before what it asks the server for: sending a request takes about a millisecond of the page's
 * time, and opening a conversation sends six. They leave behind the frame that answers the press.
 */
export function drawBeforeAsking(): void {
  let frame: Promise<void> | null = null;
  const begin = () => {
    if (frame !== null || document.visibilityState === "hidden") return;
    frame = new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        frame = null;
        resolve();
      };
      const timer = setTimeout(end, frameMsMax);
      // Its callbacks come before the frame is drawn, the next task after it.
      requestAnimationFrame(() => setTimeout(end));
    });
  };
  for (const press of ["keydown", "click"]) addEventListener(press, begin, { capture: true });
  holdRequests(() => frame);
}
