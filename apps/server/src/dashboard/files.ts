import { hash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** A built file in memory. */
export interface DashboardFile {
  type: string;
  bytes: Buffer;
  /** The compressed variants, where the build made them. */
  packed: Partial<Record<Packing, Buffer>>;
  /** Changes with the bytes; without quotes. */
  tag: string;
}

export type Packing = "br" | "gzip";

/** Content encodings, best first, with the suffix of the file's name. */
export const packings: readonly Packing[] = ["br", "gzip"];
const endings: Record<Packing, string> = { br: ".br", gzip: ".gz" };

export interface DashboardFiles {
  /** By URL path, `/assets/main-1a2b.js`. Not the page and the manifest, which are made for each host. */
  files: ReadonlyMap<string, DashboardFile>;
  /** index.html as it was built. */
  page: string;
  /** The manifest as it was built. */
  manifest: Record<string, unknown>;
}

export const manifestPath = "/manifest.webmanifest";

const types = new Map([
  ["html", "text/html; charset=utf-8"],
  ["js", "text/javascript; charset=utf-8"],
  ["mjs", "text/javascript; charset=utf-8"],
  ["css", "text/css; charset=utf-8"],
  ["json", "application/json; charset=utf-8"],
  ["webmanifest", "application/manifest+json; charset=utf-8"],
  ["txt", "text/plain; charset=utf-8"],
  ["svg", "image/svg+xml"],
  ["png", "image/png"],
  ["webp", "image/webp"],
  ["avif", "image/avif"],
  ["ico", "image/x-icon"],
  ["woff2", "font/woff2"],
  ["wasm", "application/wasm"],
  ["mp3", "audio/mpeg"],
  ["ogg", "audio/ogg"],
  ["wav", "audio/wav"],
]);

const fileBytesMax = 8 * 1024 * 1024;
const allBytesMax = 48 * 1024 * 1024;
const filesMax = 2_000;
/** Names that can be part of a URL and of the router's table unchanged. No hidden files. */
const plainName = /^[A-Za-z0-9_-][A-Za-z0-9_.@-]*$/;

/**
 * Reads what the build wrote, all of it: requests are answered from this table, so no request names a file of the machine.
 * Rejects when a file is of no known type, has an odd name, or there are too many or too large ones. Reads synchronously, at the start
 * only: 443 files take 15 ms; awaiting each took 200 ms of CPU (2026-11-27).
 * @param folder dist of the dashboard
 */
export async function readDashboard(folder: string): Promise<DashboardFiles> {
  const found = new Map<string, Buffer>();
  let size = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const segments = path.slice(folder.replace(/[/\\]$/, "").length + 1).split(/[/\\]/);
    if (entry.isDirectory() || segments.some((segment) => segment.startsWith("."))) continue;
    const odd = segments.find((segment) => !plainName.test(segment));
    if (!entry.isFile() || odd !== undefined) throw new Error(`${path} cannot be served: not a plain file with a plain name`);
    size += statSync(path).size;
    if (found.size >= filesMax || size > allBytesMax)
      throw new Error(`the dashboard in ${folder} is larger than the server keeps in memory`);
    found.set(`/${segments.join("/")}`, readFileSync(path));
  }
  const files = new Map<string, DashboardFile>();
  for (const [path, bytes] of found) {
    if (isPacked(path, found)) continue;
    const type = types.get(path.slice(path.lastIndexOf(".") + 1));
    if (type === undefined) throw new Error(`${path} of the dashboard is of no known type`);
    if (bytes.length > fileBytesMax) throw new Error(`${path} of the dashboard is larger than ${fileBytesMax} bytes`);
    const packed: DashboardFile["packed"] = {};
    for (const packing of packings) {
      const smaller = found.get(path + endings[packing]);
      if (smaller !== undefined) packed[packing] = smaller;
    }
    files.set(path, { type, bytes, packed, tag: tagOf(bytes) });
  }
  const page = files.get("/index.html");
  if (page === undefined) throw new Error(`${folder} has no index.html`);
  const manifest = files.get(manifestPath);
  files.delete("/index.html");
  files.delete(manifestPath);
  return {
    files,
    page: page.bytes.toString("utf8"),
    manifest:
      manifest === undefined
        ? { id: "/", start_url: "/", scope: "/", display: "standalone" }
        : (JSON.parse(manifest.bytes.toString("utf8")) as Record<string, unknown>),
  };
}

function isPacked(path: string, found: ReadonlyMap<string, Buffer>): boolean {
  const ending = Object.values(endings).find((one) => path.endsWith(one));
  return ending !== undefined && found.has(path.slice(0, -ending.length));
}

export function tagOf(bytes: Buffer | string): string {
  return hash("sha256", bytes, "base64url").slice(0, 22);
}
