/** The code inside a thread: calls one function after another and reports the results. See threads.ts. */
import { parentPort } from "node:worker_threads";
import { AppError } from "../errors/app-error.ts";
import type { ThreadRequest, Report } from "./threads.ts";

const send = (report: Report) => parentPort?.postMessage(report);

parentPort?.on("message", async ({ file, name, args }: ThreadRequest) => {
  try {
    const loaded = (await import(file)) as Record<string, ((...given: unknown[]) => unknown) | undefined>;
    const work = loaded[name];
    if (work === undefined) throw new Error(`${file} exports no ${name}`);
    send({ kind: "begun" });
    const value = work(...args);
    if (isIterable(value)) {
      for await (const piece of value) send({ kind: "piece", value: piece });
      send({ kind: "done", value: undefined });
    } else send({ kind: "done", value: await value });
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    const app = error instanceof AppError ? { code: error.code, options: optionsOf(error) } : null;
    send({ kind: "failed", message, stack, app });
  }
});

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

function optionsOf({ message, details, status }: AppError) {
  return { message, ...(details === undefined ? {} : { details }), ...(status === 422 ? { status: 422 as const } : {}) };
}
