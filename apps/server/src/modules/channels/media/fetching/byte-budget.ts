/**
 * Limits how many bytes of contents are in memory at once. First come, first served; a content larger than the limit
 * goes alone.
 */
export interface ByteBudget {
  /** Resolves to a function that returns the bytes and must be called once. Rejects after `waitMs`. */
  take(bytes: number, waitMs: number): Promise<() => void>;
}

export function createByteBudget(bytesMax: number): ByteBudget {
  let used = 0;
  const queue: { bytes: number; start(): void }[] = [];

  function next(): void {
    for (let first = queue[0]; first !== undefined && (used === 0 || used + first.bytes <= bytesMax); first = queue[0]) {
      queue.shift();
      used += first.bytes;
      first.start();
    }
  }

  return {
    take(bytes, waitMs) {
      return new Promise((resolve, reject) => {
        const entry = {
          bytes,
          start() {
            clearTimeout(timer);
            let given = false;
            resolve(() => {
              if (given) return;
              given = true;
              used -= bytes;
              next();
            });
          },
        };
        const timer = setTimeout(() => {
          queue.splice(queue.indexOf(entry), 1);
          reject(new Error("there is not enough memory for the content now"));
          next();
        }, waitMs);
        queue.push(entry);
        next();
      });
    },
  };
}
