import type { Plugin } from "vite";

/** Words of the SDK that no code compares with: an error's name, and the user agent outside a browser. */
const words: [string, string][] = [
  ['"ParleyError"', '"ClientError"'],
  ["`parley-sdk/", "`sdk/"],
];

/**
 * The dashboard is shown on agencies' hosts, where nothing may reveal the product's name, not even its code. The SDK is branded and
 * contains it in these texts; the test of the served files (apps/dashboard/test/serving.e2e.ts) finds any other.
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
