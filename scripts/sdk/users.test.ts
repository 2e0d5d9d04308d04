/** Everything in this repository that is a client of the API uses the SDK, so that we notice first what is hard to do with it. */
import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "./stage.ts";

/** Files that call the API with fetch, and why. */
const exceptions: Readonly<Record<string, string>> = {
  "bench/lib/dashboard-data.ts": "signs in: the SDK leaves cookies to the browser",
  "bench/lib/replies.ts": "signs in, and times what it sends",
};

const asksByFetch = (text: string) => /\bfetch\(\s*(?:new URL\()?[`"'][^`"']*\/api\//.test(text);

test("benchmarks, the CLI and the dashboard call the API through the SDK", async () => {
  const found: string[] = [];
  let seen = 0;
  for await (const path of glob(["bench/**/*.ts", "apps/server/src/cli/**/*.ts", "apps/dashboard/src/**/*.{ts,tsx}"], { cwd: root })) {
    if (/\.(?:test|e2e)\.tsx?$/.test(path)) continue;
    seen += 1;
    if (asksByFetch(await readFile(join(root, path), "utf8"))) found.push(path);
  }
  assert.ok(seen > 500, `${seen} files`);
  assert.deepEqual(found.sort(), Object.keys(exceptions));
});

test("a file that does not is found", () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a file's text
  assert.equal(asksByFetch("await fetch(`${url}/api/v1/calls?limit=100`, { headers })"), true);
  assert.equal(asksByFetch('await fetch("/api/me")'), true);
  assert.equal(asksByFetch("await fetch(url)"), false);
});
