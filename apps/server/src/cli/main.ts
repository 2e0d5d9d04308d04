import { runCommandLine } from "./command-line.ts";

const out = (text: string) => void process.stdout.write(text);
const err = (text: string) => void process.stderr.write(text);

process.exit(await runCommandLine(process.argv.slice(2), { env: process.env, stdin: process.stdin, out, err }));
