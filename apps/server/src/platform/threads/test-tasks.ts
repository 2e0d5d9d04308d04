/** The functions that threads.test.ts runs in threads. */
import { unprocessable } from "../errors/app-error.ts";

export const add = (a: number, b: number) => a + b;

export async function fail(message: string): Promise<never> {
  throw new Error(message);
}

export function refuse(): never {
  throw unprocessable("Too many.", [{ field: "file", issue: "too_many" }]);
}

export async function* count(to: number): AsyncGenerator<number> {
  if (to < 0) throw new Error("below zero");
  for (let n = 0; n < to; n++) yield n;
}

export function hang(): void {
  for (;;);
}

export function swell(): number {
  const kept: number[][] = [];
  for (;;) kept.push(Array.from({ length: 100_000 }, (_, n) => n * Math.random()));
}

export const environment = () => Object.keys(process.env);
