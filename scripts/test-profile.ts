/**
 * Where the time of `npm test` goes (docs/guides/tests.md). With PARLEY_TEST_PROFILE=FOLDER each test process writes there what its files
 * cost, and the runner what PostgreSQL's processes used, and prints the sums. CPU time, not wall-clock time, which depends on whatever else
 * is running.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PerformanceObserver, type PerformanceMeasure } from "node:perf_hooks";

interface Cost {
  count: number;
  wallMs: number;
  cpuMs: number;
}

interface FileCosts {
  name: string;
  load: Cost;
  run: Cost;
  /** By the marks that tests set with `performance.measure`: clones of the template, app starts, drains. */
  marks: Record<string, Cost>;
}

interface ProcessCosts {
  pid: number;
  cpuMs: number;
  rssMb: number;
  files: FileCosts[];
}

const none = (): Cost => ({ count: 0, wallMs: 0, cpuMs: 0 });

function add(to: Cost, more: Cost): void {
  to.count += more.count;
  to.wallMs += more.wallMs;
  to.cpuMs += more.cpuMs;
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** For this process and its files, one after the other; written when it ends. */
export function profileFiles(folder: string) {
  const files: FileCosts[] = [];
  let current: FileCosts | undefined;
  const observer = new PerformanceObserver((list) => take(list.getEntries() as PerformanceMeasure[]));
  observer.observe({ entryTypes: ["measure"] });
  function take(entries: PerformanceMeasure[]): void {
    for (const { name, duration, detail } of entries) {
      if (current === undefined) return;
      current.marks[name] ??= none();
      add(current.marks[name], { count: 1, wallMs: duration, cpuMs: (detail as { cpuMs?: number } | null)?.cpuMs ?? 0 });
    }
  }
  process.once("exit", () => {
    const costs: ProcessCosts = { pid: process.pid, cpuMs: cpuMs(), rssMb: Math.round(process.resourceUsage().maxRSS / 1024), files };
    writeFileSync(join(folder, `process-${process.pid}.json`), JSON.stringify(costs));
  });
  /** Called when a file is about to be loaded. */
  return function begin(name: string) {
    const costs: FileCosts = { name, load: none(), run: none(), marks: {} };
    files.push(costs);
    current = costs;
    let at = performance.now();
    let cpu = cpuMs();
    function lap(to: Cost): void {
      add(to, { count: 1, wallMs: performance.now() - at, cpuMs: cpuMs() - cpu });
      at = performance.now();
      cpu = cpuMs();
    }
    return {
      loaded: () => lap(costs.load),
      ended() {
        take(observer.takeRecords() as PerformanceMeasure[]);
        lap(costs.run);
      },
    };
  };
}

interface PostgresCosts {
  /** For the whole cluster since it started. */
  allMs: number;
  /** Since they were first seen, by owner: a test process, otherwise their title. Without the last moments of those that ended. */
  ownersMs: Record<string, number>;
}

/** Watches PostgreSQL's processes until `stop`, which returns their CPU time. */
export function watchPostgres(postmaster: number): { stop(): PostgresCosts } {
  const seen = new Map<number, { owner: string; ms: number }>();
  let allMs = 0;
  /** In hundredths of a second: utime and stime, from field 11 on, and those of ended children, from field 13 on. */
  const ticks = (fields: string[], from: number) => (Number(fields[from]) + Number(fields[from + 1])) * 10;
  function sample(): void {
    allMs = 0;
    for (const entry of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
      try {
        const stat = readFileSync(`/proc/${entry}/stat`, "utf8");
        const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        if (Number(entry) === postmaster) allMs += ticks(fields, 11) + ticks(fields, 13);
        if (Number(fields[1]) !== postmaster) continue;
        allMs += ticks(fields, 11);
        const title = readFileSync(`/proc/${entry}/cmdline`, "utf8").replaceAll("\0", " ");
        const named = /test_(\d+)_/.exec(title)?.[1] ?? /^postgres: ([a-z ]+)/.exec(title)?.[1]?.trim();
        // A process that has just ended has no title any more.
        seen.set(Number(entry), { owner: named ?? seen.get(Number(entry))?.owner ?? "?", ms: ticks(fields, 11) });
      } catch {
        // It ended while it was being read.
      }
    }
  }
  const timer = setInterval(sample, 200);
  return {
    stop() {
      clearInterval(timer);
      sample();
      const ownersMs: Record<string, number> = {};
      for (const { owner, ms } of seen.values()) ownersMs[owner] = (ownersMs[owner] ?? 0) + ms;
      return { allMs, ownersMs };
    },
  };
}

/** As text: the sums, the marks, and the most expensive processes and files. */
export function summary(folder: string, postgres: PostgresCosts): string {
  const processes = readdirSync(folder)
    .filter((name) => name.startsWith("process-"))
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as ProcessCosts);
  const files = processes.flatMap((one) => one.files);
  const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
  const s = (ms: number) => (ms / 1000).toFixed(1).padStart(8);
  const marks = new Map<string, Cost>();
  for (const [name, cost] of files.flatMap((file) => Object.entries(file.marks))) {
    if (!marks.has(name)) marks.set(name, none());
    add(marks.get(name) as Cost, cost);
  }
  const own = (one: ProcessCosts) => postgres.ownersMs[String(one.pid)] ?? 0;
  const others = Object.entries(postgres.ownersMs).filter(([owner]) => !/^\d+$/.test(owner));
  return [
    `CPU in seconds: ${processes.length} processes of ${files.length} files`,
    `${s(sum(processes.map((one) => one.cpuMs)))}  node`,
    `${s(sum(files.map(({ load }) => load.cpuMs)))}    loading the files`,
    `${s(sum(files.map(({ run }) => run.cpuMs)))}    running them`,
    `${s(postgres.allMs)}  PostgreSQL`,
    ...others.map(([owner, ms]) => `${s(ms)}    ${owner}`),
    "",
    "marked           count    CPU s   wall s   CPU ms each",
    ...[...marks]
      .sort(([, a], [, b]) => b.cpuMs - a.cpuMs)
      .map(
        ([name, cost]) =>
          `${name.padEnd(16)} ${String(cost.count).padStart(5)} ${s(cost.cpuMs)} ${s(cost.wallMs)}  ${(cost.cpuMs / cost.count).toFixed(1)}`,
      ),
    "",
    "    node  PostgreSQL  MB  files",
    ...processes
      .sort((a, b) => b.cpuMs + own(b) - a.cpuMs - own(a))
      .map((one) => `${s(one.cpuMs)} ${s(own(one))} ${one.rssMb} ${one.files.length} from ${one.files[0]?.name}`),
    "",
    "    load      run     wall  file",
    ...files
      .sort((a, b) => b.load.cpuMs + b.run.cpuMs - a.load.cpuMs - a.run.cpuMs)
      .slice(0, 60)
      .map((file) => `${s(file.load.cpuMs)} ${s(file.run.cpuMs)} ${s(file.run.wallMs)}  ${file.name}`),
  ].join("\n");
}
