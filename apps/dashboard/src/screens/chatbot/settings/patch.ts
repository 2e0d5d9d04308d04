/** Unsaved changes of a chatbot's settings, as the body of its update: only what differs from what is saved. Pure. */
import type { Chatbot, ChatbotSettingsInput, UpdateChatbot } from "@parley/sdk";

const groups = ["persona", "scope", "handover", "reply", "knowledge", "model", "limits"] as const;
export type Group = (typeof groups)[number];
const singles = ["name", "channelIds", "instructions", "activeHours"] as const;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What is typed, over what is saved. */
export function mergePatch(saved: Chatbot, patch: UpdateChatbot): Chatbot {
  const merged = { ...saved, ...patch } as Chatbot;
  for (const group of groups) Object.assign(merged, { [group]: { ...saved[group], ...patch[group] } });
  return merged;
}

/** Without what is as it is saved, so that an empty patch says that nothing is unsaved. */
export function cleanPatch(saved: Chatbot, patch: UpdateChatbot): UpdateChatbot {
  const clean: Record<string, unknown> = {};
  for (const field of singles) if (patch[field] !== undefined && !isSame(patch[field], saved[field])) clean[field] = patch[field];
  for (const group of groups) {
    const kept = Object.entries(patch[group] ?? {}).filter(
      ([field, value]) => !isSame(value, (saved[group] as unknown as Record<string, unknown>)[field]),
    );
    if (kept.length > 0) clean[group] = Object.fromEntries(kept);
  }
  return clean;
}

/** A stored patch; anything else is none. */
export function readPatch(text: string): UpdateChatbot {
  if (text === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as UpdateChatbot) : {};
  } catch {
    // Written by another version, or cut: what is saved is shown.
    return {};
  }
}

/** As it is sent: an empty line between instructions is none. */
export const readyPatch = ({ instructions, ...rest }: UpdateChatbot): UpdateChatbot =>
  instructions === undefined ? rest : { ...rest, instructions: instructions.filter((line) => line.trim() !== "") };

/** The part of a patch that a trial or a run of an evaluation can take. */
export function settingsOf(patch: UpdateChatbot): ChatbotSettingsInput | undefined {
  const { name: _, channelIds: __, isActive: ___, ...settings } = readyPatch(patch);
  return Object.keys(settings).length === 0 ? undefined : settings;
}
