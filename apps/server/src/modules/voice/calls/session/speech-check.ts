import { codesOf, findTerm, lettersOf, secretPattern, spellingsOf, unsupportedFacts } from "#modules/automation/chatbot/index.ts";
import type { VoiceAgentSettings } from "#modules/voice/voice-agents/index.ts";

/** What a call knows to be true, apart from what the caller says. */
export function ownTexts(settings: VoiceAgentSettings): string[] {
  return [
    settings.persona.description,
    ...settings.instructions,
    ...settings.scope.allowedTopics,
    settings.scope.outOfScopeMessage,
    settings.opening.greeting,
    settings.opening.disclosure ?? "",
    settings.recording.announcement,
    settings.recording.question,
    settings.transfer.message,
  ];
}

/** Longer than anything searched for, and than a single delta. */
const windowMax = 800;

/**
 * Checks the transcript of speech. `violation` checks speech that is still being played, and stops it; `findings`
 * checks what has already been said, and only reports it.
 */
export function createSpeechCheck(settings: VoiceAgentSettings, canary: string, sources: () => readonly string[]) {
  const guarded = [canary, ...codesOf([settings.persona.description, ...settings.instructions])].flatMap(spellingsOf);
  let known = { of: 0, letters: "" };
  /** For the sources, which only grow. */
  function knownLetters(): string {
    if (known.of !== sources().length) known = { of: sources().length, letters: lettersOf(sources().join("\n")) };
    return known.letters;
  }
  return {
    /** For a growing text: what is new is at its end. */
    violation(whole: string): "secret" | "policy_leak" | "blocked_topic" | null {
      const text = whole.slice(-windowMax);
      if (secretPattern.test(text)) return "secret";
      const letters = lettersOf(text);
      if (guarded.some((spelling) => letters.includes(spelling) && !knownLetters().includes(spelling))) return "policy_leak";
      return findTerm(text, settings.scope.blockedTopics) === null ? null : "blocked_topic";
    },
    findings: (text: string, caller: readonly string[]): string[] =>
      unsupportedFacts(text, [...sources(), ...ownTexts(settings)], caller.join("\n")),
  };
}

export type SpeechCheck = ReturnType<typeof createSpeechCheck>;
