import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { firstLoad } from "./build/first-load.ts";
import { fontPreload } from "./build/font-preload.ts";
import { icons } from "./build/icons.ts";
import { routeFiles } from "./build/route-files.ts";
import { serviceWorker } from "./build/service-worker.ts";
import { unbranded } from "./build/unbranded.ts";
import { languages } from "./src/i18n/languages.ts";

/** Where `npm run dev:dashboard` finds the API: a separately started server. */
const server = process.env["PARLEY_URL"] ?? "http://127.0.0.1:3000";

/** React Aria includes its few texts in 34 languages in every page: keeps only those of our languages. */
function ownLanguagesOfAria(): Plugin {
  const kept = new Set(Object.keys(languages).map((code) => code.split("-")[0]));
  return {
    name: "own-languages-of-aria",
    enforce: "pre",
    load(id) {
      const language = /\/react-(?:aria|stately|aria-components)\/dist\/private\/intl\/(?:\w+\/)?([a-z]{2})-[A-Z]{2}\.mjs$/.exec(id)?.[1];
      return language === undefined || kept.has(language) ? null : "export default {};";
    },
  };
}

/** Index modules of libraries, which re-export all others: an importer of one does not use everything that it re-exports. */
const listOfAll = /\/node_modules\/.+\/(?:index|lucide-react)\.mjs$/;

/**
 * Puts the modules that one part of the dashboard shares with others into one file: each file is compressed separately, and fifty small
 * ones take 25 kB more than one. The bundler places what is not shared.
 */
function sharedBy(name: string, entry: RegExp) {
  const known = new Map<string, boolean>();
  const nameOf = (id: string, about: { getModuleInfo(id: string): { importers: readonly string[] } | null }): string | null => {
    const isOfIt = (each: string): boolean => {
      const found = known.get(each);
      if (found !== undefined) return found;
      // While this is being determined: two modules that import each other are not shared because of each other alone.
      known.set(each, false);
      const importers = (about.getModuleInfo(each)?.importers ?? []).filter((importer) => !listOfAll.test(importer));
      const answer = entry.test(each) || importers.some(isOfIt);
      known.set(each, answer);
      return answer;
    };
    return isOfIt(id) ? name : null;
  };
  return { name: nameOf, debugName: name, minShareCount: 2 };
}

export default defineConfig({
  plugins: [unbranded(), icons(), ownLanguagesOfAria(), react(), tailwindcss(), fontPreload(), firstLoad(), routeFiles(), serviceWorker()],
  build: {
    target: "es2024",
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // For `start`, before compression: every page needs React, the router and the data layer.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "start", tags: ["$initial"], priority: 2 },
            { ...sharedBy("inbox-shared", /\/screens\/inbox\/InboxScreen\.tsx$/), priority: 1 },
            sharedBy("conversation-shared", /\/screens\/inbox\/ThreadPane\.tsx$/),
          ],
        },
      },
    },
  },
  worker: { format: "es", plugins: () => [unbranded()] },
  server: {
    port: 5173,
    // The page's host is kept: the server refuses writes whose Origin is not the host of the request.
    proxy: { "/api": { target: server, changeOrigin: false }, "/phone": server, "/demo": server },
  },
});
