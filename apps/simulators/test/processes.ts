import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { TestContext } from "node:test";
import type { Json } from "./harness.ts";

export interface Running {
  child: ChildProcess;
  url: string;
  nextLine(): Promise<Json>;
}

export async function run(t: TestContext, entry: string, args: string[]): Promise<Running> {
  const file = new URL(`../src/${entry}/main.ts`, import.meta.url).pathname;
  const child = spawn(process.execPath, [file, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  t.after(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  const nextLine = async (): Promise<Json> => JSON.parse((await lines.next()).value as string);
  const ready = await nextLine();
  assert.equal(ready.ready, true);
  return { child, url: ready.url, nextLine };
}

export async function stopped(child: ChildProcess): Promise<number | null> {
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  return (await exit)[0] as number | null;
}

export async function ask(url: string, method: string, body?: unknown): Promise<Json> {
  const response = await fetch(url, { method, body: body === undefined ? null : JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}
