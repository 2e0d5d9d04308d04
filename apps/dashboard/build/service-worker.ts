import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Plugin, transformWithOxc } from "vite";
import { languages } from "../src/i18n/languages.ts";

const source = fileURLToPath(new URL("../src/service-worker/service-worker.ts", import.meta.url));
/** From public/: what the page requests under these names. */
const named = ["/theme.js", "/favicon.svg"];
/** For developers, and not linked anywhere. */
const left = /\/Gallery-[^/]*$/;

/** The texts of notifications, by language and kind: the catalogues are part of the pages' files, which a worker does not load. */
async function notificationTexts() {
  const texts = Object.entries(languages).map(async ([code, { loadRest }]) => {
    const rest = await loadRest();
    return [code, { mention: rest["push.told.mention"], assignment: rest["push.told.assignment"] }] as const;
  });
  return Object.fromEntries(await Promise.all(texts));
}

/**
 * Writes /sw.js: the service worker, after the list of files that it stores and the texts of notifications. It is not part of the bundle,
 * so that it is one file without imports, whatever the bundler shares among the others.
 */
export function serviceWorker(): Plugin {
  let publicFolder = "";
  return {
    name: "service-worker",
    apply: "build",
    enforce: "post",
    configResolved(config) {
      publicFolder = config.publicDir;
    },
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        const files = Object.keys(bundle)
          .filter((name) => name.startsWith("assets/"))
          .map((name) => `/${name}`)
          .filter((path) => !left.test(path))
          .sort();
        const page = bundle["index.html"];
        // Taken from the page: the bundler may have moved the entry's code into a shared file. The last script is the product's.
        const scripts = page?.type === "asset" ? String(page.source).split('<script type="module"').slice(1) : [];
        const entry = scripts.at(-1)?.split('src="')[1]?.split('"')[0];
        if (entry === undefined || page?.type !== "asset") throw new Error("the build has no page, or no script that it begins with");
        const code = readFileSync(source, "utf8");
        const texts = await notificationTexts();
        const hash = createHash("sha256").update(code).update(files.join("\n")).update(page.source).update(JSON.stringify(texts));
        for (const path of named) hash.update(readFileSync(join(publicFolder, path)));
        const shell = { version: hash.digest("base64url").slice(0, 16), files, named, entry, texts };
        const script = await transformWithOxc(code, source, { sourcemap: false });
        this.emitFile({ type: "asset", fileName: "sw.js", source: `const shell = ${JSON.stringify(shell)};\n${script.code}` });
      },
    },
  };
}
