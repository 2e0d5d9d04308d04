/**
 * A number as typed in a language: 1,500.5 in English, 1.500,5 in German. Null: not a number. If the separators are not those of the
 * language, a single one is the decimal separator. Pure.
 */
export function readNumber(typed: string, language: string): number | null {
  const text = typed
    .trim()
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll("٬", ",")
    .replaceAll("٫", ".")
    .replace(/[\s'’]/g, "");
  const decimal = new Intl.NumberFormat(language, { numberingSystem: "latn" }).format(0.5)[1];
  const group = decimal === "," ? "." : ",";
  const [whole = "", ...fractions] = text.split(decimal ?? ".");
  const groups = whole.split(group);
  const isGrouped = groups.length > 1 && /^-?\d{1,3}$/.test(groups[0] ?? "") && groups.slice(1).every((three) => /^\d{3}$/.test(three));
  const plain = isGrouped ? [groups.join(""), ...fractions].join(".") : text.replaceAll(",", ".");
  return /^-?(?:\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null;
}
