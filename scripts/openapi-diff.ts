export interface Difference {
  kind: "added" | "removed" | "changed";
  /** `paths./api/v1/contacts.get.responses.200.content.…` */
  place: string;
  before?: unknown;
  after?: unknown;
}

type Node = Record<string, unknown>;

/** Lists whose order is irrelevant. */
const unordered = new Set(["required", "enum", "type", "parameters", "tags", "anyOf", "oneOf"]);

/**
 * The differences between two API documents with all references followed. Components are compared where they are used, so moving something
 * among them is not a difference. Pure.
 */
export function compareDocuments(before: object, after: object): Difference[] {
  const found: Difference[] = [];
  const [old, now] = [resolver(before), resolver(after)];
  const seen = new Set<string>();

  function compare(a: unknown, b: unknown, place: string): void {
    const [left, right] = [old(a), now(b)];
    // This pair of components has already been compared; also ends recursion.
    const pair = refsOf(a, b);
    if (pair !== null) {
      if (seen.has(pair)) return;
      seen.add(pair);
    }
    if (Array.isArray(left) && Array.isArray(right)) return compareLists(left, right, place);
    if (isNode(left) && isNode(right)) {
      for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
        const at = place === "" ? key : `${place}.${key}`;
        if (!Object.hasOwn(right, key)) found.push({ kind: "removed", place: at, before: left[key] });
        else if (!Object.hasOwn(left, key)) found.push({ kind: "added", place: at, after: right[key] });
        else compare(left[key], right[key], at);
      }
      return;
    }
    if (left !== right) found.push({ kind: "changed", place, before: left, after: right });
  }

  function compareLists(left: unknown[], right: unknown[], place: string): void {
    const key = place.split(".").at(-1) as string;
    if (key === "parameters") {
      const byName = (list: unknown[], follow: (value: unknown) => unknown) =>
        Object.fromEntries(list.map((item) => [`${(follow(item) as Node)["in"]}:${(follow(item) as Node)["name"]}`, follow(item)]));
      return compare(byName(left, old), byName(right, now), place);
    }
    if (unordered.has(key) && [...left, ...right].every((item) => typeof item !== "object")) {
      const asKeys = (list: unknown[]) => Object.fromEntries(list.map((item) => [String(item), true]));
      return compare(asKeys(left), asKeys(right), place);
    }
    for (let i = 0; i < Math.max(left.length, right.length); i++) {
      if (i >= right.length) found.push({ kind: "removed", place: `${place}[${i}]`, before: left[i] });
      else if (i >= left.length) found.push({ kind: "added", place: `${place}[${i}]`, after: right[i] });
      else compare(left[i], right[i], `${place}[${i}]`);
    }
  }

  const parts = ({ components, ...rest }: Node) => ({ ...rest, securitySchemes: (components as Node)["securitySchemes"] });
  compare(parts(before as Node), parts(after as Node), "");
  return found;
}

function refsOf(a: unknown, b: unknown): string | null {
  const [left, right] = [isNode(a) ? a["$ref"] : undefined, isNode(b) ? b["$ref"] : undefined];
  return typeof left === "string" && typeof right === "string" ? `${left} ${right}` : null;
}

/**
 * Follows references; members next to `$ref` take precedence over those of its target (OpenAPI 3.1). Normalizes equivalent forms:
 * `required: false` is left out, null is among the types of a plain value, the members of an extended schema are included, and a pattern that
 * matches every name counts as additional properties.
 */
function resolver(document: object): (value: unknown) => unknown {
  const plain = ["string", "integer", "number", "boolean"];
  function inOneWay(node: unknown): unknown {
    if (!isNode(node)) return node;
    const { required, anyOf, allOf, ...rest } = node;
    const [[pattern, value] = [], ...patterns] = Object.entries((rest["patternProperties"] ?? {}) as Node);
    if (pattern === "^.*$" && patterns.length === 0 && !("additionalProperties" in node)) {
      const { patternProperties: _, ...others } = node;
      return inOneWay({ ...others, additionalProperties: value });
    }
    if (required === false) return inOneWay({ ...rest, ...(anyOf === undefined ? {} : { anyOf }) });
    if (Array.isArray(anyOf) && anyOf.length === 2) {
      const [one, none] = anyOf as Node[];
      if (one !== undefined && none?.["type"] === "null" && plain.includes(one["type"] as string) && !("enum" in one))
        return { ...one, type: [one["type"], "null"], ...rest };
    }
    if (Array.isArray(allOf) && allOf.length === 1 && isNode(allOf[0]) && "$ref" in allOf[0]) {
      const base = follow(allOf[0]) as Node;
      return {
        ...rest,
        ...(base["required"] === undefined && required === undefined
          ? {}
          : { required: [...((base["required"] ?? []) as string[]), ...((required ?? []) as string[])] }),
        properties: { ...(base["properties"] as Node), ...(rest["properties"] as Node) },
      };
    }
    return node;
  }
  function follow(value: unknown): unknown {
    if (!isNode(value) || typeof value["$ref"] !== "string") return inOneWay(value);
    const { $ref, ...siblings } = value;
    const target = ($ref as string)
      .split("/")
      .slice(1)
      .reduce<unknown>((at, key) => (at as Node | undefined)?.[key.replaceAll("~1", "/").replaceAll("~0", "~")], document);
    if (target === undefined) throw new Error(`${$ref} leads nowhere`);
    const found = follow(target);
    return isNode(found) ? { ...found, ...siblings } : found;
  }
  return follow;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
