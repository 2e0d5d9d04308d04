const zonesMax = 1_000;

/**
 * One cached formatter per time zone: creating one takes a hundred times as long as using it. There are some 600 zones, each of which can
 * be spelled in several ways. Throws RangeError for an unknown zone.
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
