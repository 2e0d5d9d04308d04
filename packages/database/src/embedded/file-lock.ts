/**
 * A lock that the kernel releases when its holder dies, however it dies: no stale lock files, no guessing about reused
 * process ids. Node has no flock(2), but its SQLite takes the same kind of lock on an empty file (4 ms, nothing
 * written).
 */
import { DatabaseSync } from "node:sqlite";

export interface FileLock {
  release(): void;
}

/** Null when another process, or another holder in this process, has it. Never waits. */
export function tryFileLock(path: string): FileLock | null {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec("begin exclusive");
  } catch (error) {
    database.close();
    const sqliteBusy = 5;
    if (error instanceof Error && "errcode" in error && error.errcode === sqliteBusy) return null;
    throw error;
  }
  let held = true;
  return {
    release() {
      if (held) database.close();
      held = false;
    },
  };
}
