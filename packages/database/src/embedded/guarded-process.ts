/**
 * Runs a PostgreSQL program with the two conditions that matter here: never as root, and never longer than this process
 * lives.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import { Socket } from "node:net";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { DatabaseError } from "../errors.ts";

/**
 * `nobody`. PostgreSQL refuses root, and refuses a numeric user without a passwd entry; 65534 always has one on Debian and its derivatives,
 * so no user has to be created (measured, PostgreSQL 18.4).
 */
const nobody = 65534;

/** The user the programs run as. */
export interface Identity {
  /** Owner of the data folder. */
  uid: number;
  gid: number;
  /** Words put in front of the command. */
  prefix: string[];
  spawnAs: { uid?: number; gid?: number };
}

/**
 * `nobody` cannot traverse a checkout below /root or a data folder below a private temporary folder. We must not change
 * the modes of other people's folders, so PostgreSQL gets the one capability that lets it pass. no_setuid_fixup:
 * without it access(2), which initdb uses to find postgres, ignores the capability.
 */
const traversal = [
  "setpriv",
  `--reuid=${nobody}`,
  `--regid=${nobody}`,
  "--clear-groups",
  "--inh-caps=+dac_override",
  "--ambient-caps=+dac_override",
  "--securebits=+no_setuid_fixup",
];

/** `paths`: folders and files the programs must reach. Throws embedded_unavailable when that is impossible. */
export async function chooseIdentity(paths: string[]): Promise<Identity> {
  const uid = process.getuid?.() ?? -1;
  const gid = process.getgid?.() ?? -1;
  if (uid !== 0) return { uid, gid, prefix: [], spawnAs: {} };

  const closed = await firstInaccessible(paths);
  if (closed === null) return { uid: nobody, gid: nobody, prefix: [], spawnAs: { uid: nobody, gid: nobody } };

  const [command = "", ...flags] = traversal;
  const works = await promisify(execFile)(command, [...flags, "ls", "-d", closed, ...paths], { cwd: "/" }).then(
    () => true,
    () => false,
  );
  if (works) return { uid: nobody, gid: nobody, prefix: traversal, spawnAs: {} };
  throw new DatabaseError(
    "embedded_unavailable",
    `PostgreSQL cannot run as root, and the user it runs as instead (uid ${nobody}) cannot enter ${closed}. ` +
      `Either run as an ordinary user, or move the installation and DATA_DIR to folders open to everyone (chmod o+x), ` +
      `or install setpriv (util-linux), or set DATABASE_URL.`,
  );
}

/**
 * The first folder on the way that `nobody` may not enter. Checks permission bits only: an ACL can allow more, which
 * was never needed so far.
 */
async function firstInaccessible(paths: string[]): Promise<string | null> {
  for (const path of paths) {
    for (let folder = path, below = ""; folder !== below; below = folder, folder = dirname(folder)) {
      const { mode, uid, gid } = await stat(folder);
      const needed = uid === nobody ? 0o100 : gid === nobody ? 0o010 : 0o001;
      if ((mode & needed) === 0) return folder;
    }
  }
  return null;
}

/**
 * The shell holds the read end of a pipe, and only this process holds the write end. When this process ends, however it
 * ends, the pipe closes and PostgreSQL gets SIGINT, its "fast" shutdown (40 ms idle, 1.5 s under a write load). `read`
 * is a shell builtin, so the watcher is one process and is killed with the rest.
 */
const guardScript = `exec 3<&0
"$0" "$@" </dev/null 3<&- & P=$!
(read _ <&3; kill -INT $P) & W=$!
wait $P; S=$?
kill -9 $W 2>/dev/null
exit $S`;

/**
 * Starts `command`; its output goes to the open file `outputFd`. A separate process group keeps the terminal's Ctrl-C from stopping the
 * database before the server has drained.
 */
export function spawnGuarded(identity: Identity, command: string, args: string[], outputFd: number): ChildProcess {
  const [program = "", ...rest] = [...identity.prefix, "sh", "-c", guardScript, command, ...args];
  const child = spawn(program, rest, {
    ...identity.spawnAs,
    // The current folder may be closed to the other user, or be removed later.
    cwd: "/",
    detached: true,
    stdio: ["pipe", outputFd, outputFd],
    // Inherits none of our variables: PGDATA or PGPORT from the shell would change what starts.
    env: { PATH: process.env.PATH ?? "/usr/bin:/bin", LANG: "C.UTF-8", TZ: "UTC" },
  });
  // The pipe breaks when the program dies; the exit event reports that better.
  child.stdin?.on("error", () => undefined);
  child.once("exit", () => child.stdin?.destroy());
  return child;
}

/** Lets this process end although the program still runs; the guard then stops the program. */
export function letParentExit(child: ChildProcess): void {
  child.unref();
  if (child.stdin instanceof Socket) child.stdin.unref();
}
