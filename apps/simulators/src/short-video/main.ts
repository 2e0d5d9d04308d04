import { closeOnSignal, numberSetting, printLine, setting } from "../shared/process.ts";
import { startShortVideoSimulator } from "./simulator.ts";
import type { ShortVideoSimulatorOptions } from "./types.ts";

// The simulator as a separate process. One JSON line with the address when ready; SIGTERM ends it with 0.

const retryGaps = setting("retry-gaps-ms");
const flag = (name: string): boolean | undefined => {
  const text = setting(name);
  return text === undefined ? undefined : text !== "false" && text !== "0";
};

const wanted = {
  port: numberSetting("port"),
  clientKey: setting("client-key"),
  clientSecret: setting("client-secret") ?? "simulated-client-secret",
  callbackUrl: setting("callback-url"),
  seed: numberSetting("seed"),
  delaysMs: delays(),
  echoes: flag("echoes"),
  reads: flag("reads"),
  enforceLimits: flag("enforce-limits"),
  windows: flag("windows"),
  magicRecipients: flag("magic-recipients"),
  concurrency: numberSetting("concurrency"),
  keepTokens: flag("keep-tokens"),
  retryGapsMs: retryGaps === undefined ? undefined : retryGaps.split(",").filter(Boolean).map(Number),
  callbackTimeoutMs: numberSetting("callback-timeout-ms"),
  recordCalls: flag("record-calls"),
  log: flag("log")
    ? (event: string, fields: Record<string, unknown>) => void process.stderr.write(`${JSON.stringify({ event, ...fields })}\n`)
    : undefined,
};

function delays(): ShortVideoSimulatorOptions["delaysMs"] | undefined {
  const text = setting("delays-ms");
  if (text === undefined) return undefined;
  const [echo, read] = text.split(",").map(Number);
  if (echo === undefined || read === undefined || Number.isNaN(echo + read)) throw new Error("--delays-ms takes two numbers: echo,read");
  return { echo, read };
}

const options = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
const simulator = await startShortVideoSimulator(options as unknown as ShortVideoSimulatorOptions);
closeOnSignal(() => simulator.close());
printLine({ ready: true, simulator: "short-video", url: simulator.url, port: simulator.port, pid: process.pid });
