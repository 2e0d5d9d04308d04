/** Unsaved changes of a voice agent's settings, as the body of its update: only what differs from what is saved. Pure. */
import type { UpdateVoiceAgent, VoiceAgent } from "@parley/sdk";

const groups = ["persona", "scope", "knowledge", "speech", "opening", "transfer", "tools", "messages", "limits", "afterCall"] as const;
export type Group = (typeof groups)[number];
const singles = ["name", "channelId", "instructions", "activeHours", "summary"] as const;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What is typed, over what is saved. */
export function mergePatch(saved: VoiceAgent, patch: UpdateVoiceAgent): VoiceAgent {
  const merged = { ...saved, ...patch } as VoiceAgent;
  for (const group of groups) Object.assign(merged, { [group]: { ...saved[group], ...patch[group] } });
  return merged;
}

/** Without what is as it is saved, so that an empty patch says that nothing is unsaved. */
export function cleanPatch(saved: VoiceAgent, patch: UpdateVoiceAgent): UpdateVoiceAgent {
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
export function readPatch(text: string): UpdateVoiceAgent {
  if (text === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as UpdateVoiceAgent) : {};
  } catch {
    // Written by another version, or cut: what is saved is shown.
    return {};
  }
}

/** As it is sent: an empty line between instructions is none. */
export const readyPatch = ({ instructions, ...rest }: UpdateVoiceAgent): UpdateVoiceAgent =>
  instructions === undefined ? rest : { ...rest, instructions: instructions.filter((line) => line.trim() !== "") };
