/** When the dashboard is built, by whom, and what happens when that fails. */
import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { eventually } from "@parley/server/test/eventually.ts";
import { runCommand, startCommand } from "@parley/server/test/process.ts";
import { builtFolder, ensureBuilt, firstLoadBudget, packedBytes, readFirstLoad, readRouteFiles, routeBudget } from "../build/index.ts";
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
  it("changes with a source, and not with a test beside it", async () => {
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
  it("that fails is told with what it said", async () => {
    const script = await scriptOf("fails.mjs", `console.error("src/main.tsx: a bracket is missing"); process.exit(3);`);
    let begun = 0;
    await assert.rejects(ensureBuilt({ script, begins: () => begun++ }), /ended with 3:\nsrc\/main\.tsx: a bracket is missing/);
    assert.equal(begun, 1);
  });

  it("ends with whoever waits for it", async () => {
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

  it("is made by one process at a time, and by the next one when a process dies in it", async () => {
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

  it("by hand does nothing where nothing has changed", async () => {
    const main = join(dashboardFolder, "build/main.ts");
    const first = await runCommand(process.execPath, [main], {});
    assert.equal(first.code, 0, first.stderr);
    const second = await runCommand(process.execPath, [main], {});
    assert.deepEqual([second.code, second.stdout], [0, "The dashboard is built already.\n"]);
  });

  it("keeps what the inbox needs at first within its budget (a browser shows that it is no more: first-load.e2e.ts)", async () => {
    await ensureBuilt();
    const files = await readFirstLoad(builtFolder);
    for (const ending of [".js", ".css"] as const) {
      const bytes = await packedBytes(builtFolder, files, ending);
      const budget = firstLoadBudget[ending];
      assert.ok(bytes > budget / 2, `only ${bytes} bytes of ${ending}: files are missing in ${files}`);
      assert.ok(bytes <= budget, `${bytes} bytes of ${ending}, where ${budget} are wanted: ${files}`);
    }
  });

  it("keeps every route that is fetched late within its budget, beyond what an inbox with a conversation has", async () => {
    await ensureBuilt();
    const parts = await readRouteFiles(builtFolder);
    const known = new Set([...(await readFirstLoad(builtFolder)), ...(parts["src/screens/inbox/ThreadPane.tsx"] ?? [])]);
    const router = await readFile(join(dashboardFolder, "src/router.tsx"), "utf8");
    const routes = new Set([...router.matchAll(/import\("\.\/(screens\/[^"]+)"\)/g)].map(([, path]) => `src/${path}`));
    assert.ok(routes.size > 20, "the routes of the router were not found");
    for (const route of routes) assert.ok(parts[route] !== undefined, `the build knows no files of ${route}`);
    const sizeOf = async (...sources: string[]) => {
      const own = [...new Set(sources.flatMap((source) => parts[source] ?? []))].filter((name) => !known.has(name));
      return (await packedBytes(builtFolder, own, ".js")) + (await packedBytes(builtFolder, own, ".css"));
    };
    // A part such as /settings/team is a route of its own; its screen comes with it.
    const areaOf = (source: string) => source.split("/")[2];
    const screenOf = (part: string) =>
      [...routes].filter((route) => areaOf(route) === areaOf(part) && /\/(?:Flow|Chatbot|[A-Z]\w+)Screen\.tsx$/.test(route)).slice(0, 1);
    const table: [name: string, bytes: number, budget: number][] = [];
    for (const source of [...routes, ...Object.keys(parts).filter((part) => /Part\.tsx$/.test(part))]) {
      const withScreen = routes.has(source) ? [source] : [source, ...screenOf(source)];
      const isCanvas = /\/flows\/(?:editor|runs|versions)\//.test(source);
      const budget = isCanvas ? routeBudget.canvas : routes.has(source) ? routeBudget.route : routeBudget.part;
      table.push([source, await sizeOf(...withScreen), budget]);
    }
    const told = table
      .toSorted((a, b) => b[1] - a[1])
      .map(([name, bytes, budget]) => `${(bytes / 1_000).toFixed(1).padStart(6)} of ${budget / 1_000} kB  ${name}`)
      .join("\n");
    if (process.env["PARLEY_SIZES"] !== undefined) process.stdout.write(`${told}\n`);
    assert.deepEqual(
      table.filter(([, bytes, budget]) => bytes > budget),
      [],
      told,
    );
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
