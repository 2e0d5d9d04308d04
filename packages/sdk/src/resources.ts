/**
 * Resources with their methods, from the table of operations. An operation is `METHOD/path letters`; the letters list
 * the method's arguments after the path parameters, in this order, and its result: `b` a body, `q` a query, `l` a list,
 * `f` a file (the Response), `e` an event stream, `n` a write without an idempotency key.
 */
import { follow } from "./events.ts";
import type { Resources } from "./generated/resources.ts";
import { createList } from "./list.ts";
import type { Call, Send, Settings } from "./request.ts";
import type { Page, RequestOptions, StreamOptions } from "./types.ts";

export interface Table {
  readonly [name: string]: string | Table;
}

export function createResources(table: Table, send: Send, settings: Settings): Resources {
  return fill(table, (operation, args) => call(operation, [...args], send, settings)) as unknown as Resources;
}

function fill(table: Table, run: (operation: string, args: unknown[]) => unknown): object {
  return Object.fromEntries(
    Object.entries(table).map(([name, entry]) => [
      name,
      typeof entry === "string" ? (...args: unknown[]) => run(entry, args) : fill(entry, run),
    ]),
  );
}

function call(operation: string, args: unknown[], send: Send, settings: Settings): unknown {
  const [address = "", letters = ""] = operation.split(" ");
  const slash = address.indexOf("/");
  const method = address.slice(0, slash);
  const has = (letter: string) => letters.includes(letter);
  const path = address.slice(slash).replace(/\{(\w+)\}/g, (_, name: string) => pathPart(name, args.shift()));
  const body = has("b") ? args.shift() : undefined;
  const query = has("q") ? (args.shift() as object | undefined) : undefined;
  const options = (args.shift() ?? {}) as RequestOptions & StreamOptions;
  if (has("e")) return follow(path, query, options, send, settings);
  const made: Call = {
    method,
    path,
    query,
    body,
    keyed: method !== "GET" && !has("n"),
    answer: has("f") ? "response" : "json",
    accept: has("f") ? "*/*" : "application/json",
    options,
  };
  if (!has("l")) return send(made);
  return createList((cursor) => send(cursor === undefined ? made : { ...made, query: { ...query, cursor } }) as Promise<Page<unknown>>);
}

/** Refuses values that would lead to another path: `/contacts/` is the list, `/contacts/..` the root. */
function pathPart(name: string, value: unknown): string {
  if (typeof value !== "string" || /^\.{0,2}$/.test(value))
    throw new TypeError(`${name}: not a valid path parameter: ${JSON.stringify(value)}`);
  return encodeURIComponent(value);
}
