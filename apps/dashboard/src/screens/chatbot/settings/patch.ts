/** Unsaved changes of a chatbot's settings. Pure. */
import type { Chatbot, ChatbotSettingsInput, UpdateChatbot } from "@parley/sdk";
import { createPatches } from "../../../parts/settings-form/patches.ts";

const groups = ["persona", "scope", "handover", "reply", "knowledge", "model", "limits"] as const;
const singles = ["name", "channelIds", "instructions", "activeHours"] as const;

export const patches = createPatches<Chatbot, UpdateChatbot, (typeof groups)[number]>(groups, singles);

/** The part of a patch that a trial or an evaluation run accepts. */
export function settingsOf(patch: UpdateChatbot): ChatbotSettingsInput | undefined {
  const { name: _, channelIds: __, isActive: ___, ...settings } = patches.ready(patch);
  return Object.keys(settings).length === 0 ? undefined : settings;
}
