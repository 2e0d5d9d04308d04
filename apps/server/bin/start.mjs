// What `npm start` runs: enables the compile cache, then loads the server. In JavaScript, because Node loads its TypeScript parser
// for the first file that is not cached, about 0.15 s.
import { mkdirSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";

if (Number(process.versions.node.split(".")[0]) >= 24) {
  // Same folder as in src/compile-cache.ts; default as in src/config.ts.
  const dataDir = process.env.DATA_DIR || "./.data";
  try {
    // The mode of makeDataFolder, which finds the folder in place.
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    enableCompileCache(join(dataDir, "compiled"));
  } catch {
    // A folder that cannot be written only costs time here; the server says what it needs from it.
  }
}

await import("../src/main.ts");
