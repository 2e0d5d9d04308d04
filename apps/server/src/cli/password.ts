import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { readPiped } from "./piped.ts";
import { type Cli, type Input, UsageError } from "./usage.ts";

export const passwordOptions = { password: { type: "string" }, "password-stdin": { type: "boolean" } } as const;

/** Far longer than any password. */
const bytesMax = 10_000;

/**
 * The password of a command. From standard input, or typed twice where there is a terminal; `--password` is for tests,
 * because other users of the machine see a command's arguments, and the shell keeps them.
 */
export async function readPassword(input: Input, cli: Cli): Promise<string> {
  const given = input.maybe("password");
  const fromStdin = input.flag("password-stdin");
  if (given !== undefined && fromStdin) throw new UsageError("Give either --password-stdin or --password.");
  if (fromStdin && cli.stdin.isTTY === true)
    throw new UsageError("--password-stdin reads a pipe or a file, and a terminal would show the password. Without it, the command asks.");
  const password = given ?? (fromStdin ? await readPiped(cli, "--password-stdin", bytesMax) : await prompt(cli));
  if (password === "") throw new UsageError("The password is empty.");
  return password;
}

async function prompt(cli: Cli): Promise<string> {
  if (cli.stdin.isTTY !== true)
    throw new UsageError("Missing the password: pipe it in with --password-stdin, or run the command in a terminal, which asks for it.");
  // Shows nothing of what is typed.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: cli.stdin, output: nowhere, terminal: true, historySize: 0 });
  try {
    const typed = lines[Symbol.asyncIterator]();
    const ask = async (question: string) => {
      cli.note(question);
      const { value, done } = await typed.next();
      if (done === true) throw new UsageError("No password was typed.");
      return value;
    };
    const password = await ask("Password (it is not shown):");
    if ((await ask("The same again:")) !== password) throw new UsageError("The two passwords differ.");
    return password;
  } finally {
    lines.close();
  }
}
