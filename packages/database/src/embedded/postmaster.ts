/**
 * Which process runs on a data folder. PostgreSQL's own lock file (postmaster.pid) contains a process id, and process ids are reused: after
 * a container restart the old number often belongs to another process, sometimes to this very one. So a pid counts as the postmaster only
 * if the process works in the data folder.
 */
import { execFile } from "node:child_process";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/**
 * The lines of postmaster.pid we use: https://www.postgresql.org/docs/18/storage-file-layout.html (read 2026-11-21).
 */
export interface PostmasterPid {
  pid: number;
  port: number;
  socketDir: string;
  ready: boolean;
  /** The whole file: two starts never write the same content, even if the pid repeats. */
  content: string;
}

export async function readPostmasterPid(pgdata: string): Promise<PostmasterPid | null> {
  const content = await readFile(join(pgdata, "postmaster.pid"), "utf8").catch(ignoreMissing);
  if (content === null) return null;
  const lines = content.split("\n");
  const pid = Number(lines[0]);
  // Written in steps while starting: an incomplete file means a start in progress, not an error.
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return {
    pid,
    port: Number(lines[3] ?? ""),
    socketDir: lines[4] ?? "",
    ready: (lines[7] ?? "").trim() === "ready",
    content,
  };
}

/** The postmaster that serves this folder now, whether starting, ready or stopping; null when there is none. */
export async function findLivePostmaster(pgdata: string): Promise<PostmasterPid | null> {
  const file = await readPostmasterPid(pgdata);
  if (file === null) return null;
  return (await worksIn(file.pid, pgdata)) ? file : null;
}

/**
 * Every process that works in this folder. After `kill -9` of a postmaster its children need a moment to notice, and a
 * new one must not start before they are gone. Only Linux can tell; elsewhere PostgreSQL's shared memory check must.
 */
export async function findProcessesIn(pgdata: string): Promise<number[]> {
  if (process.platform !== "linux") return [];
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const inside = await Promise.all(pids.map((pid) => worksIn(pid, pgdata)));
  return pids.filter((_, index) => inside[index]);
}

/**
 * Only for a folder without a process. PostgreSQL overwrites a stale postmaster.pid itself, unless its number now
 * belongs to another process of the same user: then it refuses to start.
 */
export async function dropStalePid(pgdata: string): Promise<void> {
  const file = await readPostmasterPid(pgdata);
  if (file !== null && isAlive(file.pid)) await rm(join(pgdata, "postmaster.pid"), { force: true });
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Sends a signal. A process that has already ended is not an error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

async function worksIn(pid: number, folder: string): Promise<boolean> {
  if (process.platform === "linux") {
    // PostgreSQL's processes work in their data folder. Comparing inodes sees through bind mounts and symbolic links; a
    // zombie has no cwd left, another user's process is not readable, and neither can be ours.
    const [cwd, wanted] = await Promise.all([stat(`/proc/${pid}/cwd`).catch(() => null), stat(folder).catch(ignoreMissing)]);
    if (cwd === null || wanted === null || cwd.dev !== wanted.dev || cwd.ino !== wanted.ino) return false;
    // A shell in the folder is not PostgreSQL.
    const name = await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "");
    return name.startsWith("postgres");
  }
  if (!isAlive(pid)) return false;
  const { stdout } = await promisify(execFile)("ps", ["-o", "command=", "-p", String(pid)]).catch(() => ({ stdout: "" }));
  return stdout.includes("postgres") && stdout.includes(folder);
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
