import { parseArgs } from "node:util";
import { DatabaseError } from "@parley/database";
import { ConfigError } from "../config.ts";
import { EnvelopeError } from "../platform/crypto/envelope.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { channelVerbs } from "./channel.ts";
import { databaseVerbs } from "./database.ts";
import { doctorVerb } from "./doctor.ts";
import { encryptionVerbs } from "./encryption.ts";
import { inboundVerbs } from "./inbound.ts";
import { sampleVerbs } from "./sample.ts";
import { tenantVerbs } from "./tenant.ts";
import { type Input, type Output, type Stdin, UsageError, type Verb } from "./usage.ts";

const verbs: Verb[] = [...tenantVerbs, ...channelVerbs, ...inboundVerbs, ...sampleVerbs, ...databaseVerbs, ...encryptionVerbs, doctorVerb];
const version = "1.0.0";

/** Where a command reads its settings from and writes to. */
export interface Terminal {
  env: Record<string, string | undefined>;
  stdin: Stdin;
  /** The result, and nothing else. */
  out(text: string): void;
  err(text: string): void;
}

/** The `parley` command: `parley <noun> <verb> [--json]`. Resolves with the exit code: 0 done, 1 refused, 2 wrong usage. Prompts for nothing but a password, in a terminal. */
export async function runCommandLine(args: string[], terminal: Terminal): Promise<number> {
  const json = args.includes("--json");
  const words = args.filter((arg) => arg !== "--json");
  try {
    const [first] = words;
    if (first === undefined || first === "help" || first === "--help" || first === "-h") {
      terminal.out(`${help()}\n`);
      return first === undefined ? 2 : 0;
    }
    if (first === "--version" || first === "-v") {
      terminal.out(`${version}\n`);
      return 0;
    }
    const ofNoun = verbs.filter((one) => one.noun === first && one.verb !== null);
    if (ofNoun.length > 0 && (words[1] === "--help" || words[1] === "-h")) {
      terminal.out(`${list(ofNoun)}\n`);
      return 0;
    }
    const verb = findVerb(words);
    const rest = words.slice(verb.verb === null ? 1 : 2);
    if (rest.includes("--help") || rest.includes("-h")) {
      const details = verb.details === undefined ? "" : `\n${verb.details}\n`;
      terminal.out(`${verb.summary}\n\n  parley ${verb.usage} [--json]\n${details}`);
      return 0;
    }
    const output: Output = await verb.run(readInput(verb, rest), {
      env: terminal.env,
      stdin: terminal.stdin,
      note: (line) => terminal.err(`${line}\n`),
    });
    terminal.out(json ? `${JSON.stringify(output.json)}\n` : `${output.lines.join("\n")}\n`);
    return output.exitCode ?? 0;
  } catch (error) {
    return fail(error, json, terminal);
  }
}

function findVerb(words: string[]): Verb {
  const [noun, second] = words;
  const ofNoun = verbs.filter((verb) => verb.noun === noun);
  if (ofNoun.length === 0) throw new UsageError(`Unknown command: ${noun}. The commands are:\n\n${help()}`);
  const found = ofNoun.find((verb) => verb.verb === null || verb.verb === second);
  if (found === undefined)
    throw new UsageError(`The commands of parley ${noun} are: ${ofNoun.map((verb) => verb.verb).join(", ")}.\n\n${list(ofNoun)}`);
  return found;
}

function readInput(verb: Verb, words: string[]): Input {
  let parsed: { values: Record<string, unknown>; positionals: string[] };
  try {
    parsed = parseArgs({ args: words, options: verb.options, allowPositionals: verb.positionals.length > 0, strict: true });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\nUsage: parley ${verb.usage}`);
  }
  const missing = verb.required.filter((name) => typeof parsed.values[name] !== "string" || parsed.values[name] === "");
  if (missing.length > 0) throw new UsageError(`Missing ${missing.map((name) => `--${name}`).join(", ")}.\nUsage: parley ${verb.usage}`);
  if (parsed.positionals.length !== verb.positionals.length) {
    throw new UsageError(`Expected ${verb.positionals.join(" ") || "no further arguments"}.\nUsage: parley ${verb.usage}`);
  }
  const textOption = (name: string) => {
    const value = parsed.values[name];
    return typeof value === "string" ? value : undefined;
  };
  return {
    maybe: textOption,
    text: (name) => textOption(name) ?? "",
    flag: (name) => parsed.values[name] === true,
    positional: (index) => parsed.positionals[index] ?? "",
  };
}

function help(): string {
  return [
    "parley: operate a Parley installation, with or without a running server",
    "",
    list(verbs),
    "",
    "Every command takes --json and --help. Settings come from the environment; see docs/configuration.md.",
  ].join("\n");
}

function list(some: Verb[]): string {
  const width = Math.min(Math.max(...some.map((verb) => verb.usage.length)), 60);
  return some
    .map((verb) => {
      const usage = verb.usage.length > width ? `${verb.usage}\n  ${" ".repeat(7 + width)}` : verb.usage.padEnd(width);
      return `  parley ${usage}  ${verb.summary}`;
    })
    .join("\n");
}

/** Expected failures as a sentence, anything else with its stack; with --json as an object on standard error. */
function fail(error: unknown, json: boolean, terminal: Terminal): number {
  const usage = error instanceof UsageError;
  const code = usage
    ? "usage"
    : error instanceof AppError || error instanceof DatabaseError || error instanceof EnvelopeError
      ? error.code
      : error instanceof ConfigError
        ? "configuration"
        : "internal_error";
  const message = error instanceof Error ? error.message : String(error);
  const details = error instanceof AppError ? error.details : undefined;
  if (json) terminal.err(`${JSON.stringify({ error: { code, message, ...(details === undefined ? {} : { details }) } })}\n`);
  else {
    const fields = (details ?? []).map((d) => `  ${flagOf(d.field)}: ${d.issue}${d.id === undefined ? "" : ` (${d.id})`}`);
    terminal.err(`${[code === "internal_error" && error instanceof Error ? error.stack : message, ...fields].join("\n")}\n`);
  }
  return usage || error instanceof ConfigError ? 2 : 1;
}

/** The flag that an API field came from. */
function flagOf(field: string): string {
  const flags: Record<string, string> = { externalId: "--external-id", rateLimitPerMinute: "--rate-limit" };
  return flags[field] ?? `--${field}`;
}
