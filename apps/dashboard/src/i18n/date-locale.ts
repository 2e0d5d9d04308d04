/** For dates in English the day comes first and the day has 24 hours, as in `createFormat`; other languages have one custom each. */
export const dateLocale = (language: string): string => (language === "en" ? "en-GB" : language);
