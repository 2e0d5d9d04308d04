/** `npm run lint`: fails with file:line where a dashboard component hard-codes what a token, a catalogue or `ui/` provides. */
import { glob, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { checkDashboard, type DashboardFile } from "./dashboard-rules.ts";
import { unusedKeys } from "./unused-keys.ts";

const source = fileURLToPath(new URL("../../apps/dashboard/src/", import.meta.url));
/** It takes the service worker's texts from the catalogues. */
const build = fileURLToPath(new URL("../../apps/dashboard/build/", import.meta.url));
const files: DashboardFile[] = [];
for await (const path of glob("**/*.{ts,tsx,css}", { cwd: source }))
  if (!/\.(?:test|e2e)\.tsx?$/.test(path)) files.push({ path, text: await readFile(`${source}${path}`, "utf8") });
// A wrong folder or pattern would otherwise make this check pass forever.
if (!files.some(({ path }) => path === "router.tsx")) throw new Error("the tree was not found");

const isCatalogue = ({ path }: DashboardFile) => /^i18n\/[\w-]+\//.test(path);
const buildSources: DashboardFile[] = [];
for await (const path of glob("*.ts", { cwd: build })) buildSources.push({ path, text: await readFile(`${build}${path}`, "utf8") });
const unused = unusedKeys(
  files.filter(({ path }) => path.startsWith("i18n/en/")),
  [...files.filter((file) => !isCatalogue(file)), ...buildSources],
);
for (const { path, key } of unused)
  console.error(`apps/dashboard/src/${path}: nothing shows the text "${key}": remove it in all languages`);

const problems = checkDashboard(files.sort((a, b) => a.path.localeCompare(b.path)));
for (const { path, line, message } of problems) console.error(`apps/dashboard/src/${path}:${line} ${message}`);
console.log(
  problems.length + unused.length === 0
    ? `${files.length} files of the dashboard take colours, measures, sides and texts from where they belong, and style what they name; every text is shown.`
    : `\n${problems.length + unused.length} places of the dashboard break a rule.`,
);
process.exitCode = problems.length + unused.length === 0 ? 0 : 1;
