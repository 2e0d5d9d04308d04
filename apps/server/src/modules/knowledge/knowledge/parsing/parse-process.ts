/**
 * The parsing process's main thread: reads the content from its standard input, passes it to a thread, and prints the
 * outcome as JSON. It watches what the thread itself cannot: time, the memory of the whole process (a thread's own
 * limits do not count buffers), and whether the server is still running, because the input closes when the server ends.
 */
import { Worker } from "node:worker_threads";
import type { ParseJob } from "./parser.ts";

const job = JSON.parse(process.argv[2] ?? "") as ParseJob;
let reported = false;

function report(outcome: object): void {
  if (reported) return;
  reported = true;
  process.stdout.write(JSON.stringify(outcome), () => process.exit(0));
}

function work(bytes: Uint8Array): void {
  const { type, charset, limits } = job;
  const worker = new Worker(new URL("./parse-worker.ts", import.meta.url), {
    workerData: { bytes, type, charset, limits },
    transferList: [bytes.buffer as ArrayBuffer],
    resourceLimits: { maxOldGenerationSizeMb: job.memoryMb / 2 },
    stdout: true,
    stderr: true,
  });
  worker.on("message", report);
  worker.on("error", (error) => report({ error: "unreadable", detail: error.message }));
  worker.on("exit", () => report({ error: "unreadable", detail: "ended without a word" }));
  setTimeout(() => report({ error: "unreadable", detail: "took too long" }), job.timeoutMs);
  setInterval(() => {
    if (process.memoryUsage.rss() > job.memoryMb * 1_048_576) report({ error: "too_large", detail: "took too much memory" });
  }, 50);
}

const bytes = new Uint8Array(job.sizeBytes);
let at = 0;
process.stdin.on("data", (chunk: Buffer) => {
  if (at + chunk.length > bytes.length) process.exit(1);
  bytes.set(chunk, at);
  at += chunk.length;
  if (at === bytes.length) work(bytes);
});
process.stdin.on("end", () => process.exit(1));
process.stdin.on("error", () => process.exit(1));
