import { closeOnSignal, flagSetting, numberSetting, printLine, setting } from "../shared/process.ts";
import { startChatAppSimulator } from "./simulator.ts";
import type { ChatAppSimulatorOptions } from "./types.ts";

// The simulator as a separate process. One JSON line with the address when ready; SIGTERM ends it with 0.

const retryGaps = setting("retry-gaps-ms");
const oneOf = <T extends string>(name: string, values: readonly T[]): T | undefined => {
  const text = setting(name);
  if (text === undefined || values.includes(text as T)) return text as T | undefined;
  throw new Error(`--${name} must be one of ${values.join(", ")}`);
};

const wanted = {
  port: numberSetting("port"),
  appSecret: setting("app-secret") ?? "simulated-app-secret",
  verifyToken: setting("verify-token"),
  callbackUrl: setting("callback-url"),
  seed: numberSetting("seed"),
  statusDelaysMs: delays(),
  autoStatuses: flagSetting("auto-statuses"),
  concurrency: numberSetting("concurrency"),
  magicRecipients: flagSetting("magic-recipients"),
  messagesPerSecond: numberSetting("messages-per-second"),
  enforceLimits: flagSetting("enforce-limits"),
  windowCheck: oneOf("window-check", ["off", "call", "status"]),
  unknownWindow: oneOf("unknown-window", ["open", "closed"]),
  retryGapsMs: retryGaps === undefined ? undefined : retryGaps.split(",").filter(Boolean).map(Number),
  callbackTimeoutMs: numberSetting("callback-timeout-ms"),
  recordCalls: flagSetting("record-calls"),
  trackReferences: flagSetting("track-references"),
  logSends: flagSetting("log-sends"),
  log: flagSetting("log")
    ? (event: string, fields: Record<string, unknown>) => void process.stderr.write(`${JSON.stringify({ event, ...fields })}\n`)
    : undefined,
};

function delays(): ChatAppSimulatorOptions["statusDelaysMs"] | undefined {
  const text = setting("status-delays-ms");
  if (text === undefined) return undefined;
  const [sent, delivered, read] = text.split(",").map(Number);
  if (sent === undefined || delivered === undefined || read === undefined || Number.isNaN(sent + delivered + read)) {
    throw new Error("--status-delays-ms takes three numbers: sent,delivered,read");
  }
  return { sent, delivered, read };
}

const options = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
const simulator = await startChatAppSimulator(options as unknown as ChatAppSimulatorOptions);
closeOnSignal(() => simulator.close());
printLine({ ready: true, simulator: "chat-app", url: simulator.url, port: simulator.port, pid: process.pid });
