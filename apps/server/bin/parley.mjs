#!/usr/bin/env node
// The `parley` command. Runs on Node 20 or newer; if the machine's Node is older than 24, it hands over to the Node 24 that npm
// installed with the project.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const entry = fileURLToPath(new URL("../src/cli/main.ts", import.meta.url));

if (Number(process.versions.node.split(".")[0]) >= 24) {
  await import(entry);
} else {
  let node;
  try {
    node = createRequire(import.meta.url).resolve("node/bin/node");
  } catch {
    process.stderr.write("parley needs Node 24; run npm ci first, it brings its own.\n");
    process.exit(1);
  }
  const child = spawn(node, [entry, ...process.argv.slice(2)], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(signal === null ? (code ?? 1) : 1));
}
