const zonesMax = 1_000;

/**
 * A formatter for each time zone, kept: making one takes a hundred times as long as using it. There are some 600 zones, each of
 * which can be written in several ways. Throws RangeError for a zone that there is not.
 */
export function formatsByZone(options: Intl.DateTimeFormatOptions): (timeZone: string) => Intl.DateTimeFormat {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    const known = formats.get(timeZone);
    if (known !== undefined) return known;
    const format = new Intl.DateTimeFormat("en-GB", { ...options, timeZone });
    if (formats.size >= zonesMax) formats.clear();
    formats.set(timeZone, format);
    return format;
  };
}
