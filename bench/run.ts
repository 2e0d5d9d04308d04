/** `npm run bench -- FIGURE [options]`: one figure, measured next to its ceiling, written to bench/results and RESULTS.md. */
import { type Figure, loadAverageNow, meets, type Outcome, record } from "./lib/results.ts";

interface FigureModule {
  run(options: Map<string, string>): Promise<Outcome>;
}

const figures: Record<Figure, () => Promise<FigureModule>> = {
  messages: () => import("./messages.ts"),
  "messages-photo-social": () => ofKind(import("./messages.ts"), "photo_social"),
  "messages-short-video": () => ofKind(import("./messages.ts"), "short_video"),
  callbacks: () => import("./callbacks.ts"),
  "callbacks-photo-social": () => ofKind(import("./callbacks.ts"), "photo_social"),
  "callbacks-short-video": () => ofKind(import("./callbacks.ts"), "short_video"),
  dispatch: () => import("./dispatch.ts"),
  "dispatch-photo-social": () => ofKind(import("./dispatch.ts"), "photo_social"),
  "dispatch-short-video": () => ofKind(import("./dispatch.ts"), "short_video"),
  webhooks: () => import("./webhooks.ts"),
  lists: () => import("./lists.ts"),
  metrics: () => import("./metrics.ts"),
  footprint: () => import("./footprint.ts"),
  knowledge: () => import("./knowledge.ts"),
  segments: () => import("./segments.ts"),
  broadcast: () => import("./broadcast.ts"),
  flows: () => import("./flows.ts"),
  dashboard: () => import("./dashboard.ts"),
  voice: () => import("./voice.ts"),
  canvas: () => import("./canvas.ts"),
  analytics: () => import("./analytics.ts"),
};

async function ofKind(figure: Promise<FigureModule>, kind: string): Promise<FigureModule> {
  const { run } = await figure;
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

/** A folder of this machine says nothing to whoever repeats the run. */
function withoutPlace(option: string): string {
  return option.replace(/=\/.*/, "=FOLDER");
}

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
  // --dry: trial runs while working on the code.
  if (!options.has("dry")) record(figure, `npm run bench -- ${[figure, ...rest.map(withoutPlace)].join(" ")}`, loadAverage, outcome);
}
process.exit(missed ? 1 : 0);
