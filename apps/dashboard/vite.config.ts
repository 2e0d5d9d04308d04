import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Where `npm run dev:dashboard` finds the API: a server that was started beside it. */
const server = process.env["PARLEY_URL"] ?? "http://127.0.0.1:3000";

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: { target: "es2024", sourcemap: false, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  worker: { format: "es" },
  server: {
    port: 5173,
    // The address of the page stays: the server refuses writes whose Origin is not the address that it was asked by.
    proxy: { "/api": { target: server, changeOrigin: false }, "/phone": server, "/demo": server },
  },
});
