/** `npm run bench -- FIGURE [options]`: one figure, measured beside its ceiling, written to bench/results and RESULTS.md. */
import { type Figure, loadAverageNow, meets, type Outcome, record } from "./lib/results.ts";

const figures: Record<Figure, () => Promise<{ run(options: Map<string, string>): Promise<Outcome> }>> = {
  messages: () => import("./messages.ts"),
  callbacks: () => import("./callbacks.ts"),
  "callbacks-photo-social": () => ofKind("photo_social"),
  "callbacks-short-video": () => ofKind("short_video"),
  dispatch: () => import("./dispatch.ts"),
  webhooks: () => import("./webhooks.ts"),
  lists: () => import("./lists.ts"),
  footprint: () => import("./footprint.ts"),
};

async function ofKind(kind: string) {
  const { run } = await import("./callbacks.ts");
  return { run: (given: Map<string, string>) => run(new Map(given).set("kind", kind)) };
}

const [name, ...rest] = process.argv.slice(2);
if (name === undefined || !(name === "all" || Object.hasOwn(figures, name))) {
  process.stderr.write(
    `Usage: npm run bench -- ${Object.keys(figures).join(" | ")} | all [--option=value …] [--dry]\nSee bench/README.md.\n`,
  );
  process.exit(2);
}
const options = new Map(
  rest.map((part) => {
    const [key = "", value = "true"] = part.replace(/^--/, "").split("=", 2);
    return [key, value];
  }),
);

const wanted = name === "all" ? (Object.keys(figures) as Figure[]) : [name as Figure];
let missed = false;
for (const figure of wanted) {
  const loadAverage = loadAverageNow();
  const module = await figures[figure]();
  const outcome = await module.run(options);
  for (const row of outcome.rows) {
    const met = meets(row);
    if (met === false) missed = true;
    const target =
      row.target === undefined ? "" : `  (${row.better === "higher" ? ">=" : "<="} ${row.target}: ${met === true ? "met" : "MISSED"})`;
    process.stdout.write(`${row.name}: ${row.value} ${row.unit}${target}\n`);
  }
  for (const note of outcome.notes) process.stdout.write(`  - ${note}\n`);
  // --dry: trials while one works on the code.
  if (!options.has("dry")) record(figure, `npm run bench -- ${[figure, ...rest].join(" ")}`, loadAverage, outcome);
}
process.exit(missed ? 1 : 0);
