import type { Threads } from "#platform/threads/threads.ts";

/** `sniffType` in a thread, because crafted bytes may keep it busy. @throws ThreadLimitExceeded */
export function sniff(threads: Threads, head: Buffer, filename: string | null): Promise<string> {
  return threads.call<string>(import.meta.resolve("./media-type.ts"), "sniffType", [head, filename]);
}
