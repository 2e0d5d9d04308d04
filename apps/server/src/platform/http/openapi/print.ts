/** A tab is one character, but is displayed two columns wide. */
const tabWidth = 2;

/**
 * Readable JSON: what fits on one line is on one line, as a formatter would write it; everything else is indented with
 * tabs and has a line per member, while plain values and bare references fill their lines. The same value always gives
 * the same text.
 */
export function printJson(value: unknown, width = 230): string {
  const print = (input: unknown, depth: number, taken: number): string => {
    const line = inLine(input, width - depth * tabWidth - taken);
    if (line !== null || typeof input !== "object" || input === null) return line ?? JSON.stringify(input);
    const isList = Array.isArray(input);
    const lines: string[] = [];
    let isOpen = false;
    for (const [name, member] of Object.entries(input)) {
      if (member === undefined) continue;
      const key = isList ? "" : `${JSON.stringify(name)}: `;
      const text = `${key}${print(member, depth + 1, key.length + 1)}`;
      const last = lines.at(-1);
      const fits = last !== undefined && last.length + text.length + 3 <= width - (depth + 1) * tabWidth;
      if (isOpen && isShort(member) && fits) lines[lines.length - 1] = `${last}, ${text}`;
      else lines.push(text);
      isOpen = isShort(member);
    }
    const pad = "\t".repeat(depth + 1);
    const text = `\n${lines.map((member) => `${pad}${member}`).join(",\n")}\n${"\t".repeat(depth)}`;
    return isList ? `[${text}]` : `{${text}}`;
  };
  return `${print(value, 0, 0)}\n`;
}

/** A plain value, or `{ $ref }`. */
function isShort(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return "$ref" in value && Object.keys(value).length === 1;
}

/** A value on one line, or null if longer than `width`. */
function inLine(value: unknown, width: number): string | null {
  if (width < 0) return null;
  if (typeof value !== "object" || value === null) {
    const text = JSON.stringify(value);
    return text.length <= width ? text : null;
  }
  const isList = Array.isArray(value);
  const parts: string[] = [];
  let left = width - 2;
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const key = isList ? "" : `${JSON.stringify(name)}: `;
    const text = inLine(member, left - key.length);
    if (text === null) return null;
    parts.push(`${key}${text}`);
    left -= key.length + text.length + 2;
  }
  if (left < -2) return null;
  return isList ? `[${parts.join(", ")}]` : `{${parts.join(", ")}}`;
}
