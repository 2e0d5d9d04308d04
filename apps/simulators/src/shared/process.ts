/**
 * `--app-secret x`, `--app-secret=x` or the environment variable `SIMULATOR_APP_SECRET`; flags take precedence. Because of the prefix, a
 * simulator that inherits a server's environment does not use its PORT.
 */
export function setting(name: string): string | undefined {
  const flag = `--${name}`;
  const args = process.argv;
  for (let i = 2; i < args.length; i++) {
    const arg = args[i] as string;
    if (arg === flag) return args[i + 1];
    if (arg.startsWith(`${flag}=`)) return arg.slice(flag.length + 1);
  }
  return process.env[`SIMULATOR_${name.replaceAll("-", "_").toUpperCase()}`];
}

export function numberSetting(name: string): number | undefined {
  const text = setting(name);
  if (text === undefined || text === "") return undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) throw new Error(`--${name} must be a number, got ${JSON.stringify(text)}`);
  return value;
}

export function flagSetting(name: string): boolean | undefined {
  const text = setting(name);
  return text === undefined ? undefined : text !== "false" && text !== "0";
}

export function printLine(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

/** Ends the process with 0 after `close`; a second signal has no effect. */
export function closeOnSignal(close: () => Promise<void>): void {
  let closing = false;
  const stop = (): void => {
    if (closing) return;
    closing = true;
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  // Our parent process holds our standard input: when it dies in any way, we end too.
  if (setting("exit-with-stdin") !== undefined) process.stdin.on("close", stop).on("end", stop).resume();
}
