import { useEffect, useState } from "react";

const shownMs = 1_500;

/** Copies, and shows briefly whether it worked or the browser refused. */
export function useCopy(): { state: "idle" | "copied" | "failed"; copy: (text: string) => void } {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), shownMs);
    return () => clearTimeout(timer);
  }, [state]);
  return {
    state,
    copy: (text) => {
      // Without a secure origin there is no clipboard.
      const written = navigator.clipboard === undefined ? Promise.reject(new Error("no clipboard")) : navigator.clipboard.writeText(text);
      written.then(
        () => setState("copied"),
        () => setState("failed"),
      );
    },
  };
}
