/** Stores results (bench/results/*.json, oldest first) and writes bench/RESULTS.md from the last two of each figure. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";

export interface Row {
  name: string;
  value: number;
  unit: string;
  better: "higher" | "lower";
  /** Absent: for information only. */
  target?: number;
}

export interface Outcome {
  rows: Row[];
  /** What a reader must know: how the ceiling works, causes of a miss, next ideas. */
  notes: string[];
}

interface Result extends Outcome {
  figure: string;
  command: string;
  at: string;
  commit: string;
  machine: string;
  loadAverage: number;
}

const folder = join(import.meta.dirname, "..", "results");
const figures = [
  "messages",
  "messages-photo-social",
  "messages-short-video",
  "callbacks",
  "callbacks-photo-social",
  "callbacks-short-video",
  "dispatch",
  "dispatch-photo-social",
  "dispatch-short-video",
  "webhooks",
  "lists",
  "metrics",
  "footprint",
  "knowledge",
  "segments",
  "broadcast",
  "flows",
  "dashboard",
  "voice",
  "canvas",
  "analytics",
] as const;
const titles: Record<(typeof figures)[number], string> = {
  messages: "(a) POST /messages at 32 connections",
  "messages-photo-social": "(a) on a photo-social channel",
  "messages-short-video": "(a) on a short-video channel",
  callbacks: "(b) Platform callbacks, committed before the 200",
  "callbacks-photo-social": "(b) on a photo-social channel",
  "callbacks-short-video": "(b) on a short-video channel",
  dispatch: "(c) One number at 1,000 messages a second, there and back",
  "dispatch-photo-social": "(c) on a photo-social channel",
  "dispatch-short-video": "(c) on a short-video channel",
  webhooks: "(d) Outbound webhooks",
  lists: "(e) Lists over a million messages",
  metrics: "(i) Metrics over a year",
  footprint: "(f) Memory and start-up",
  knowledge: "(g) Recall of the knowledge search on XQuAD",
  segments: "(h) Segments over 500,000 contacts of one tenant",
  broadcast: "(j) A broadcast with workers killed, beside a conversation",
  flows: "(k) Flows: matching 1,000 events a second, 10,000 runs that wait",
  dashboard: "(l) The dashboard in a browser, 10,000 conversations",
  voice: "(m) Telephone calls: added delay of 50 at once",
  canvas: "(n) The canvas of flows, 300 nodes",
  analytics: "(o) The analytics in a browser, a year of a million messages",
};

export type Figure = (typeof figures)[number];

export function meets(row: Row): boolean | null {
  if (row.target === undefined) return null;
  return row.better === "higher" ? row.value >= row.target : row.value <= row.target;
}

export function record(figure: Figure, command: string, loadAverage: number, outcome: Outcome): void {
  const file = join(folder, `${figure}.json`);
  const before = read(figure);
  const result: Result = { figure, command, at: new Date().toISOString(), commit: commit(), machine: machine(), loadAverage, ...outcome };
  writeFileSync(file, `${JSON.stringify([...before, result], null, 1)}\n`);
  writeFileSync(join(folder, "..", "RESULTS.md"), summary());
}

function read(figure: Figure): Result[] {
  const file = join(folder, `${figure}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Result[]) : [];
}

/** More than a tenth: a smaller difference is noise. */
function loss(row: Row, before: Row | undefined): boolean {
  if (before === undefined || before.value === 0) return false;
  const change = row.value / before.value;
  return row.better === "higher" ? change < 0.9 : change > 1.1;
}

function summary(): string {
  const out = [
    "# Results",
    "",
    "Written by `npm run bench -- FIGURE` (bench/README.md says what each figure means); do not edit. All runs are kept in",
    "bench/results. Server, database, load generator, simulators and ceiling share the machine; each ceiling ran in the same run.",
    "",
  ];
  for (const figure of figures) {
    const results = read(figure);
    const last = results.at(-1);
    out.push(`## ${titles[figure]}`, "");
    if (last === undefined) {
      out.push("Not run yet.", "");
      continue;
    }
    const before = results.at(-2);
    out.push(
      `${last.at.slice(0, 16).replace("T", " ")} UTC, commit ${last.commit}, load average at the start ${last.loadAverage}. ${last.machine}.`,
    );
    out.push(`Command: \`${last.command}\``, "", "| | Result | Target | | Run before |", "|---|---|---|---|---|");
    for (const row of last.rows) {
      const old = before?.rows.find((r) => r.name === row.name);
      const met = meets(row);
      const sign = row.better === "higher" ? ">=" : "<=";
      out.push(
        `| ${row.name} | ${show(row)} | ${row.target === undefined ? "" : `${sign} ${row.target} ${row.unit}`} | ${
          met === null ? "" : met ? "met" : "**missed**"
        } | ${old === undefined ? "" : show(old)}${loss(row, old) ? " **(worse now)**" : ""} |`,
      );
    }
    out.push("");
    for (const note of last.notes) out.push(`- ${note}`);
    if (last.notes.length > 0) out.push("");
  }
  return out.join("\n");
}

function show(row: Row): string {
  const value = Math.abs(row.value) >= 1_000 ? Math.round(row.value).toLocaleString("en") : String(row.value);
  return `${value}${row.unit === "" ? "" : ` ${row.unit}`}`;
}

function machine(): string {
  const [first] = cpus();
  return `${cpus().length} cores (${first?.model.trim() ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}, Node ${process.version}`;
}

function commit(): string {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" }).trim();
  try {
    const dirty = git("status", "--porcelain", "--", "../../apps", "../../packages") !== "";
    return git("rev-parse", "--short", "HEAD") + (dirty ? " with changes" : "");
  } catch {
    return "unknown";
  }
}

export function loadAverageNow(): number {
  return Number((loadavg()[0] ?? 0).toFixed(2));
}
