import { createMatcher, sentencesOf } from "./language.ts";
import { handoverLanguages } from "./languages.ts";
import { normalizePhrase } from "./normalize.ts";

export { normalizePhrase } from "./normalize.ts";

const matchers = Object.entries(handoverLanguages).map(([language, words]) => ({ language, matcher: createMatcher(words) }));

/** Only the beginning is searched: nobody asks for a person at the end of a long text. */
const lengthMax = 2_000;

/** The language in which a message asks for a human; null: it does not. Telephone keypad digits mean the same in every language. Pure. */
export function asksForHuman(text: string): string | null {
  const given = text.slice(0, lengthMax);
  if (/^\s*0\s*$/.test(given)) return "digit";
  for (const sentence of sentencesOf(given)) {
    for (const { language, matcher } of matchers) if (matcher.matches(sentence)) return language;
  }
  return null;
}

/**
 * The first of the tenant's words or phrases that occurs in a text, at word boundaries, ignoring case and accents;
 * null: none. Pure.
 */
export function findTerm(text: string, terms: readonly string[]): string | null {
  const folded = normalizePhrase(text.slice(0, 10_000));
  for (const term of terms) {
    const wanted = normalizePhrase(term);
    if (wanted.trim() === "") continue;
    // Scripts without spaces have no word boundaries.
    const apart =
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u.test(wanted);
    if (apart ? folded.replace(/\s/g, "").includes(wanted.replace(/\s/g, "")) : folded.includes(wanted)) return term;
  }
  return null;
}

const automatic =
  / (?:out of (?:the )?office|automatic reply|auto reply|autoreply|automated (?:response|reply|message)|this is an automat(?:ic|ed) (?:message|reply|response)|on vacation until|away from my desk|abwesenheitsnotiz|automatische antwort|ich bin (?:derzeit|aktuell) (?:nicht im buro|im urlaub)|reponse automatique|absent du bureau|respuesta automatica|fuera de la oficina|mensaje automatico|resposta automatica|mensagem automatica|fora do escritorio|pesan otomatis|balasan otomatis|risposta automatica|otomatik (?:yanit|cevap|mesaj)|رد تلقائي|رساله تلقائيه|स्वचालित (?:उत्तर|संदेश)) /u;

/** Whether a message looks like another machine's automatic reply. Pure. */
export function isAutomaticReply(text: string): boolean {
  return automatic.test(normalizePhrase(text.slice(0, 500)));
}
