import type { ChatbotSettings } from "../chatbot-settings.ts";
import { ownTexts } from "../chatbot-settings.ts";
import { factsOf, unsupportedFacts } from "./facts.ts";
import { findTerm, normalizePhrase } from "../lexicon/index.ts";
import type { ModelAnswer } from "./prompt.ts";
import { codesOf, hasOpaqueToken, lettersOf, reversed, rotated, secretPattern, spellingsOf } from "./secrets.ts";
import type { Passage } from "./turn.types.ts";

export const findingKinds = [
  "empty",
  "unknown_citation",
  "no_citation",
  "unsupported_facts",
  "policy_leak",
  "secret",
  "blocked_topic",
  "markup",
] as const;
export type FindingKind = (typeof findingKinds)[number];

export interface Finding {
  check: FindingKind;
  what: string[];
}

export interface CheckResult {
  /** What is wrong with the reply. Empty: it may be sent. */
  findings: Finding[];
  /** It promises something that only a handover can keep. */
  promisesHandover: boolean;
}

export interface CheckInput {
  answer: ModelAnswer;
  settings: ChatbotSettings;
  passages: readonly Passage[];
  /** What the customer wrote in this turn. */
  customer: string;
  /** The prompt before the conversation, and the secret word in it. */
  policy: string;
  canary: string;
  contactName: string | null;
}

/** These findings allow no second attempt: no part of such a reply may ever be shown. */
export const finalFindings: ReadonlySet<FindingKind> = new Set(["policy_leak", "secret"]);

/** Whether a reply may be sent. Pure: ignores what the model says about itself. */
export function checkReply(input: CheckInput): CheckResult {
  const { answer, settings, passages } = input;
  const reply = answer.reply.trim();
  const findings: Finding[] = [];
  const find = (check: FindingKind, what: string[] = []) => findings.push({ check, what });
  if (reply === "") find("empty");
  const known = new Map(passages.map((passage) => [passage.ref, passage]));
  const unknownRefs = answer.citations.filter((ref) => !known.has(ref));
  if (unknownRefs.length > 0) find("unknown_citation", unknownRefs);
  const cited = answer.citations.flatMap((ref) => known.get(ref) ?? []);
  if (
    settings.scope.mode === "knowledge_only" &&
    answer.action === "reply" &&
    cited.length === 0 &&
    (answer.scope === "in" || reply.length > smallTalkMax)
  )
    find("no_citation");
  const sourceTexts = cited.map((passage) => `${passage.heading ?? ""}\n${passage.body}`);
  const missing = unsupportedFacts(reply, [...sourceTexts, ...ownTexts(settings), ...factsOfName(input.contactName)], input.customer);
  if (missing.length > 0) find("unsupported_facts", missing);
  if (leaksPolicy(reply, input, sourceTexts)) find("policy_leak");
  if (secretPattern.test(reply) || hasOpaqueToken(reply, [...sourceTexts, input.customer])) find("secret");
  const blocked = findTerm(reply, settings.scope.blockedTopics);
  if (blocked !== null) find("blocked_topic", [blocked]);
  if (/<\/?(?:source|system|policy|customer)\b|<\|im_|\[\/?INST\]|\[S\d+\]\(/i.test(reply)) find("markup");
  return { findings, promisesHandover: promisesHandover(reply) };
}

/** Small talk is short: a longer text makes a statement and needs a source. */
const smallTalkMax = 300;

/**
 * A name is whatever its owner typed. So it is a source only for its words that would otherwise count as numbers ("Juan Tres"), never for
 * digits, prices, shares or addresses.
 */
function factsOfName(name: string | null): string[] {
  if (name === null || !/^[\p{L}\p{M} '’-]+$/u.test(name)) return [];
  return factsOf(name).numbers.some((number) => number.percent || number.currency !== null) ? [] : [name];
}

const overlapMin = 60;

/** Whether a reply contains the canary or a code from the settings, in any of the usual spellings, or too long a run of guarded text. */
function leaksPolicy(reply: string, { policy, canary, settings }: CheckInput, sourceTexts: readonly string[]): boolean {
  const letters = lettersOf(reply);
  const secrets = [canary, ...codesOf([settings.persona.description, ...settings.instructions, ...settings.scope.allowedTopics])];
  // What a cited source says publicly is not secret.
  const known = lettersOf(sourceTexts.join("\n"));
  for (const secret of secrets) {
    if (!known.includes(lettersOf(secret)) && spellingsOf(secret).some((spelling) => letters.includes(spelling))) return true;
  }
  const rules = new Set(substringsOf(lettersOf(policy)));
  return [letters, reversed(letters), rotated(letters)].some((text) => substringsOf(text).some((substring) => rules.has(substring)));
}

/** Every run of `overlapMin` letters. */
function substringsOf(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - overlapMin + 1) }, (_, at) => text.slice(at, at + overlapMin));
}

/** One pattern for each way to say it: a single pattern would be too large for the check of patterns. */
const promisePatterns = [
  / (?:ill|i will|let me|im going to|i am going to|i m going to|we will|well) (?:\S+ ){0,2}(?:transfer|connect|hand|pass|escalate|forward|put)(?: \S+){0,4} (?:to|over|through|with|on) /u,
  / (?:someone|somebody|a colleague|an agent|a human|our team|a member of our team|a representative) (?:will|is going to) (?:\S+ ){0,2}(?:contact|call|reach|get back|reply|respond|be in touch|be with you) /u,
  / (?:(?:we|i) will (?:get back|call you|contact you|reach out|follow up)|transferring you|connecting you (?:to|with)) /u,
  / (?:ich|wir) (?:\S+ ){0,1}(?:verbinde|leite|ubergebe|rufe|melde|verbinden|leiten|rufen|melden)(?: \S+){0,5} (?:mitarbeiter|kollegen|kollegin|weiter|zuruck|uns|mich|team) /u,
  / (?:te|le|lo|la) (?:transfiero|paso con|comunico con|conecto con|derivo) /u,
  / (?:voy a|vamos a) (?:transferir\S*|pasar\S*|comunicar\S*|derivar\S*|llamar\S*|contactar\S*) /u,
  / (?:un agente|un asesor|un colega|nuestro equipo|alguien) (?:te|le|se) (?:\S+ ){0,1}(?:contactara|llamara|pondra|atendera|respondera) /u,
  / vou (?:te |lhe |o |a )?(?:transferir|encaminhar|passar)(?: \S+){0,3} (?:para|pra) /u,
  / (?:um atendente|nossa equipe|um colega|alguem) (?:vai|ira|entrara) (?:\S+ ){0,2}(?:contato|contatar|ligar|responder|atender) /u,
  / je (?:vous|te) (?:transfere|mets en relation|passe|redirige) /u,
  / (?:un conseiller|un collegue|notre equipe|quelquun) (?:va |vous |te )+(?:\S+ ){0,1}(?:contactera|contacter|rappellera|rappeler|repondra|repondre) /u,
  / (?:saya|kami) (?:akan |)(?:hubungkan|sambungkan|alihkan|transfer|teruskan)(?: \S+){0,3} (?:ke|dengan) /u,
  / (?:tim kami|petugas kami|admin kami) akan (?:\S+ ){0,1}(?:menghubungi|membalas) /u,
  / (?:ساحولك|سوف احولك|ساقوم بتحويلك|سيتواصل معك|سنتصل بك) /u,
  / (?:मैं आपको (?:\S+ ){0,12}(?:से जोड़|ट्रांसफर)|आपसे संपर्क करेंगे|आपसे संपर्क करेगी) /u,
];

/** Whether a reply promises that a person will take over, or that somebody will write or call later. */
export function promisesHandover(reply: string): boolean {
  const letters = normalizePhrase(reply);
  return promisePatterns.some((promise) => promise.test(letters));
}

/** Cuts a text at the end of a sentence, or else of a word. Never inside a character. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const part = text
    .slice(0, max)
    .toWellFormed()
    .replace(/\uFFFD$/, "");
  const sentence = Math.max(part.lastIndexOf(". "), part.lastIndexOf("! "), part.lastIndexOf("? "), part.lastIndexOf("\n"));
  if (sentence > max / 2) return part.slice(0, sentence + 1).trimEnd();
  const word = part.lastIndexOf(" ");
  return `${part.slice(0, word > max / 2 ? word : max - 1).trimEnd()}…`;
}
