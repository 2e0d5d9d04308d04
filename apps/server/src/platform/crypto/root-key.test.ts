import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { EnvelopeError } from "./envelope.ts";
import { loadOrCreateRootKey } from "./root-key.ts";

async function emptyFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "parley-key-"));
  t.after(() => rm(folder, { recursive: true }));
  return join(folder, "data");
}

test("the first start creates a key that only its owner can read, and later starts find it", async (t) => {
  const dataDir = await emptyFolder(t);
  const [key, ...others] = await loadOrCreateRootKey(dataDir);
  assert.equal(key?.length, 32);
  assert.equal(others.length, 0);
  assert.deepEqual(await readdir(dataDir), ["encryption.key"]);
  assert.equal((await stat(join(dataDir, "encryption.key"))).mode & 0o777, 0o600);
  assert.deepEqual(await loadOrCreateRootKey(dataDir), [key]);
});

test("processes that start at the same time agree on one key", async (t) => {
  const dataDir = await emptyFolder(t);
  const module = new URL("./root-key.ts", import.meta.url).href;
  const script = `const { loadOrCreateRootKey } = await import(${JSON.stringify(module)});
    console.log((await loadOrCreateRootKey(${JSON.stringify(dataDir)})).map((k) => k.toString("hex")).join());`;
  const answers = await Promise.all(
    Array.from(
      { length: 4 },
      () =>
        new Promise<string>((resolve, reject) => {
          const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
          let out = "";
          child.stdout.on("data", (chunk) => (out += chunk)).on("end", () => resolve(out));
          child.on("error", reject);
        }),
    ),
  );
  const within = await Promise.all(Array.from({ length: 50 }, () => loadOrCreateRootKey(dataDir)));
  assert.match(answers[0] ?? "", /^[0-9a-f]{64}\n$/);
  assert.equal(new Set(answers.map((a) => a.trim()).concat(within.map((k) => k.map((b) => b.toString("hex")).join()))).size, 1);
  assert.deepEqual(await readdir(dataDir), ["encryption.key"]);
});

test("concurrent calls in one process agree, too", async (t) => {
  const dataDir = await emptyFolder(t);
  const keys = await Promise.all(Array.from({ length: 30 }, () => loadOrCreateRootKey(dataDir)));
  assert.equal(new Set(keys.map((k) => k[0]?.toString("hex"))).size, 1);
  assert.deepEqual(await readdir(dataDir), ["encryption.key"]);
});

test("a damaged file is an error that names the file and leaves it unchanged", async (t) => {
  const dataDir = await emptyFolder(t);
  await loadOrCreateRootKey(dataDir);
  const path = join(dataDir, "encryption.key");
  await writeFile(path, "half a k");
  await assert.rejects(
    loadOrCreateRootKey(dataDir),
    (error) => error instanceof EnvelopeError && error.message.includes("encryption.key") && !error.message.includes("half a k"),
  );
  assert.equal(await readFile(path, "utf8"), "half a k");
});

test("a file that others could read is made private", async (t) => {
  const dataDir = await emptyFolder(t);
  await loadOrCreateRootKey(dataDir);
  await chmod(join(dataDir, "encryption.key"), 0o644);
  await loadOrCreateRootKey(dataDir);
  assert.equal((await stat(join(dataDir, "encryption.key"))).mode & 0o777, 0o600);
});
