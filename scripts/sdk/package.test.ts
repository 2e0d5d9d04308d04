/** The published package: small, without dependencies, fast to compile against, and with types that match the document. */
import assert from "node:assert/strict";
import { glob, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { operations } from "@parley/sdk/operations";
import { runTsc } from "./build.ts";
import { makeFolder, readExamples, root } from "./stage.ts";

const compiledBytesMax = 15 * 1024;

let made: Awaited<ReturnType<typeof makeFolder>>;
before(async () => {
  made = await makeFolder();
});
after(() => made?.remove());

/** The settings of a strict project. */
const strict = {
  strict: true,
  noEmit: true,
  target: "es2022",
  module: "nodenext",
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
};
const browser = { lib: ["es2022", "dom", "dom.iterable"], types: [] };
const node = { lib: ["es2022"], types: ["node"], skipLibCheck: true };
const both = { ...node, lib: browser.lib };

async function compile(files: string[], options: object): Promise<void> {
  await writeFile(join(made.folder, "tsconfig.json"), JSON.stringify({ compilerOptions: { ...strict, ...options }, files }));
  await runTsc(["-p", made.folder]);
}

async function read(pattern: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for await (const path of glob(pattern, { cwd: join(made.folder, "node_modules/@parley/sdk") }))
    files.set(path, await readFile(join(made.folder, "node_modules/@parley/sdk", path), "utf8"));
  return files;
}

describe("the package", () => {
  it("has no dependency, in its manifest or in its files", async () => {
    const manifest = JSON.parse((await read("package.json")).get("package.json") ?? "") as Record<string, unknown>;
    assert.deepEqual(Object.keys(manifest).sort(), [
      "description",
      "engines",
      "exports",
      "license",
      "name",
      "sideEffects",
      "type",
      "version",
    ]);
    const files = await read("**/*.{js,d.ts}");
    assert.ok(files.size > 20);
    for (const [path, text] of files) {
      for (const [, specifier] of text.matchAll(/^(?:import|export)\b[^"']*from "([^"]+)"/gm)) {
        assert.match(specifier as string, /^\.\.?\/[\w/]+\.js$/, `${path} imports ${specifier}`);
        assert.ok(files.has(join(path, "..", specifier as string)), `${path} imports ${specifier}, which is not there`);
      }
    }
    for (const [path, text] of files)
      if (path.endsWith(".js")) assert.doesNotMatch(text, /\b(?:process|Buffer|require|__dirname)\b[.(]/, path);
  });

  it("is at most 15 kB compressed, even without any minification beyond removing comments", async () => {
    const folder = join(made.folder, "plain");
    await runTsc(["-p", join(root, "packages/sdk"), "--removeComments", "--declaration", "false", "--outDir", folder]);
    let text = "";
    for await (const path of glob("**/*.js", { cwd: folder })) text += await readFile(join(folder, path), "utf8");
    const bytes = gzipSync(text, { level: 9 }).length;
    console.log(`@parley/sdk: ${bytes} bytes compressed`);
    assert.ok(bytes > 3_000 && bytes <= compiledBytesMax, `${bytes} bytes`);
  });

  it("has types for projects with those of the browser, of Node, or of both", async () => {
    await writeFile(
      join(made.folder, "plain-use.ts"),
      'import { Client } from "@parley/sdk";\nimport { createStream } from "@parley/sdk/stream";\nimport { verify } from "@parley/sdk/webhooks";\nexport const parley = new Client({ baseUrl: "https://a.example" });\nexport const check = verify;\nexport const events = createStream({ baseUrl: "https://a.example" })();\n',
    );
    await compile(["plain-use.ts"], browser);
    await compile(["plain-use.ts"], node);
  });

  it("has README examples with the stated types", async () => {
    const files = (await readExamples()).map(({ title }) => `${title}.ts`);
    await compile(files, both);
  });

  it("compiles, in a file that uses every method of every resource", async () => {
    const lines: string[] = [];
    const visit = (table: typeof operations, path: string): void => {
      for (const [name, entry] of Object.entries(table)) {
        if (typeof entry !== "string") visit(entry, `${path}.${name}`);
        else {
          const n = lines.length;
          const call = `await parley${path}.${name}(...({} as Parameters<typeof parley${path}.${name}>))`;
          // The result has to be used as its declared type.
          const letters = entry.split(" ")[1] ?? "";
          if (letters.includes("e"))
            lines.push(
              `for await (const e of parley${path}.${name}()) if (e.type === "message.received") console.log(e.data.message.text);`,
            );
          else if (letters.includes("f")) lines.push(`const r${n}: string = await (${call}).text();`);
          else if (letters.includes("l")) lines.push(`const r${n} = ${call}; console.log(r${n}.data.length, r${n}.pageInfo.nextCursor);`);
          else lines.push(`const r${n}: object = ${call}; console.log(r${n});`);
        }
      }
    };
    visit(operations, "");
    assert.ok(lines.length > 400, `${lines.length} operations`);
    const head = 'import { Client } from "@parley/sdk";\nconst parley = new Client({ baseUrl: "https://a.example" });\n';
    await writeFile(join(made.folder, "everything.ts"), `${head}${lines.join("\n")}\n`);
    const startedMs = performance.now();
    await compile(["everything.ts"], browser);
    console.log(`tsc over ${lines.length} operations: ${Math.round(performance.now() - startedMs)} ms`);
    // Wrong types are refused.
    const wrong = [
      "parley.contacts.get(5)",
      "parley.messages.send({ to: 'x' })",
      "parley.contacts.creat({})",
      "parley.tickets.create({ subject: 'a', priority: 'soon' })",
    ];
    await writeFile(join(made.folder, "wrong.ts"), `${head}${wrong.map((line) => `await ${line};`).join("\n")}\n`);
    const said = await compile(["wrong.ts"], browser).then(
      () => "",
      (error: Error) => error.message,
    );
    const above = head.split("\n").length;
    for (const [at, line] of wrong.entries()) assert.match(said, new RegExp(`wrong\\.ts[(:]${above + at}[,:]\\d+.*error TS`), line);
  });
});
