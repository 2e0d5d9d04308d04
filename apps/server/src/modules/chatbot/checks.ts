import type { ChatbotSettings } from "./chatbot-settings.ts";
import { ownTexts } from "./chatbot-settings.ts";
import { unsupportedFacts } from "./facts.ts";
import { findTerm, normalizePhrase } from "./lexicon/index.ts";
import type { ModelAnswer } from "./prompt.ts";
import type { Passage } from "./turn.types.ts";

export const checkWords = [
  "empty",
  "unknown_citation",
  "no_citation",
  "unsupported_facts",
  "policy_leak",
  "secret",
  "blocked_topic",
  "markup",
] as const;
export type CheckWord = (typeof checkWords)[number];

export interface Finding {
  check: CheckWord;
  what: string[];
}

export interface Checked {
  /** What is wrong with the reply; empty: it may be sent. */
  findings: Finding[];
  /** It promises what only a handover keeps. */
  promisesHandover: boolean;
}

export interface CheckInput {
  answer: ModelAnswer;
  settings: ChatbotSettings;
  passages: readonly Passage[];
  /** The customer's words of this turn. */
  customer: string;
  /** The prompt above the conversation, and the word in it that nobody else knows. */
  policy: string;
  canary: string;
  contactName: string | null;
}

/** Nothing of this may ever be shown, whatever asked for it: one try more would be one try too many. */
export const severe: ReadonlySet<CheckWord> = new Set(["policy_leak", "secret"]);

/** Whether a reply may be sent. Pure: what the model said of itself counts for nothing here. */
export function checkReply(input: CheckInput): Checked {
  const { answer, settings, passages } = input;
  const reply = answer.reply.trim();
  const findings: Finding[] = [];
  const find = (check: CheckWord, what: string[] = []) => findings.push({ check, what });
  if (reply === "") find("empty");
  const known = new Map(passages.map((passage) => [passage.ref, passage]));
  const strange = answer.citations.filter((ref) => !known.has(ref));
  if (strange.length > 0) find("unknown_citation", strange);
  const cited = answer.citations.flatMap((ref) => known.get(ref) ?? []);
  if (
    settings.scope.mode === "knowledge_only" &&
    answer.action === "reply" &&
    cited.length === 0 &&
    (answer.scope === "in" || reply.length > smallTalkMax)
  )
    find("no_citation");
  const sources = [...cited.map((passage) => `${passage.heading ?? ""}\n${passage.body}`), ...ownTexts(settings), input.contactName ?? ""];
  const missing = unsupportedFacts(reply, sources, input.customer);
  if (missing.length > 0) find("unsupported_facts", missing);
  if (leaksPolicy(reply, input)) find("policy_leak");
  if (secretPattern.test(reply)) find("secret");
  const blocked = findTerm(reply, settings.scope.blockedTopics);
  if (blocked !== null) find("blocked_topic", [blocked]);
  if (/<\/?(?:source|system|policy|customer)\b|<\|im_|\[\/?INST\]|\[S\d+\]\(/i.test(reply)) find("markup");
  return { findings, promisesHandover: promisesHandover(reply) };
}

/** A greeting is short: what is longer says something, and needs a source. */
const smallTalkMax = 300;

/** The shape of keys and tokens of any service: a reply has no use for them. */
const secretPattern =
  /\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{12,}|\b(?:svc_(?:live|test)|whsec|ghp|xox[abpr]|AKIA)[-_A-Za-z0-9]{10,}|\bAIza[A-Za-z0-9_-]{20,}|\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}|-----BEGIN [A-Z ]*PRIVATE KEY/;

const overlapMin = 60;

/** The canary, also spelt apart or backwards; or so many letters in a row of the policy. */
function leaksPolicy(reply: string, { policy, canary }: CheckInput): boolean {
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
  const said = letters(reply);
  const secret = letters(canary);
  if (said.includes(secret) || said.includes([...secret].reverse().join(""))) return true;
  const rules = letters(policy);
  for (let at = 0; at + overlapMin <= said.length; at += 10) if (rules.includes(said.slice(at, at + overlapMin))) return true;
  // Between two places of the coarse steps a shorter overlap of the same length could hide.
  for (let at = 0; at + overlapMin <= said.length; at++) {
    if (at % 10 !== 0 && rules.includes(said.slice(at, at + overlapMin))) return true;
  }
  return false;
}

const promises =
  / (?:(?:ill|i will|let me|im going to|i am going to|i m going to|we will|well) (?:\S+ ){0,2}(?:transfer|connect|hand|pass|escalate|forward|put)(?: \S+){0,4} (?:to|over|through|with|on)|(?:someone|somebody|a colleague|an agent|a human|our team|a member of our team|a representative) (?:will|is going to) (?:\S+ ){0,2}(?:contact|call|reach|get back|reply|respond|be in touch|be with you)|(?:we|i) will (?:get back|call you|contact you|reach out|follow up)|transferring you|connecting you (?:to|with)|(?:ich|wir) (?:\S+ ){0,1}(?:verbinde|leite|ubergebe|rufe|melde|verbinden|leiten|rufen|melden)(?: \S+){0,5} (?:mitarbeiter|kollegen|kollegin|weiter|zuruck|uns|mich|team)|(?:te|le|lo|la) (?:transfiero|paso con|comunico con|conecto con|derivo)|(?:voy a|vamos a) (?:transferir\S*|pasar\S*|comunicar\S*|derivar\S*|llamar\S*|contactar\S*)|(?:un agente|un asesor|un colega|nuestro equipo|alguien) (?:te|le|se) (?:\S+ ){0,1}(?:contactara|llamara|pondra|atendera|respondera)|vou (?:te |lhe |o |a )?(?:transferir|encaminhar|passar)(?: \S+){0,3} (?:para|pra)|(?:um atendente|nossa equipe|um colega|alguem) (?:vai|ira|entrara) (?:\S+ ){0,2}(?:contato|contatar|ligar|responder|atender)|je (?:vous|te) (?:transfere|mets en relation|passe|redirige)|(?:un conseiller|un collegue|notre equipe|quelquun) (?:va |vous |te )+(?:\S+ ){0,1}(?:contactera|contacter|rappellera|rappeler|repondra|repondre)|(?:saya|kami) (?:akan |)(?:hubungkan|sambungkan|alihkan|transfer|teruskan)(?: \S+){0,3} (?:ke|dengan)|(?:tim kami|petugas kami|admin kami) akan (?:\S+ ){0,1}(?:menghubungi|membalas)|(?:ساحولك|سوف احولك|ساقوم بتحويلك|سيتواصل معك|سنتصل بك)|(?:मैं आपको .* (?:से जोड़|ट्रांसफर)|आपसे संपर्क करेंगे|आपसे संपर्क करेगी)) /u;

/** Whether a reply promises that a person comes, or that somebody writes or calls later. */
export function promisesHandover(reply: string): boolean {
  return promises.test(normalizePhrase(reply));
}

/** Cut to a length at the end of a sentence, or else of a word. Never in the middle of a character. */
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
