import type { Plugin } from "vite";

/** The script that every language's page shows: all but Arabic are written in it, and so are names and numbers. */
const first = "inter-latin-wght-normal";

/**
 * Preloads the first font from the page itself, so that it arrives with the styles and not after them: usually in time for the first paint.
 */
export function fontPreload(): Plugin {
  return {
    name: "font-preload",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const path = Object.keys(bundle ?? {}).find((name) => name.includes(first) && name.endsWith(".woff2"));
        if (path === undefined) throw new Error("the build has no font to be fetched first");
        const attrs = { rel: "preload", href: `/${path}`, as: "font", type: "font/woff2", crossorigin: "" };
        return [{ tag: "link", attrs, injectTo: "head" }];
      },
    },
  };
}
