/** The contents of DATA_DIR for the embedded cluster, who may read them, and how a new cluster is created. */
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { access, chmod, chown, lstat, mkdir, open, readdir, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Binaries } from "./binaries.ts";
import { DatabaseError, errorMessage } from "../errors.ts";
import { type Identity, spawnGuarded } from "./guarded-process.ts";

export interface DataFolder {
  root: string;
  /** PostgreSQL's own folder. Its logs are in `log/` below it, one file per weekday. */
  pgdata: string;
  /** Held by the process that owns the running cluster. */
  lockFile: string;
  /** Output of initdb and of the start until PostgreSQL's own log takes over; emptied at every start. */
  startLog: string;
  passwordFile: string;
}

/** Created at the first start and kept; losing them means losing access to the cluster. */
export interface EmbeddedPasswords {
  superuser: string;
  app: string;
  worker: string;
}

/**
 * 0711: when we run as root, PostgreSQL's user must be able to traverse it, but nobody may list it. The first writer sets this mode.
 * Returns the folder.
 */
export async function makeDataFolder(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  return dataDir;
}

export async function openDataFolder(dataDir: string): Promise<DataFolder> {
  await makeDataFolder(dataDir);
  const root = await realpath(dataDir);
  return {
    root,
    pgdata: join(root, "postgres"),
    lockFile: join(root, "postgres.lock"),
    startLog: join(root, "postgres-start.log"),
    passwordFile: join(root, "postgres-passwords.json"),
  };
}

export async function readPasswords(folder: DataFolder): Promise<EmbeddedPasswords | null> {
  let text: string;
  try {
    text = await readFile(folder.passwordFile, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new DatabaseError(
      "data_folder_unusable",
      `Cannot read ${folder.passwordFile} (${errorMessage(error)}): run as the user the server runs as.`,
      error,
    );
  }
  return JSON.parse(text) as EmbeddedPasswords;
}

async function createPasswords(folder: DataFolder): Promise<EmbeddedPasswords> {
  const random = () => randomBytes(24).toString("base64url");
  const passwords = { superuser: random(), app: random(), worker: random() };
  const draft = `${folder.passwordFile}.new`;
  const file = await open(draft, "w", 0o600);
  await file.writeFile(`${JSON.stringify(passwords)}\n`);
  await file.sync();
  await file.close();
  await rename(draft, folder.passwordFile);
  return passwords;
}

/** The folder in which the socket's own folder is created; PostgreSQL must be able to traverse it. */
export function socketParent(folder: DataFolder): string {
  return socketFits(folder) ? folder.root : tmpdir();
}

function socketFits(folder: DataFolder): boolean {
  return Buffer.byteLength(join(folder.pgdata, ".s.PGSQL.5432")) <= 100;
}

/**
 * The folder of the Unix socket. Socket paths are limited to about 100 bytes, so a deep data folder gets a short one below the system's
 * temporary folder, named after it.
 */
export async function openSocketDir(folder: DataFolder, identity: Identity): Promise<string> {
  if (socketFits(folder)) return folder.pgdata;
  const name = createHash("sha256").update(folder.pgdata).digest("hex").slice(0, 12);
  const short = join(await realpath(tmpdir()), `parley-pg-${name}`);
  await mkdir(short, { mode: 0o700 }).then(
    () => chown(short, identity.uid, identity.gid),
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    },
  );
  // Anyone may create names in /tmp: a folder of another owner could contain a fake server.
  const found = await lstat(short);
  if (!found.isDirectory() || found.uid !== identity.uid || (found.mode & 0o077) !== 0) {
    throw new DatabaseError(
      "data_folder_unusable",
      `${short} exists and is not a private folder of uid ${identity.uid}. Remove it, or set DATA_DIR to a shorter path.`,
    );
  }
  return short;
}

/** Whether DATA_DIR has an embedded database; opening it would create one. False also after a first start that was killed in initdb. */
export function hasCluster(dataDir: string): Promise<boolean> {
  return access(join(dataDir, "postgres", "PG_VERSION")).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== "ENOENT" && error.code !== "ENOTDIR",
  );
}

/** Creates the cluster if there is none, and checks an existing one. The caller holds the lock. */
export async function ensureCluster(
  folder: DataFolder,
  binaries: Binaries,
  identity: Identity,
  onInitdb: () => void,
): Promise<EmbeddedPasswords> {
  await removeUnfinished(folder);
  const version = await readFile(join(folder.pgdata, "PG_VERSION"), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  const stored = await readPasswords(folder);
  if (version === null) {
    const passwords = stored ?? (await createPasswords(folder));
    await initialize(folder, binaries, identity, { password: passwords.superuser, onInitdb });
    return passwords;
  }
  if (stored === null) {
    throw new DatabaseError(
      "data_folder_unusable",
      `${folder.passwordFile} is missing, and without it nobody can log in to ${folder.pgdata}. Restore it from a copy of DATA_DIR.`,
    );
  }
  if (Number(version.trim()) !== binaries.major) {
    throw new DatabaseError(
      "data_folder_unusable",
      `${folder.pgdata} was created by PostgreSQL ${version.trim()}, but this release runs PostgreSQL ${binaries.major}. ` +
        "With the previous release run `parley backup FILE`, then with this one `parley restore FILE --resume` into an empty DATA_DIR.",
    );
  }
  await changeOwner(folder, identity);
  return stored;
}

/** Changes the owner of a folder that an ordinary user created and root now uses; the reverse is impossible. */
async function changeOwner(folder: DataFolder, identity: Identity): Promise<void> {
  const { uid } = await stat(folder.pgdata);
  if (uid === identity.uid) return;
  if (process.getuid?.() !== 0) {
    throw new DatabaseError(
      "data_folder_unusable",
      `${folder.pgdata} belongs to uid ${uid}, and PostgreSQL only runs as the owner of its data. ` +
        `Start as root, or change the owner: chown -R ${identity.uid} ${folder.root}`,
    );
  }
  for (const entry of await readdir(folder.pgdata, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), identity.uid, identity.gid);
  }
  await chown(folder.pgdata, identity.uid, identity.gid);
}

const draftPrefix = "postgres.new-";

/** initdb works in a draft folder that is then renamed, so a kill midway never leaves half a cluster. */
async function initialize(
  folder: DataFolder,
  binaries: Binaries,
  identity: Identity,
  { password, onInitdb }: { password: string; onInitdb: () => void },
): Promise<void> {
  const draft = join(folder.root, `${draftPrefix}${randomBytes(4).toString("hex")}`);
  const pgdata = join(draft, "data");
  const passwordFile = join(draft, "password");
  await mkdir(draft, { mode: 0o700 });
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  await mkdir(pgdata, { mode: 0o700 });
  for (const path of [draft, passwordFile, pgdata]) await chown(path, identity.uid, identity.gid);

  const output = await open(folder.startLog, "w", 0o600);
  try {
    const args = ["-D", pgdata, "-U", "postgres", "-A", "scram-sha-256", `--pwfile=${passwordFile}`, "-E", "UTF8", ...locale(binaries)];
    const child = spawnGuarded(identity, binaries.initdb, args, output.fd);
    onInitdb();
    const [code] = (await once(child, "exit")) as [number | null];
    if (code !== 0) {
      throw new DatabaseError("embedded_failed", `initdb failed (${code}): ${await tail(folder.startLog)}`);
    }
  } finally {
    await output.close();
  }
  await rename(pgdata, folder.pgdata);
  await syncFolder(folder.root);
  await rm(draft, { recursive: true });
}

/**
 * The built-in provider sorts by code point and knows Unicode upper and lower case, the same on every machine and
 * unaffected by upgrades of the system's libc. LC_CTYPE still matters: pg_trgm drops every non-ASCII letter when it is
 * C (seen on 18.4).
 */
function locale(binaries: Binaries): string[] {
  const lcCtype = process.platform === "darwin" ? "en_US.UTF-8" : "C.UTF-8";
  const provider = binaries.major >= 17 ? ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"] : [];
  return [...provider, "--no-locale", `--lc-ctype=${lcCtype}`];
}

async function removeUnfinished(folder: DataFolder): Promise<void> {
  for (const name of await readdir(folder.root)) {
    if (name.startsWith(draftPrefix)) await rm(join(folder.root, name), { recursive: true, force: true });
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, "r");
  await handle.sync().finally(() => handle.close());
}

/** The last lines of a log, for an error message. */
export async function tail(path: string): Promise<string> {
  const text = await readFile(path, "utf8").catch(() => "");
  return text.trim().split("\n").slice(-8).join("\n");
}

/** PostgreSQL requires 0700 on its folder at every start; a copied or restored folder often differs. */
export async function protect(folder: DataFolder): Promise<void> {
  await chmod(folder.pgdata, 0o700);
}
