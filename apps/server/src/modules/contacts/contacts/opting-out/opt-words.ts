import { normalForm } from "#platform/text/normal.ts";

/**
 * Keywords by which customers opt out and in, by language. Only a whole message counts, so the lists hold what people write for no other
 * purpose; "cancel", "end", "quit", "no" and the like are left out, because they answer questions. A tenant adds its own keywords in the
 * settings of its organization. Every list applies whatever the customer's language: people write the words they know.
 */
export type OptDecision = "opted_out" | "opted_in";

/** Including common spellings without accents. Case and punctuation do not matter. */
export const optOutWords: Readonly<Record<string, readonly string[]>> = {
  en: ["stop", "stop all", "stopall", "unsubscribe", "unsubscribe me", "opt out", "optout", "opt me out", "remove me"],
  de: ["stopp", "abmelden", "abbestellen", "abbestellung", "austragen", "keine nachrichten mehr"],
  fr: [
    "arrêt",
    "arret",
    "arrêter",
    "arreter",
    "désabonner",
    "desabonner",
    "me désabonner",
    "se désabonner",
    "désabonnement",
    "désinscrire",
    "desinscrire",
    "me désinscrire",
    "désinscription",
  ],
  es: [
    "baja",
    "dar de baja",
    "darme de baja",
    "darse de baja",
    "desuscribir",
    "desuscribirme",
    "cancelar suscripción",
    "cancelar suscripcion",
    "no más mensajes",
    "no mas mensajes",
  ],
  pt: [
    "parar",
    "pare",
    "sair",
    "descadastrar",
    "descadastre",
    "cancelar inscrição",
    "cancelar inscricao",
    "cancelar subscrição",
    "não quero receber mensagens",
  ],
  it: ["disiscrivi", "disiscrivimi", "disiscrizione", "cancellami", "annulla iscrizione", "basta messaggi"],
  nl: ["stoppen", "afmelden", "meld me af", "uitschrijven", "schrijf me uit", "geen berichten meer"],
  tr: ["dur", "durdur", "ret", "abonelikten çık", "abonelikten cik", "üyelikten çık", "aboneliği iptal et", "mesaj gönderme"],
  ar: ["توقف", "قف", "إيقاف", "ايقاف", "أوقف", "اوقف", "إلغاء الاشتراك", "الغاء الاشتراك", "إيقاف الرسائل"],
  hi: ["रोकें", "रोको", "बंद", "बंद करें", "बंद करो", "सदस्यता समाप्त", "सदस्यता समाप्त करें", "सदस्यता रद्द करें", "band karo"],
  id: ["berhenti", "hentikan", "unreg", "berhenti berlangganan", "stop pesan"],
  ja: ["停止", "ストップ", "配信停止", "配信停止希望", "配信を停止", "配信解除", "登録解除"],
  ru: ["стоп", "отписаться", "отписка", "отпишите меня", "отпишите", "отмена подписки", "не пишите мне"],
  zh: ["退订", "退訂", "停止", "停止发送", "停止發送", "取消订阅", "取消訂閱"],
};

/** These count only from a person who had opted out: "start" from anybody else is not consent. */
export const optInWords: Readonly<Record<string, readonly string[]>> = {
  en: ["start", "unstop", "subscribe", "resubscribe", "opt in", "optin"],
  de: ["anmelden", "wieder anmelden", "abonnieren"],
  fr: ["reprendre", "réabonner", "reabonner", "me réabonner", "s'abonner", "m'abonner", "abonner"],
  es: ["alta", "darme de alta", "dar de alta", "suscribir", "suscribirme", "reanudar"],
  pt: ["iniciar", "inscrever", "inscrever-me", "retomar", "voltar a receber"],
  it: ["iscrivi", "iscrivimi", "riprendi"],
  nl: ["aanmelden", "inschrijven", "hervat", "hervatten"],
  tr: ["başla", "basla", "başlat", "baslat", "abone ol"],
  ar: ["ابدأ", "ابدا", "اشتراك", "استئناف"],
  hi: ["शुरू", "शुरू करें", "शुरू करो", "सदस्यता लें"],
  id: ["mulai", "langganan", "berlangganan"],
  ja: ["開始", "再開", "スタート", "配信再開"],
  ru: ["старт", "подписаться", "возобновить"],
  zh: ["开始", "開始", "订阅", "訂閱", "恢复订阅", "恢復訂閱"],
};

const charactersMax = 100;

/**
 * The normalised text: lower case, no punctuation, symbols, emoji or invisible marks, one space between words. Accents stay, Arabic vowel
 * marks are removed. Null: it cannot be such a message, because it is empty, long, or a question. Pure.
 */
export function normalizeForOptWords(text: string): string | null {
  if (text.length > charactersMax) return null;
  const plain = normalForm(
    "NFC",
    normalForm("NFKC", text)
      .toLowerCase()
      // Whether a Turkish I has its dot depends on the keyboard; İ in lower case is i with a combining dot.
      .replaceAll("i\u0307", "i")
      .replaceAll("ı", "i"),
  )
    // Invisible marks, variation selectors, and the marks that lengthen and vocalise Arabic.
    .replace(/\p{Cf}|\p{Variation_Selector}|\u0640|[\u064B-\u0652]|\u0670/gu, "");
  if (/[?؟]/.test(plain)) return null;
  const words = plain.replace(/[\p{P}\p{S}\s]+/gu, " ").trim();
  return words === "" ? null : words;
}

const known = new Map<string, OptDecision>();
for (const word of Object.values(optInWords).flat()) known.set(normalizeForOptWords(word) as string, "opted_in");
for (const word of Object.values(optOutWords).flat()) known.set(normalizeForOptWords(word) as string, "opted_out");

/** The opt-out or opt-in that a customer's message consists of; null for any other message. Pure. */
export function readOptDecision(
  text: string,
  own: { optOutWords?: readonly string[]; optInWords?: readonly string[] } = {},
): OptDecision | null {
  const words = normalizeForOptWords(text);
  if (words === null) return null;
  if (own.optOutWords?.some((word) => normalizeForOptWords(word) === words) === true) return "opted_out";
  if (own.optInWords?.some((word) => normalizeForOptWords(word) === words) === true) return "opted_in";
  return known.get(words) ?? null;
}
