import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const list = fileURLToPath(import.meta.resolve("lucide-react")).replace(/\bcjs\/lucide-react\.js$/, "esm/lucide-react.mjs");
const imported = /import \{([^{}]+)\} from "lucide-react";/g;

/**
 * Imports each icon from its own file: for imports from the index of all icons, the bundler cannot tell which part of the page uses which,
 * and the first load gets every icon that two screens share.
 */
export function icons(): Plugin {
  let files: Map<string, string> | undefined;
  const fileOf = (name: string) => {
    files ??= new Map(
      [...readFileSync(list, "utf8").matchAll(/^export \{ (.+) \} from '(\.\/icons\/[\w-]+\.mjs)';$/gm)].flatMap(
        ([, names = "", file = ""]) =>
          names.split(", ").map((each) => [each.replace("default as ", ""), join(dirname(list), file)] as const),
      ),
    );
    const file = files.get(name);
    if (file === undefined) throw new Error(`lucide-react has no icon ${name}`);
    return file;
  };
  return {
    name: "icons",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (!id.includes("/apps/dashboard/src/") || !code.includes('"lucide-react"')) return null;
      return code.replace(imported, (_, names: string) =>
        names
          .split(",")
          .map((each) => each.trim())
          .filter((each) => each !== "" && !each.startsWith("type "))
          .map((each) => {
            const [name = "", own = name] = each.split(" as ");
            return `import ${own} from ${JSON.stringify(fileOf(name))};`;
          })
          .join(" "),
      );
    },
  };
}
