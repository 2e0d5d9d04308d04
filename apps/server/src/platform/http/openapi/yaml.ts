/**
 * A JSON value as YAML 1.2, in block style. Strings that YAML could misread are double-quoted, with JSON's escapes; so
 * is every string with a line break.
 */
export function toYaml(value: unknown): string {
  const lines: string[] = [];
  write(value, "", "", lines);
  return `${lines.join("\n")}\n`;
}

/** `lead`: what precedes the value on its first line; `indent`: what precedes its members' lines. */
function write(value: unknown, lead: string, indent: string, lines: string[]): void {
  if (typeof value !== "object" || value === null) return void lines.push(`${lead}${scalar(value)}`);
  if (Array.isArray(value)) {
    if (value.length === 0) return void lines.push(`${lead}[]`);
    // A list in an object starts on the next line, a list in a list on the same line.
    const inList = lead.endsWith("- ");
    if (!inList && lead !== "") lines.push(lead.trimEnd());
    for (const [i, item] of value.entries()) write(item, `${inList && i === 0 ? lead : indent}- `, `${indent}  `, lines);
    return;
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (members.length === 0) return void lines.push(`${lead}{}`);
  const inList = lead.endsWith("- ");
  if (!inList && lead !== "") lines.push(lead.trimEnd());
  for (const [i, [name, member]] of members.entries()) {
    const key = `${inList && i === 0 ? lead : indent}${scalar(name)}:`;
    write(member, `${key} `, `${indent}  `, lines);
  }
}

/** A word or sentence without another meaning in YAML: no indicator at its start, no `: ` and no ` #` inside. */
const plain = /^[A-Za-z_/][A-Za-z0-9_./+$@() ,;=<>~^§…'"-]*(?:[:][A-Za-z0-9_/.-]+)*$/;
const otherwise = /^(?:true|false|null|yes|no|on|off|y|n|~)$/i;

function scalar(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value);
  return plain.test(value) && !otherwise.test(value) && !value.endsWith(" ") ? value : JSON.stringify(value);
}
