import { startAiSimulator } from "../ai-provider/index.ts";
import { callBrain } from "../ai-provider/brains.ts";
import { demoBrain } from "./brains.ts";
import { startRealtimeProvider } from "./provider.ts";
import type { RealtimeOptions } from "./types.ts";

/** A provider of speech and text for people who try the product: audible, and with sensible answers. */
export async function startSpeechProvider(options: RealtimeOptions): Promise<{ url: string; close(): Promise<void> }> {
  const provider = await startAiSimulator(options.port === undefined ? {} : { port: options.port });
  provider.brain = callBrain;
  provider.models = ["simulated-speech"];
  const realtime = await startRealtimeProvider({ voice: "aloud", brain: demoBrain, ...options, server: provider.server });
  return { url: provider.url, close: () => realtime.close() };
}
