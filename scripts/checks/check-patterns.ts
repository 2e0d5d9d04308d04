/** `npm run lint`: fails with file:line on every regular expression of the product that user input can make slow. See docs/adr/0150. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { composed, exceptions } from "./pattern-exceptions.ts";
import { findPatterns, judgePatterns } from "./patterns.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Tests and tools only match their own input. */
const isProduct = (path: string) => /^(?:apps|packages)\//.test(path) && !path.endsWith(".test.ts") && !path.split("/").includes("test");

const found = ["tsconfig.json", "apps/server/src/demo/phone/page/tsconfig.json"].flatMap((config) =>
  findPatterns(join(root, config), root, isProduct),
);
// A wrong folder would otherwise make this check pass forever.
if (!found.some(({ path }) => path === "apps/server/src/modules/service/csat/rating.ts")) throw new Error("the tree was not found");

const { checked, problems } = await judgePatterns(found, exceptions, composed, join(root, "node_modules/.cache/parley-patterns.json"));
for (const { path, line, message } of problems) console.error(`${path}:${line} ${message}`);
const said = `${checked} patterns in ${found.length} places checked, ${exceptions.length} excepted with a reason`;
console.log(problems.length === 0 ? `${said}.` : `\n${said}; ${problems.length} problems.`);
// The checker's child process would otherwise keep this one alive.
process.exit(problems.length === 0 ? 0 : 1);
