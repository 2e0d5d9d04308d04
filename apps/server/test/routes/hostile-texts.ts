/** Texts and values designed to be slow: long runs of what patterns repeat, and what parsers and stores stumble over. */
const units = [
  "\t",
  " ",
  "\n",
  "@",
  "a@",
  "a.",
  ".",
  "<!--",
  "<!---->",
  "<a ",
  "=",
  "1",
  "1,",
  "1 ",
  "(1",
  '"',
  "'",
  "{{",
  "{{a|",
  "[S1,",
  "\\",
  "/",
  "../",
  "-",
  "+",
  "#",
  "%",
  "%25",
  "é",
  "e\u0301",
  // Marks out of order: an engine moves each past those before it.
  "\u0301\u0323",
  "\u200f",
  "\u202e",
  "👩‍👩‍👧‍👦",
  "ﷺ",
  "no ",
  "stop ",
  "http://",
  "eyJ",
];

const run = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** For each unit a run of this length whose end does not match what precedes it. */
export const runsOf = (length: number): string[] =>
  units.map((unit) => (length < 2 ? run(unit, length) : `${run(unit, length - 1)}${unit === "!" ? "x" : "!"}`));

/** All units, one after another. */
export const mixOf = (length: number): string => units.map((unit) => run(unit, Math.floor(length / units.length))).join("");

/** Values as JSON text: JSON.stringify cannot write some of them. */
export const hostileJson: [string, string][] = [
  ["a hundred kilobytes of everything", JSON.stringify(mixOf(100_000))],
  ["a hundred kilobytes of tabs", JSON.stringify(run("\t", 100_000))],
  ["a hundred kilobytes of letters", JSON.stringify(run("a", 100_000))],
  ["zero bytes", `"${"\\u0000".repeat(10_000)}"`],
  ["lone surrogates", `"${"\\ud800".repeat(10_000)}"`],
  ["deep arrays", `${"[".repeat(100_000)}${"]".repeat(100_000)}`],
  ["deep objects", `${'{"a":'.repeat(30_000)}1${"}".repeat(30_000)}`],
  ["a huge array of objects", `[${Array(240_000).fill("{}").join(",")}]`],
  ["a huge array of texts", `[${Array(180_000).fill('"a"').join(",")}]`],
  ["an object of many fields", `{${Array.from({ length: 60_000 }, (_, n) => `"f${n}":0`).join(",")}}`],
  ["a long number", "9".repeat(100_000)],
];
