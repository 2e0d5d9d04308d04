/**
 * `npm run build:sdk [-- FOLDER]`: @parley/sdk as published, in packages/sdk/dist: JavaScript, declarations, package.json, README and
 * licence.
 */
import { execFile } from "node:child_process";
import { copyFile, glob, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../..", import.meta.url));
const source = join(root, "packages/sdk");

/** `folder` is emptied first. */
export async function buildSdk(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await runTsc(["-p", source, "--outDir", folder]);
  // The compiler writes the names of source files into declarations, which are not next to them any more.
  for await (const path of glob("**/*.d.ts", { cwd: folder })) {
    const text = await readFile(join(folder, path), "utf8");
    await writeFile(join(folder, path), text.replaceAll(/"(\.\.?\/[\w/-]+)\.ts"/g, '"$1.js"'));
  }
  const {
    private: _,
    exports: places,
    ...manifest
  } = JSON.parse(await readFile(join(source, "package.json"), "utf8")) as {
    private: boolean;
    exports: Record<string, string>;
  };
  const built = Object.entries(places).map(([name, path]) => {
    const at = path.replace("./src/", "./").replace(/\.ts$/, "");
    return [name, { types: `${at}.d.ts`, default: `${at}.js` }] as const;
  });
  await writeFile(join(folder, "package.json"), `${JSON.stringify({ ...manifest, exports: Object.fromEntries(built) }, null, 2)}\n`);
  await copyFile(join(source, "README.md"), join(folder, "README.md"));
  await copyFile(join(root, "LICENSE"), join(folder, "LICENSE"));
}

/** Runs TypeScript's compiler; its findings are in the error. */
export async function runTsc(args: string[]): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), ...args], { maxBuffer: 10_000_000 });
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`tsc ${args.join(" ")}\n${stdout}${stderr}`, { cause: error });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = resolve(process.argv[2] ?? join(source, "dist"));
  await buildSdk(folder);
  console.log(`wrote ${folder}`);
}
