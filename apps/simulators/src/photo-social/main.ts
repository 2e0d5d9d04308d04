import { closeOnSignal, flagSetting, numberSetting, printLine, setting } from "../shared/process.ts";
import { startPhotoSocialSimulator } from "./simulator.ts";
import type { PhotoSocialSimulatorOptions } from "./types.ts";

// The simulator as a separate process. One JSON line with the address when ready; SIGTERM ends it with 0.

const retryGaps = setting("retry-gaps-ms");
const wanted = {
  port: numberSetting("port"),
  appSecret: setting("app-secret") ?? "simulated-app-secret",
  verifyToken: setting("verify-token"),
  callbackUrl: setting("callback-url"),
  seed: numberSetting("seed"),
  echoes: flagSetting("echoes"),
  echoDelayMs: numberSetting("echo-delay-ms"),
  seenDelayMs: numberSetting("seen-delay-ms"),
  concurrency: numberSetting("concurrency"),
  messagesPerSecond: numberSetting("messages-per-second"),
  enforceLimits: flagSetting("enforce-limits"),
  enforceWindow: flagSetting("enforce-window"),
  fetchMedia: flagSetting("fetch-media"),
  magicRecipients: flagSetting("magic-recipients"),
  keepTokens: flagSetting("keep-tokens"),
  retryGapsMs: retryGaps === undefined ? undefined : retryGaps.split(",").filter(Boolean).map(Number),
  callbackTimeoutMs: numberSetting("callback-timeout-ms"),
  recordCalls: flagSetting("record-calls"),
  log: flagSetting("log")
    ? (event: string, fields: Record<string, unknown>) => void process.stderr.write(`${JSON.stringify({ event, ...fields })}\n`)
    : undefined,
};

const options = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
const simulator = await startPhotoSocialSimulator(options as unknown as PhotoSocialSimulatorOptions);
closeOnSignal(() => simulator.close());
printLine({ ready: true, simulator: "photo-social", url: simulator.url, port: simulator.port, pid: process.pid });
