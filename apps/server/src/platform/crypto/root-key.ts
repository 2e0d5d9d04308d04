import { randomBytes } from "node:crypto";
import { chmod, link, mkdir, open, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { EnvelopeError, parseRootKeys } from "./envelope.ts";

const FILE_NAME = "encryption.key";

/**
 * The root keys stored in the data folder (embedded database only), created at the first start: `encryption.key`, mode
 * 0600, in the format of ENCRYPTION_KEY, so that rotating means putting a new key and a comma in front of the old one.
 * Written to a draft file and linked into place: of two processes starting at the same time one wins, and both return
 * the winner's key; a crash leaves either no key or a complete one.
 *
 * @returns the current key first, for `createKeyring`
 *
 * @throws EnvelopeError bad_root_key when the file has other contents; never overwrites it, because all secrets depend
 * on it
 */
export async function loadOrCreateRootKey(dataDir: string): Promise<Buffer[]> {
  const path = join(dataDir, FILE_NAME);
  const present = await readKeys(path);
  if (present !== null) return present;
  await create(dataDir, path);
  return (await readKeys(path)) ?? missing(path);
}

async function readKeys(path: string): Promise<Buffer[] | null> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  if (((await stat(path)).mode & 0o077) !== 0) await chmod(path, 0o600);
  try {
    return parseRootKeys(text.trim());
  } catch (error) {
    throw new EnvelopeError(
      "bad_root_key",
      `${path}: ${(error as Error).message}; restore it from a backup, because stored secrets need it`,
    );
  }
}

async function create(dataDir: string, path: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const aside = `${path}.${process.pid}.${randomBytes(6).toString("hex")}`;
  try {
    const file = await open(aside, "wx", 0o600);
    try {
      await file.writeFile(`${randomBytes(32).toString("base64")}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(aside, path);
    await syncFolder(dataDir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

/** Otherwise a power failure could lose the link after secrets were already stored under the key. */
async function syncFolder(dataDir: string): Promise<void> {
  const folder = await open(dataDir, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function missing(path: string): never {
  throw new EnvelopeError("bad_root_key", `${path} vanished while it was being made`);
}
