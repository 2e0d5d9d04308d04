/** A hand-made stand-in for a built dashboard, as the server sees it: tests of serving need no build. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { type DashboardFiles, readDashboard } from "../../src/dashboard/files.ts";

export const script = `document.title = "${"Inbox ".repeat(400)}";`;

const built: Record<string, string | Buffer> = {
  "index.html": `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="theme-color" content="#f5f4f2" />
    <title>Inbox</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="manifest" href="/manifest.webmanifest" />
    <script type="module" src="/assets/main-1a2b3c4d.js"></script>
  </head>
  <body><div id="root"></div></body>
</html>
`,
  "manifest.webmanifest": JSON.stringify({
    id: "/",
    start_url: "/",
    display: "standalone",
    theme_color: "#f5f4f2",
    background_color: "#f5f4f2",
    icons: [{ src: "/icons/app-192.png", sizes: "192x192", type: "image/png" }],
  }),
  "sw.js": "self.addEventListener('install', () => self.skipWaiting());",
  "theme.js": "document.documentElement.dataset.theme = 'light';",
  "favicon.svg": `<svg xmlns="http://www.w3.org/2000/svg"><title>our own mark</title></svg>`,
  "icons/app-192.png": Buffer.from("89504e470d0a1a0a", "hex"),
  "assets/main-1a2b3c4d.js": script,
  "assets/main-1a2b3c4d.js.br": brotliCompressSync(script),
  "assets/main-1a2b3c4d.js.gz": gzipSync(script),
  "assets/inter-5e6f.woff2": Buffer.from("wOF2"),
  ".hash": "the sources",
};

/** @param more additional or replacing files; null: without this one */
export async function fakeDashboard(more: Record<string, string | Buffer | null> = {}): Promise<DashboardFiles> {
  const folder = await mkdtemp(join(tmpdir(), "parley-dashboard-"));
  try {
    for (const [name, content] of Object.entries({ ...built, ...more })) {
      if (content === null) continue;
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), content);
    }
    return await readDashboard(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
