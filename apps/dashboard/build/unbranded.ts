import type { Plugin } from "vite";

/** Words of the SDK that no code compares with: an error's own name, and what a program outside a browser calls itself. */
const words: [string, string][] = [
  ['"ParleyError"', '"ClientError"'],
  ["`parley-sdk/", "`sdk/"],
];

/**
 * The dashboard is shown on agencies' hosts, where nothing tells the product's name, not even its program to somebody who reads it. The SDK is
 * the product's and has it in these texts; the test of what is served (apps/dashboard/test/serving.e2e.ts) finds any other.
 */
export function unbranded(): Plugin {
  return {
    name: "unbranded",
    enforce: "pre",
    transform: {
      filter: { id: /\/packages\/sdk\/src\// },
      handler: (code) => ({ code: words.reduce((text, [from, to]) => text.replaceAll(from, to), code), map: null }),
    },
  };
}
