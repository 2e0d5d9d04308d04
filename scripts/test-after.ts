/**
 * What tests import as `node:test`, with an `after` of our own. While tests run, nobody follows promises (test-hooks.ts), so
 * node:test takes the test that last woke up on this chain of callbacks for the current one. An `after` inside a test then went to
 * a file that had long ended, and never ran, or to one that was just ending, and ran at once. Here it waits for the end of its file.
 */
import { after as native } from "node:test";

export { afterEach, before, beforeEach, default, describe, it, mock, suite, test } from "node:test";

let waiting: (() => unknown)[] | null = null;

export function after(...given: Parameters<typeof native>): void {
  const [run] = given;
  if (waiting === null || run === undefined) native(...given);
  else waiting.push(run as () => unknown);
}

/** From here on the file's tests run: it has declared them all. */
export function beginTests(): void {
  waiting = [];
}

/** Runs every callback that the tests registered, in their order, even if one of them fails. */
export async function endTests(): Promise<void> {
  const callbacks = waiting ?? [];
  waiting = null;
  const failures: unknown[] = [];
  for (const run of callbacks) {
    try {
      await run();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw failures.length === 1 ? failures[0] : new AggregateError(failures, "callbacks after the file's tests failed");
}
