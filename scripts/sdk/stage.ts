/** Shared by the package's tests: it is built once per file as published, and its README's examples are programs that use it. */
import { execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { buildSdk } from "./build.ts";

export const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Example {
  title: string;
  text: string;
}

/** The README's programs: TypeScript code blocks, each with a title. */
export async function readExamples(): Promise<Example[]> {
  const readme = await readFile(join(root, "packages/sdk/README.md"), "utf8");
  return [...readme.matchAll(/^```ts([^\n]*)\n([\s\S]*?)^```$/gm)].map(([, info, text]) => {
    const title = /^ title=(\w+)$/.exec(info as string)?.[1];
    if (title === undefined) throw new Error(`an example of the README has no title: ${text?.slice(0, 60)}`);
    return { title, text: text as string };
  });
}

/** A folder with the package in its node_modules, as after installing it, and the examples next to it. */
export async function makeFolder(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "parley-sdk-"));
  await mkdir(join(folder, "node_modules/@types"), { recursive: true });
  await buildSdk(join(folder, "node_modules/@parley/sdk"));
  for (const name of ["node", "../undici-types"])
    await symlink(join(root, "node_modules/@types", name), join(folder, "node_modules/@types", name));
  await writeFile(join(folder, "package.json"), '{ "type": "module", "dependencies": { "@parley/sdk": "1.0.0" } }\n');
  for (const { title, text } of await readExamples()) {
    await writeFile(join(folder, `${title}.ts`), text);
    await writeFile(join(folder, `${title}.mjs`), stripTypeScriptTypes(text));
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

export interface Runtime {
  name: string;
  /** Precedes the file's name. */
  command: string[];
}

/** This Node, and any other runtimes on this machine: an older Node, Deno, Bun. `missing` are the names of those that it lacks. */
export async function findRuntimes(): Promise<{ found: Runtime[]; missing: string[] }> {
  const found: Runtime[] = [{ name: `Node ${process.versions.node}`, command: [process.execPath] }];
  const missing: string[] = [];
  const others: [string, string, RegExp, string[]][] = [
    ["Node 20 or 22", "node", /^v(2[0-3]\.\S+)/, []],
    ["Deno", "deno", /^deno (\S+)/, ["run", "--quiet", "--allow-net", "--allow-env", "--allow-read", "--node-modules-dir=manual"]],
    ["Bun", "bun", /^(\d+\.\S+)/, ["run"]],
  ];
  for (const [name, program, pattern, args] of others) {
    const runtime = await findProgram(program, pattern, args);
    if (runtime === null) missing.push(name);
    else found.push(runtime);
  }
  return { found, missing };
}

async function findProgram(program: string, pattern: RegExp, args: string[]): Promise<Runtime | null> {
  // npm puts the workspace's own Node first.
  const folders = (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => !folder.includes("node_modules") && !folder.includes("node-gyp"));
  for (const folder of folders) {
    const path = join(folder, program);
    const version = await promisify(execFile)(path, ["--version"]).then(
      ({ stdout }) => pattern.exec(stdout)?.[1],
      (error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT" || error.code === "ENOTDIR" || error.code === "EACCES") return undefined;
        throw error;
      },
    );
    if (version !== undefined) return { name: `${program} ${version}`, command: [path, ...args] };
  }
  return null;
}

export interface Program {
  /** Standard output and error so far. */
  out(): string;
  /** Rejects if the program ends before. */
  until(text: string): Promise<void>;
  /** Its exit code. */
  ended: Promise<number>;
}

export function startProgram(runtime: Runtime, folder: string, file: string, env: Record<string, string>): Program {
  const [command = "", ...args] = runtime.command;
  const child = spawn(command, [...args, file], {
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "", HOME: folder, NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      out += text;
      for (const check of [...waiting]) check();
    });
  }
  const ended = new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? -1));
  });
  return {
    out: () => out,
    ended,
    until: (text) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (!out.includes(text)) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
        ended.then((code) => reject(new Error(`${file} has ended with ${code} and never said ${text}: ${out}`)), reject);
      }),
  };
}
