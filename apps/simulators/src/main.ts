import { type ChatAppSimulatorOptions, startChatAppSimulator } from "./chat-app/index.ts";
import { startPhotoSocialSimulator } from "./photo-social/index.ts";
import { type RealtimeOptions, startSpeechProvider } from "./realtime-provider/index.ts";
import { Captions } from "./shared/captions.ts";
import { closeOnSignal, printLine, setting } from "./shared/process.ts";
import { startShortVideoSimulator } from "./short-video/index.ts";

// Several simulators in one process, each on its own port: `--simulators '{"chat-app":{…options},…}'`. One JSON line with their
// addresses when all are ready; SIGTERM ends it with 0.

const captions = new Captions();
const starters = new Map<string, (options: never) => Promise<{ url: string; close(): Promise<void> }>>([
  ["chat-app", (options: ChatAppSimulatorOptions) => startChatAppSimulator({ ...options, captions })],
  ["speech", (options: RealtimeOptions) => startSpeechProvider({ ...options, captions })],
  ["photo-social", startPhotoSocialSimulator],
  ["short-video", startShortVideoSimulator],
]);

const wanted = JSON.parse(setting("simulators") ?? "{}") as Record<string, never>;
const running = await Promise.all(
  Object.entries(wanted).map(async ([kind, options]) => {
    const start = starters.get(kind);
    if (start === undefined) throw new Error(`there is no simulator ${JSON.stringify(kind)}; known are ${[...starters.keys()].join(", ")}`);
    return { kind, simulator: await start(options) };
  }),
);
closeOnSignal(async () => {
  await Promise.all(running.map(({ simulator }) => simulator.close()));
});
printLine({ ready: true, urls: Object.fromEntries(running.map(({ kind, simulator }) => [kind, simulator.url])), pid: process.pid });
