import { normalizePhrase } from "#modules/automation/chatbot/index.ts";

const wordsOf = (text: string) => new Set(normalizePhrase(text).trim().split(" "));

/** No, not and stop, in the dashboard's languages and some others. */
const refusals = wordsOf(
  "no not nope dont cannot cant never stop nein nicht kein keine niemals stopp não nao nunca pare alto tidak jangan enggak nggak bukan berhenti لا ليس توقف أوقف non pas arrêtez arrête nee niet geen nej inte ikke",
);
const alone = wordsOf("stop stopp halt pare alto berhenti توقف أوقف arrêtez");
const refusalWords = wordsOf("no nope never nein niemals não nao nunca tidak jangan enggak nggak لا non nee nej");
const politeWords = wordsOf(
  "thanks thank you please sorry danke bitte gracias por favor obrigado obrigada terima kasih maaf شكرا merci bedankt dank u tack",
);
/** Word stems about recording a call. */
const ofRecording = [
  "recording",
  "recorded",
  "record me",
  "record us",
  "record this",
  "record it",
  "record the",
  "record my",
  "aufnahme",
  "aufnehm",
  "aufgenommen",
  "aufzeichn",
  "aufgezeichn",
  "mitschn",
  "grabar",
  "grabac",
  "grabe",
  "grabad",
  "gravar",
  "gravac",
  "gravad",
  "gravem",
  "rekam",
  "merekam",
  "direkam",
  "تسجيل",
  "التسجيل",
  "تسجل",
  "enregistr",
  "opnem",
  "opname",
].map((words) => normalizePhrase(words).trimEnd());
const wordsMax = 15;

/** The words contain a no, so they never count as a yes, whatever a model thinks. Pure. */
export const holdsRefusal = (text: string): boolean => [...wordsOf(text)].some((word) => refusals.has(word));

/** Nothing but a no, however polite: the answer to a question just asked. Pure. */
export function isRefusal(text: string): boolean {
  const words = [...wordsOf(text)];
  return words.some((word) => refusalWords.has(word)) && words.every((word) => refusalWords.has(word) || politeWords.has(word));
}

/** Plainly asks not to be recorded: nothing but "stop", or a no together with words about recording. Pure. */
export function refusesRecording(text: string): boolean {
  const phrase = normalizePhrase(text);
  const words = phrase.trim().split(" ");
  if (words.length > wordsMax) return false;
  return (
    words.every((word) => alone.has(word)) ||
    (words.some((word) => refusals.has(word)) && ofRecording.some((said) => phrase.includes(said)))
  );
}
