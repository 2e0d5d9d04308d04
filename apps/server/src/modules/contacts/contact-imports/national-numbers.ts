/** Reads a phone number as it is written within a country; null if it cannot be one there. Returns E.164. */
export type ReadNational = (text: string) => string | null;

/**
 * The reader for a country, an ISO 3166 code; null if no such country is known. Its library is loaded with the first import: at the start
 * it costs 35 ms.
 */
export async function nationalNumbers(country: string): Promise<ReadNational | null> {
  const { isSupportedCountry, parsePhoneNumberFromString } = await import("libphonenumber-js");
  if (!isSupportedCountry(country)) return null;
  return (text) => {
    const number = parsePhoneNumberFromString(text, country);
    return number?.isPossible() === true ? number.number : null;
  };
}
