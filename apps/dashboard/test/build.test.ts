/** When the dashboard is built, by which process, and what happens when that fails; build.full.test.ts builds it, and checks its size. */
import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { startCommand } from "@parley/server/test/process.ts";
import { ensureBuilt } from "../build/index.ts";
import { withLock } from "../build/lock.ts";
import { dashboardFolder, hashSources } from "../build/sources.ts";

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-build-"));
});
after(() => rm(folder, { recursive: true, force: true }));

async function scriptOf(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

describe("the hash of the sources", () => {
  it("changes with a source, and not with a test next to it", async () => {
    const write = async (path: string, text: string) => {
      const whole = join(folder, "sources", path);
      await mkdir(dirname(whole), { recursive: true });
      await writeFile(whole, text);
    };
    const hash = () => hashSources(join(folder, "sources"));
    await write("apps/dashboard/src/main.tsx", "main");
    await write("apps/dashboard/index.html", "<title>x</title>");
    const seen = [hash()];
    assert.match(seen[0] as string, /^[0-9a-f]{64}$/);
    assert.equal(hash(), seen[0]);
    for (const test of ["src/screens/one.e2e.ts", "src/one.test.ts", "test/stage.ts", "dist/index.html"]) {
      await write(`apps/dashboard/${test}`, "a test");
      assert.equal(hash(), seen[0], test);
    }
    for (const [path, text] of [
      ["apps/dashboard/src/main.tsx", "mein"],
      ["apps/dashboard/src/screens/inbox/List.tsx", "list"],
      ["apps/dashboard/public/sw.js", "worker"],
      ["packages/sdk/src/client.ts", "client"],
      ["package-lock.json", "{}"],
    ] as const) {
      await write(path, text);
      assert.ok(!seen.includes(hash()), path);
      seen.push(hash());
    }
    await rm(join(folder, "sources/apps/dashboard/src/screens/inbox"), { recursive: true });
    assert.ok(!seen.includes(hash()), "a file less");
  });
});

describe("a build", () => {
  it("that fails is reported with its output", async () => {
    const script = await scriptOf("fails.mjs", `console.error("src/main.tsx: a bracket is missing"); process.exit(3);`);
    let builds = 0;
    await assert.rejects(ensureBuilt({ script, begins: () => builds++ }), /ended with 3:\nsrc\/main\.tsx: a bracket is missing/);
    assert.equal(builds, 1);
  });

  it("ends with the process that waits for it", async () => {
    const pid = join(folder, "pid");
    const script = await scriptOf(
      "hangs.mjs",
      `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(pid)}, String(process.pid)); setInterval(() => {}, 1000);`,
    );
    const ended = new AbortController();
    const built = ensureBuilt({ script, signal: ended.signal });
    const number = await untilWritten(pid);
    ended.abort();
    await assert.rejects(built, { name: "AbortError" });
    await eventually("the build has ended", () => !isRunning(number));
  });

  it("is made by one process at a time, and by the next one if that process dies", async () => {
    const lock = join(folder, "lock");
    const held = join(folder, "held");
    const lockModule = JSON.stringify(join(dashboardFolder, "build/lock.ts"));
    const holder = await scriptOf(
      "holds.mjs",
      `import { writeFileSync } from "node:fs"; import { withLock } from ${lockModule};
       const say = (text) => writeFileSync(${JSON.stringify(held)}, text);
       await withLock(${JSON.stringify(lock)}, async () => {
         say(String(process.pid));
         await new Promise((end) => process.stdin.once("data", end));
         say("over");
       });
       process.exit(0);`,
    );
    for (const end of ["given back", "killed"] as const) {
      const { child, ended } = startCommand(process.execPath, [holder], {});
      const pid = await untilWritten(held);
      const mine = withLock(lock, async () => [
        (await readFile(held, "utf8")) === "over" || !isRunning(pid),
        (await readFile(lock, "utf8")) === String(process.pid),
      ]);
      if (end === "killed") child.kill("SIGKILL");
      else child.stdin?.write("\n");
      await ended;
      assert.deepEqual(await mine, [true, true], end);
      await rm(held);
    }
    await assert.rejects(readFile(lock), { code: "ENOENT" }, "nobody holds it");
    await assert.rejects(
      withLock(lock, () => Promise.reject(new Error("it failed"))),
      /it failed/,
    );
    await assert.rejects(readFile(lock), { code: "ENOENT" }, "given back after a failure too");
  });
});

function untilWritten(path: string): Promise<number> {
  return eventually(`${path} holds a number`, async () => Number(await readFile(path, "utf8").catch(() => "")));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
