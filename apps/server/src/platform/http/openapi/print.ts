/** A tab is one character of the file, and as wide as two to whoever reads it. */
const tabWidth = 2;

/**
 * JSON for people: what fits into a line stands in one, as a formatter would write it; everything else has a line for each member, indented with tabs.
 * The same value gives the same text.
 */
export function printJson(value: unknown, width = 200): string {
  const print = (given: unknown, depth: number, taken: number): string => {
    if (typeof given !== "object" || given === null) return JSON.stringify(given);
    const line = inLine(given, width - depth * tabWidth - taken);
    if (line !== null) return line;
    const pad = "\t".repeat(depth + 1);
    const end = `\n${"\t".repeat(depth)}`;
    if (Array.isArray(given)) return `[\n${given.map((item) => `${pad}${print(item, depth + 1, 1)}`).join(",\n")}${end}]`;
    const members = Object.entries(given).filter(([, member]) => member !== undefined);
    return `{\n${members.map(([name, member]) => `${pad}${JSON.stringify(name)}: ${print(member, depth + 1, name.length + 5)}`).join(",\n")}${end}}`;
  };
  return `${print(value, 0, 0)}\n`;
}

/** A value in one line, or null: it is longer than `room`. */
function inLine(value: unknown, room: number): string | null {
  if (room < 0) return null;
  if (typeof value !== "object" || value === null) {
    const text = JSON.stringify(value);
    return text.length <= room ? text : null;
  }
  const isList = Array.isArray(value);
  const parts: string[] = [];
  let left = room - 2;
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
