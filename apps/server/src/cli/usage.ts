/** One verb of the command line. `options` are node:util parseArgs options; `positionals` names the arguments without a flag. */
export interface Verb {
  noun: string;
  verb: string | null;
  usage: string;
  summary: string;
  /** Further lines of the command's own help. */
  details?: string;
  options: Record<string, { type: "string" | "boolean" }>;
  required: string[];
  positionals: string[];
  run(input: Input, cli: Cli): Promise<Output>;
}

export interface Input {
  text(name: string): string;
  maybe(name: string): string | undefined;
  flag(name: string): boolean;
  positional(index: number): string;
}

/** Standard input; a terminal has isTTY. */
export type Stdin = NodeJS.ReadableStream & { isTTY?: boolean };

export interface Cli {
  env: Record<string, string | undefined>;
  stdin: Stdin;
  /** A line for people, on standard error: standard output is reserved for the result. */
  note(line: string): void;
}

export interface Output {
  /** What --json prints. */
  json: object;
  /** What people see. */
  lines: string[];
  /** Non-zero if the verb itself found something wrong (doctor). */
  exitCode?: number;
}

/** Wrong usage of the command line: exit code 2. */
export class UsageError extends Error {}

const listedMax = 1_000;
const listedDefault = 100;

/** The option of what lists. */
export function limitOf(input: Input): number {
  const text = input.maybe("limit");
  if (text === undefined) return listedDefault;
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > listedMax) throw new UsageError(`--limit takes 1 to ${listedMax}.`);
  return limit;
}
