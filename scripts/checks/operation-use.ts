/** Which operations of the API the dashboard uses, according to the text of its files: `api.contacts.tags.rename(…)`. Pure. */
import type { operations } from "../../packages/sdk/src/generated/operations.ts";

type Table = typeof operations;

/** The path of every operation in the client: "contacts.tags.rename". */
export function operationPaths(table: Table, before = ""): string[] {
  return Object.entries(table).flatMap(([name, value]) =>
    typeof value === "string" ? [before + name] : operationPaths(value as Table, `${before}${name}.`),
  );
}

/** The operations that `defineResource` calls on a resource passed as a whole, by the function of its result that needs them. */
const ofResources: Readonly<Record<string, readonly string[]>> = {
  list: ["listQuery"],
  get: ["detailQuery"],
  update: ["update"],
  delete: ["remove"],
};

/** @param texts the texts of all dashboard files except its tests */
export function usedOperations(paths: readonly string[], texts: readonly string[]): Set<string> {
  const known = new Set(paths);
  const whole = new Map<string, string[]>();
  const used = new Set<string>();
  for (const text of texts) {
    for (const [, chain = ""] of text.matchAll(/\bapi((?:\s*\.\s*[A-Za-z]+)+)/g)) {
      const names = chain
        .split(".")
        .map((name) => name.trim())
        .slice(1);
      for (let length = names.length; length > 0; length--)
        if (known.has(names.slice(0, length).join("."))) used.add(names.slice(0, length).join("."));
    }
    // `export const labels = defineResource<…>("labels", () => api.labels, …)`
    for (const [, name = "", body = ""] of text.matchAll(/\bconst (\w+) = defineResource([^;]*);/g)) {
      const given = [...body.matchAll(/(?:\.\.\.|=>\s*)api\.([A-Za-z.]+)(?![A-Za-z.(])/g)].map(([, path = ""]) => path);
      whole.set(name, [...(whole.get(name) ?? []), ...given]);
    }
  }
  for (const [name, resources] of whole)
    for (const [verb, functions] of Object.entries(ofResources))
      if (functions.some((fn) => texts.some((text) => text.includes(`${name}.${fn}(`))))
        for (const resource of resources) if (known.has(`${resource}.${verb}`)) used.add(`${resource}.${verb}`);
  return used;
}
