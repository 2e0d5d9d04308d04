import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { fontPreload } from "./build/font-preload.ts";
import { serviceWorker } from "./build/service-worker.ts";
import { unbranded } from "./build/unbranded.ts";
import { languages } from "./src/i18n/languages.ts";

/** Where `npm run dev:dashboard` finds the API: a server that was started beside it. */
const server = process.env["PARLEY_URL"] ?? "http://127.0.0.1:3000";

/** React Aria brings its few texts in 34 languages, in every page: only those of ours are kept. */
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

export default defineConfig({
  plugins: [unbranded(), ownLanguagesOfAria(), react(), tailwindcss(), fontPreload(), serviceWorker()],
  build: { target: "es2024", sourcemap: false, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  worker: { format: "es", plugins: () => [unbranded()] },
  server: {
    port: 5173,
    // The address of the page stays: the server refuses writes whose Origin is not the address that it was asked by.
    proxy: { "/api": { target: server, changeOrigin: false }, "/phone": server, "/demo": server },
  },
});
