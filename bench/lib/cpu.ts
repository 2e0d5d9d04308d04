/** CPU time of processes, from /proc; zeros where there is none. */
import { readdirSync, readFileSync } from "node:fs";

/** Milliseconds; Linux counts in steps of 10. */
const tickMs = 10;

export interface CpuTimes {
  /** The whole server process. */
  serverMs: number;
  /** Only its main thread, which runs JavaScript. */
  serverMainMs: number;
  /** PostgreSQL: postmaster, backends, writers. */
  postgresMs: number;
}

export interface MachineTimes {
  /** Everything on this machine. */
  machineMs: number;
  /** CPU that the hypervisor gave to other machines on the same hardware. */
  stolenMs: number;
}

function stat(path: string): string[] {
  try {
    const text = readFileSync(path, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}

const own = (fields: string[]) => (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * tickMs;
const ofChildren = (fields: string[]) => (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) * tickMs;

export function readCpu(serverPid: number | null, postmasterPid: number): CpuTimes & MachineTimes {
  const postmaster = stat(`/proc/${postmasterPid}/stat`);
  let postgresMs = own(postmaster) + ofChildren(postmaster);
  for (const name of numbersIn("/proc")) {
    const fields = stat(`/proc/${name}/stat`);
    if (fields[1] === String(postmasterPid)) postgresMs += own(fields);
  }
  return {
    serverMs: serverPid === null ? 0 : own(stat(`/proc/${serverPid}/stat`)),
    serverMainMs: serverPid === null ? 0 : own(stat(`/proc/${serverPid}/task/${serverPid}/stat`)),
    postgresMs,
    ...readMachine(),
  };
}

function readMachine(): MachineTimes {
  let line = "";
  try {
    line = readFileSync("/proc/stat", "utf8").split("\n", 1)[0] ?? "";
  } catch {
    // Not Linux.
  }
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line.split(/\s+/).slice(1).map(Number);
  return { machineMs: (user + nice + system + irq + softirq) * tickMs, stolenMs: steal * tickMs };
}

/** What others used of this machine, and other machines of the hardware: percent of one core. `ownMs`: used by the measuring processes. */
export function othersBetween(
  before: CpuTimes & MachineTimes,
  after: CpuTimes & MachineTimes,
  ownMs: number,
  durationMs: number,
): { others: number; stolen: number } {
  const known = after.serverMs - before.serverMs + after.postgresMs - before.postgresMs + ownMs;
  const percent = (ms: number) => Math.max(0, Math.round((ms * 100) / durationMs));
  return { others: percent(after.machineMs - before.machineMs - known), stolen: percent(after.stolenMs - before.stolenMs) };
}

export interface CpuShare {
  serverMicros: number;
  serverMainMicros: number;
  postgresMicros: number;
  mainThreadPercent: number;
  postgresPercent: number;
}

/** Per operation, and as a share of one core. */
export function cpuBetween(before: CpuTimes, after: CpuTimes, operations: number, durationMs: number): CpuShare {
  const per = (ms: number) => Math.round((ms * 1_000) / Math.max(1, operations));
  return {
    serverMicros: per(after.serverMs - before.serverMs),
    serverMainMicros: per(after.serverMainMs - before.serverMainMs),
    postgresMicros: per(after.postgresMs - before.postgresMs),
    mainThreadPercent: Math.round(((after.serverMainMs - before.serverMainMs) * 100) / durationMs),
    postgresPercent: Math.round(((after.postgresMs - before.postgresMs) * 100) / durationMs),
  };
}

/** Resident memory in MB; null if /proc does not report it. */
export function residentMb(pid: number): number | null {
  try {
    const line = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return line === undefined ? null : Number(line) / 1_024;
  } catch {
    return null;
  }
}

/**
 * Memory of PostgreSQL's processes in MB: their private memory, plus each one's part of what they share (the buffers), so that shared
 * memory counts once.
 */
export function postgresMb(postmasterPid: number): number {
  let kb = 0;
  for (const name of numbersIn("/proc")) {
    if (name !== String(postmasterPid) && stat(`/proc/${name}/stat`)[1] !== String(postmasterPid)) continue;
    try {
      kb += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/smaps_rollup`, "utf8"))?.[1] ?? 0);
    } catch {
      // It ended meanwhile.
    }
  }
  return kb / 1_024;
}

function numbersIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}
