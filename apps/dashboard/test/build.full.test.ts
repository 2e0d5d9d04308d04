/** The dashboard as built: once, and within its budgets. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { runCommand } from "@parley/server/test/process.ts";
import { builtFolder, ensureBuilt, firstLoadBudget, packedBytes, readFirstLoad, readRouteFiles, routeBudget } from "../build/index.ts";
import { dashboardFolder } from "../build/sources.ts";

describe("a build", () => {
  it("by hand does nothing if nothing has changed", async () => {
    const main = join(dashboardFolder, "build/main.ts");
    const first = await runCommand(process.execPath, [main], {});
    assert.equal(first.code, 0, first.stderr);
    const second = await runCommand(process.execPath, [main], {});
    assert.deepEqual([second.code, second.stdout], [0, "The dashboard is built already.\n"]);
  });

  it("keeps what the inbox needs at first within its budget (first-load.e2e.ts shows in a browser that it needs no more)", async () => {
    await ensureBuilt();
    const files = await readFirstLoad(builtFolder);
    for (const ending of [".js", ".css"] as const) {
      const bytes = await packedBytes(builtFolder, files, ending);
      const budget = firstLoadBudget[ending];
      assert.ok(bytes > budget / 2, `only ${bytes} bytes of ${ending}: files are missing in ${files}`);
      assert.ok(bytes <= budget, `${bytes} bytes of ${ending}, where ${budget} are wanted: ${files}`);
    }
  });

  it("keeps every late-loaded route within its budget, beyond what an inbox with a conversation already has", async () => {
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
    // A part such as /settings/team is a separate route; its screen is loaded with it.
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
    const listed = table
      .toSorted((a, b) => b[1] - a[1])
      .map(([name, bytes, budget]) => `${(bytes / 1_000).toFixed(1).padStart(6)} of ${budget / 1_000} kB  ${name}`)
      .join("\n");
    if (process.env["PARLEY_SIZES"] !== undefined) process.stdout.write(`${listed}\n`);
    assert.deepEqual(
      table.filter(([, bytes, budget]) => bytes > budget),
      [],
      listed,
    );
  });
});
