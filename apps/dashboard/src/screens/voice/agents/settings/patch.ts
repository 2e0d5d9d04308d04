/** Unsaved changes of a voice agent's settings. Pure. */
import type { UpdateVoiceAgent, VoiceAgent } from "@parley/sdk";
import { createPatches } from "../../../../parts/settings-form/patches.ts";

const groups = [
  "persona",
  "scope",
  "knowledge",
  "speech",
  "opening",
  "transfer",
  "tools",
  "messages",
  "limits",
  "recording",
  "afterCall",
] as const;
const singles = ["name", "channelId", "instructions", "activeHours", "summary"] as const;

export const patches = createPatches<VoiceAgent, UpdateVoiceAgent, (typeof groups)[number]>(groups, singles);
