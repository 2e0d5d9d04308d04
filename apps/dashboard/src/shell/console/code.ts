/** A call of the page as another program would make it, with its own key in the environment. */
import { operations } from "@parley/sdk";
import type { ApiCall } from "../../api/calls.ts";

type Call = Pick<ApiCall, "method" | "path" | "body">;
/** The table that the API client is built from: `GET/contacts/{id} q`. */
type Table = { readonly [name: string]: string | Table };

const prefix = /^\/api(?:\/v1)?(?=\/)/;
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

export function curlOf({ method, path, body }: Call, origin: string): string {
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(origin + path)}`,
    '  -H "Authorization: Bearer $API_KEY"',
    ...(method === "GET" ? [] : ['  -H "Idempotency-Key: $(uuidgen)"']),
    ...(body === undefined ? [] : ["  -H 'Content-Type: application/json'", `  -d ${quoted(JSON.stringify(body))}`]),
  ];
  return lines.join(" \\\n");
}

export function sdkOf({ method, path, body }: Call, origin: string): string {
  const url = new URL(path, origin);
  const query = readQuery(url.searchParams);
  const found = findOperation(method, url.pathname.replace(prefix, ""));
  const lines = [
    // Without the import: the package has the product's name, which an agency's clients never see.
    `const client = new Client({ baseUrl: ${JSON.stringify(origin)}, apiKey: process.env.API_KEY });`,
    "",
  ];
  if (found === null) {
    const input = { ...(query === undefined ? {} : { query }), ...(body === undefined ? {} : { body }) };
    const args = [
      JSON.stringify(method),
      JSON.stringify(url.pathname.replace(prefix, "")),
      ...(Object.keys(input).length === 0 ? [] : [literal(input)]),
    ];
    return [...lines, `const answer = await client.request(${args.join(", ")});`].join("\n");
  }
  const { name, params, letters } = found;
  const args = [
    ...params.map((param) => JSON.stringify(param)),
    ...(letters.includes("b") && body !== undefined ? [literal(body)] : []),
    ...(letters.includes("q") && query !== undefined ? [literal(query)] : []),
  ];
  const call = `client.${name}(${args.join(", ")})`;
  const use = letters.includes("e")
    ? `for await (const event of ${call}) console.log(event.type);`
    : letters.includes("l")
      ? `const { data, pageInfo } = await ${call};`
      : `const answer = await ${call};`;
  return [...lines, use].join("\n");
}

interface Found {
  name: string;
  params: string[];
  letters: string;
}

/** The most literal match, as in the server's router: `/contacts/tags` before `/contacts/{id}`. */
function findOperation(method: string, path: string): Found | null {
  const parts = path.split("/");
  let best: (Found & { literal: number }) | null = null;
  const visit = (table: Table, names: readonly string[]) => {
    for (const [name, entry] of Object.entries(table)) {
      if (typeof entry !== "string") visit(entry, [...names, name]);
      else {
        const [address = "", letters = ""] = entry.split(" ");
        const slash = address.indexOf("/");
        const params = address.slice(0, slash) === method ? match(address.slice(slash).split("/"), parts) : null;
        if (params === null || (best !== null && best.literal >= parts.length - params.length)) continue;
        best = { name: [...names, name].join("."), params, letters, literal: parts.length - params.length };
      }
    }
  };
  visit(operations, []);
  return best;
}

/** The values of the parameters; null: the path does not match. */
function match(pattern: readonly string[], parts: readonly string[]): string[] | null {
  if (pattern.length !== parts.length) return null;
  const params: string[] = [];
  for (const [at, part] of pattern.entries()) {
    if (part.startsWith("{")) params.push(decodeURIComponent(parts[at] as string));
    else if (part !== parts[at]) return null;
  }
  return params;
}

function readQuery(given: URLSearchParams): Record<string, unknown> | undefined {
  const entries = [...given].map(([name, value]) => {
    if (value === "true" || value === "false") return [name, value === "true"] as const;
    return [name, /^(?:0|[1-9]\d{0,8})$/.test(value) ? Number(value) : value] as const;
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** As a person would write it: names without quotation marks. */
function literal(value: unknown): string {
  const text = JSON.stringify(value, null, 2).replace(/"([A-Za-z_$][\w$]*)":/g, "$1:");
  return text.length <= 80 ? text.replaceAll(/\n\s*/g, " ") : text;
}
