/** Drives load-client.ts from a figure. */
import { type ChildProcess, fork } from "node:child_process";
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { LoadJob, LoadReport } from "../load-client.ts";

export type { LoadReport } from "../load-client.ts";

export interface LoadClient {
  run(job: LoadJob): Promise<LoadReport>;
  readonly pid: number;
  close(): void;
}

export function startLoadClient(): LoadClient {
  const child: ChildProcess = fork(join(import.meta.dirname, "..", "load-client.ts"), { serialization: "json" });
  let running: { resolve(report: LoadReport): void; reject(error: Error): void } | null = null;
  child.on("message", (message: { report?: LoadReport; error?: string }) => {
    const waiting = running;
    running = null;
    if (message.report !== undefined) waiting?.resolve(message.report);
    else waiting?.reject(new Error(`load client: ${message.error}`));
  });
  child.on("exit", (code) => running?.reject(new Error(`the load client ended (${code})`)));
  return {
    pid: child.pid as number,
    run(job) {
      return new Promise((resolve, reject) => {
        running = { resolve, reject };
        child.send(job);
      });
    },
    close: () => void child.disconnect(),
  };
}

export interface PreparedRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** Writes requests in the format that the load client reads. */
export function writeRequests(file: string, requests: Iterable<PreparedRequest>): number {
  const fd = openSync(file, "w");
  const length = Buffer.alloc(4);
  let count = 0;
  let gathered: Buffer[] = [];
  let size = 0;
  for (const request of requests) {
    const body = request.body === undefined ? null : Buffer.from(request.body);
    const lines = [`${request.method} ${request.path} HTTP/1.1`, "host: 127.0.0.1"];
    for (const [name, value] of Object.entries(request.headers ?? {})) lines.push(`${name}: ${value}`);
    if (body !== null) lines.push("content-type: application/json", `content-length: ${body.length}`);
    const bytes = Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), body ?? Buffer.alloc(0)]);
    length.writeUInt32LE(bytes.length);
    gathered.push(Buffer.from(length), bytes);
    size += bytes.length;
    count++;
    if (size > 4_000_000) {
      writeSync(fd, Buffer.concat(gathered));
      gathered = [];
      size = 0;
    }
  }
  writeSync(fd, Buffer.concat(gathered));
  closeSync(fd);
  return count;
}

export function target(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}

export function describeLoad(report: LoadReport): string {
  const failures = Object.entries(report.statuses).filter(([status]) => !status.startsWith("2"));
  return (
    `${Math.round(report.rate)}/s, p50 ${report.p50.toFixed(1)} p99 ${report.p99.toFixed(1)} max ${report.max.toFixed(0)} ms, ` +
    `${report.answered} answered${failures.length > 0 ? `, ${JSON.stringify(Object.fromEntries(failures))}` : ""}` +
    `${report.broken > 0 ? `, ${report.broken} broken` : ""}${report.skipped > 0 ? `, ${report.skipped} skipped` : ""}` +
    `, client ${report.cpuMicros.toFixed(0)} us` +
    (report.firstFailure === null ? "" : `\n    first failure: ${report.firstFailure.split("\r\n\r\n").at(-1)?.slice(0, 300)}`)
  );
}
