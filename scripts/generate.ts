/**
 * `npm run generate` writes the files that are generated from code: openapi.json, docs/errors.md, docs/configuration.md,
 * docs/channel-abilities.md, docs/tables.md, packages/database/schema.sql, docs/adr/README.md, packages/sdk/src/generated. With `--check`
 * (`npm run stale`, part of `npm run check`) it writes nothing and fails, naming each outdated file.
 */
import { randomBytes } from "node:crypto";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createApp } from "../apps/server/src/app.ts";
import { readConfig } from "../apps/server/src/config.ts";
import { printJson } from "../apps/server/src/platform/http/openapi/print.ts";
import { createLog } from "../apps/server/src/platform/log/log.ts";
import {
  type DatabaseLog,
  dumpSchema,
  ensureRoles,
  migrate,
  roleConfig,
  startEmbedded,
  withClient,
} from "../packages/database/src/index.ts";
import { readAdrIndex } from "./adr-index.ts";
import { renderChannels } from "./channel-table.ts";
import { renderConfiguration, renderErrors } from "./generated-docs.ts";
import { renderSdk } from "./sdk/render.ts";
import { renderTables } from "./tables/page.ts";
import { readTables } from "./tables/read.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const check = process.argv.includes("--check");

const files = new Map<string, string>([
  ["docs/errors.md", renderErrors()],
  ["docs/configuration.md", renderConfiguration()],
  ["docs/adr/README.md", await readAdrIndex()],
  ["docs/tables.md", await readTablesPage()],
  ...(await fromDatabase()),
]);

const stale: string[] = [];
for (const [path, text] of files) {
  const present = await readFile(join(root, path), "utf8").catch(() => null);
  if (present === text) continue;
  stale.push(path);
  if (check) continue;
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}
for (const path of stale) console.log(check ? `${path} is stale: run npm run generate and commit it` : `wrote ${path}`);
if (stale.length === 0) console.log(`${files.size} generated files are up to date.`);
if (check && stale.length > 0) process.exitCode = 1;

async function readTablesPage(): Promise<string> {
  const found = await readTables();
  return renderTables(found.declared, found);
}

/** The files that require the app, and so a migrated database; the app is built but never started. */
async function fromDatabase(): Promise<[string, string][]> {
  const log: DatabaseLog = {
    info: () => undefined,
    warn: (details, message) => console.warn(message, details),
    error: (details, message) => console.error(message, details),
  };
  const folder = await mkdtemp(join(tmpdir(), "parley-generate-"));
  // The cluster may run as another user, who must be able to traverse it.
  await chmod(folder, 0o755);
  try {
    const cluster = await startEmbedded({ dataDir: folder, log, settings: { fsync: "off" } });
    try {
      const admin = cluster.connection("parley_generate");
      await withClient(cluster.connection("postgres"), (client) => client.query("create database parley_generate"));
      await withClient(admin, (client) => ensureRoles(client, cluster.passwords));
      await migrate(admin, { log });
      const schema = await withClient(admin, dumpSchema);
      const app = await createApp({
        config: readConfig({ DEMO: "false" }),
        connections: { app: roleConfig(admin, "app", cluster.passwords), worker: roleConfig(admin, "worker", cluster.passwords) },
        rootKeys: [randomBytes(32)],
        log: createLog("silent"),
        idle: true,
      });
      const openapi = printJson(app.openapi);
      const channels = renderChannels(app.channelKinds);
      await app.stop();
      return [
        ["docs/channel-abilities.md", channels],
        ["openapi.json", openapi],
        ["packages/database/schema.sql", schema],
        // From the serialized text, because that is what everybody else reads.
        ...renderSdk(JSON.parse(openapi)),
      ];
    } finally {
      await cluster.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}
