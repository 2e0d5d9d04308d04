import { useEffect, useState } from "react";

const shownMs = { copied: 1_500, failed: 6_000 } as const;

/** Throws if the browser refuses. */
export async function copyText(text: string): Promise<void> {
  // Without a secure origin there is no clipboard.
  if (navigator.clipboard === undefined) throw new Error("no clipboard");
  await navigator.clipboard.writeText(text);
}

/** Copies, and shows briefly whether it worked or the browser refused. */
export function useCopy(): { state: "idle" | "copied" | "failed"; copy: (text: string) => void } {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), shownMs[state]);
    return () => clearTimeout(timer);
  }, [state]);
  return {
    state,
    copy: (text) => {
      copyText(text).then(
        () => setState("copied"),
        () => setState("failed"),
      );
    },
  };
}
