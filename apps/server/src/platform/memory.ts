import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Gives back what a load has left behind. V8 collects the old generation when it grows, so after a load that ends it would keep for hours what nobody
 * needs. Takes some 50 ms, so it is for a moment in which nothing goes on.
 */
export function releaseMemory(): void {
  if (collect === undefined) {
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("gc") as () => void;
  }
  collect();
}

let collect: (() => void) | undefined;
