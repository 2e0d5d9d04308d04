import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** Every file that is committed or would be, relative to the repository's root: no node_modules, no data folders. */
export async function listTree(): Promise<string[]> {
  const list = async (...flags: string[]) => {
    const { stdout } = await promisify(execFile)("git", ["ls-files", ...flags, "-z"], { cwd: root, maxBuffer: 1 << 26 });
    return stdout.split("\0").filter((path) => path !== "");
  };
  const [files, deleted] = await Promise.all([list("--cached", "--others", "--exclude-standard"), list("--deleted")]);
  const gone = new Set(deleted);
  // A wrong folder would otherwise make a check pass forever.
  if (!files.includes("ARCHITECTURE.md")) throw new Error("the tree was not found");
  return files.filter((path) => !gone.has(path));
}
