/** English dates have the day first and 24 hours, as in `createFormat`; every other language has one convention. */
export const dateLocale = (language: string): string => (language === "en" ? "en-GB" : language);
