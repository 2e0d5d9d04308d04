/** The question by language, for tenants without their own. */
export const defaultQuestions: Readonly<Record<string, string>> = {
  en: "How satisfied are you with our help? Please answer with a number from 1 (not at all) to 5 (very).",
  de: "Wie zufrieden sind Sie mit unserer Hilfe? Bitte antworten Sie mit einer Zahl von 1 (gar nicht) bis 5 (sehr).",
  es: "¿Qué tan satisfecho está con nuestra ayuda? Responda con un número del 1 (nada) al 5 (mucho).",
  fr: "Êtes-vous satisfait de notre aide ? Répondez par un chiffre de 1 (pas du tout) à 5 (très).",
  id: "Seberapa puas Anda dengan bantuan kami? Balas dengan angka dari 1 (tidak puas) sampai 5 (sangat puas).",
  it: "Quanto è soddisfatto del nostro aiuto? Risponda con un numero da 1 (per niente) a 5 (molto).",
  nl: "Hoe tevreden bent u over onze hulp? Antwoord met een cijfer van 1 (helemaal niet) tot 5 (zeer).",
  pt: "Qual é o seu grau de satisfação com a nossa ajuda? Responda com um número de 1 (nada) a 5 (muito).",
};

/** In the contact's language, with or without its region; otherwise in English. The tenant's text takes precedence over ours. */
export function questionFor(own: Record<string, string>, language: string | null): string {
  const whole = language?.toLowerCase().replaceAll("_", "-");
  for (const wanted of [whole, whole?.split("-")[0], "en"]) {
    const found = wanted === undefined ? undefined : (own[wanted] ?? defaultQuestions[wanted]);
    if (found !== undefined) return found;
  }
  return defaultQuestions["en"] as string;
}
