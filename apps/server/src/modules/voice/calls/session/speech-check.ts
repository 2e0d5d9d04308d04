import { codesOf, findTerm, lettersOf, secretPattern, spellingsOf, unsupportedFacts } from "#modules/automation/chatbot/index.ts";
import type { VoiceAgentSettings } from "#modules/voice/voice-agents/index.ts";

/** What a call knows to be true, besides what the caller says. */
export function ownTexts(settings: VoiceAgentSettings): string[] {
  return [
    settings.persona.description,
    ...settings.instructions,
    ...settings.scope.allowedTopics,
    settings.scope.outOfScopeMessage,
    settings.opening.greeting,
    settings.opening.disclosure ?? "",
    settings.transfer.message,
  ];
}

/**
 * Checks the transcript of speech. `violation` looks at speech that is still being played, and stops it; `findings` at
 * what was said already, and only shows it.
 */
export function createSpeechCheck(settings: VoiceAgentSettings, canary: string, sources: () => readonly string[]) {
  const guarded = [canary, ...codesOf([settings.persona.description, ...settings.instructions])].flatMap(spellingsOf);
  return {
    violation(text: string): "secret" | "policy_leak" | "blocked_topic" | null {
      if (secretPattern.test(text)) return "secret";
      const letters = lettersOf(text);
      const known = lettersOf(sources().join("\n"));
      if (guarded.some((spelling) => letters.includes(spelling) && !known.includes(spelling))) return "policy_leak";
      return findTerm(text, settings.scope.blockedTopics) === null ? null : "blocked_topic";
    },
    findings: (text: string, caller: readonly string[]): string[] =>
      unsupportedFacts(text, [...sources(), ...ownTexts(settings)], caller.join("\n")),
  };
}

export type SpeechCheck = ReturnType<typeof createSpeechCheck>;
