import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Block } from "../sources/chunking.ts";
import type { DocumentType } from "./document-type.ts";
import type { ParseLimits } from "./parse.ts";
import { Unreadable, type UnreadableCode } from "./unreadable.ts";

/** The parsing process's input. */
export interface ParseJob {
  type: DocumentType;
  charset: string | null;
  sizeBytes: number;
  timeoutMs: number;
  memoryMb: number;
  limits: ParseLimits;
}

export interface Parser {
  /** A content's headings and texts. @throws Unreadable; any other error means that the attempt did not complete. */
  parse(bytes: Buffer, type: DocumentType, charset: string | null): Promise<Block[]>;
  /** Ends running parses; their callers get an error. */
  stop(): void;
}

export interface ParserOptions extends ParseLimits {
  timeoutMs: number;
  memoryMb: number;
}

const server = fileURLToPath(new URL("../../../../../", import.meta.url));
const root = fileURLToPath(new URL("../../../../../../../", import.meta.url));
const program = fileURLToPath(new URL("./parse-process.ts", import.meta.url));
/** The process may read only its code: not even the data folder, which may be next to it. */
const readable = [`${server}src/*`, `${server}package.json`, `${server}node_modules/*`, `${root}node_modules/*`, `${root}package.json`];
/** Allows for starting, and reporting the outcome, on a busy machine. */
const graceMs = 15_000;

/**
 * Reads files that may be hostile, each in a separate process (ADR 51). The process may not write, start anything, or
 * read anything but its code, gets nothing of the server's environment, and ends when its time or memory is used up or
 * the server has ended.
 */
export function createParser(options: ParserOptions): Parser {
  const running = new Set<ChildProcess>();
  let stopped = false;

  return {
    parse(bytes, type, charset) {
      const { timeoutMs, memoryMb, lengthMax, pagesMax, unpackedBytesMax } = options;
      const limits = { lengthMax, pagesMax, unpackedBytesMax };
      const job: ParseJob = { type, charset, sizeBytes: bytes.length, timeoutMs, memoryMb, limits };
      return new Promise((resolve, reject) => {
        if (stopped) return reject(new Error("the parser is stopped"));
        const child = spawn(
          process.execPath,
          [
            "--permission",
            "--allow-worker",
            ...readable.map((path) => `--allow-fs-read=${path}`),
            "--disable-warning=SecurityWarning",
            "--disable-warning=ExperimentalWarning",
            program,
            JSON.stringify(job),
          ],
          { env: {}, stdio: ["pipe", "pipe", "pipe"], timeout: timeoutMs + graceMs, killSignal: "SIGKILL" },
        );
        running.add(child);
        const stdout: Buffer[] = [];
        let errorOutput = "";
        child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
        child.stderr.on("data", (chunk: Buffer) => {
          if (errorOutput.length < 2_000) errorOutput += chunk.toString();
        });
        child.stdin.on("error", () => undefined);
        child.on("error", (error) => {
          running.delete(child);
          reject(error);
        });
        child.on("close", (code, signal) => {
          running.delete(child);
          if (stopped) return reject(new Error("the parser is stopped"));
          const outcome = outcomeOf(Buffer.concat(stdout).toString());
          if (outcome === null && code !== null && errorOutput.includes("ERR_ACCESS_DENIED"))
            return reject(new Error(`the parsing process could not read its own code: ${errorOutput.slice(0, 500)}`));
          if (outcome === null)
            return reject(new Unreadable("unreadable", { cause: `ended with ${signal ?? code}: ${errorOutput.slice(0, 500)}` }));
          if ("error" in outcome) return reject(new Unreadable(outcome.error, { cause: outcome.detail }));
          resolve(outcome.blocks);
        });
        // The input stays open: its end tells the process that the server has ended.
        child.stdin.write(bytes);
      });
    },
    stop() {
      stopped = true;
      for (const child of running) child.kill("SIGKILL");
    },
  };
}

function outcomeOf(text: string): { blocks: Block[] } | { error: UnreadableCode; detail: string } | null {
  try {
    return JSON.parse(text) as { blocks: Block[] } | { error: UnreadableCode; detail: string };
  } catch {
    // Killed while writing, or without output.
    return null;
  }
}
