/** docs/adr/README.md: every decision by number, with the pages that describe what became of it. */
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { page, row } from "./generated-docs.ts";

interface Document {
  /** The file's name: `0168-jobs-by-the-clock-are-rows.md`, `automation/flows.md`. */
  name: string;
  text: string;
}

const docs = fileURLToPath(new URL("../docs", import.meta.url));

export async function readAdrIndex(): Promise<string> {
  const [decisions, pages] = await Promise.all([readFolder("adr"), readFolder("subsystems")]);
  return renderAdrIndex(
    decisions.filter(({ name }) => name !== "README.md"),
    pages,
  );
}

/** Throws if a decision's heading lacks the number of its file, or a number is used twice. */
export function renderAdrIndex(decisions: readonly Document[], pages: readonly Document[]): string {
  const taken = new Set<number>();
  const rows = decisions.map(({ name, text }) => {
    const [, number = "", title = ""] = /^# (\d+)\. (.+)\n/.exec(text) ?? [];
    if (!/^\d{4}-[a-z0-9-]+\.md$/.test(name) || Number(name.slice(0, 4)) !== Number(number) || taken.has(Number(number)))
      throw new Error(`docs/adr/${name}: the heading must be "# ${Number(name.slice(0, 4))}. Title", with a number of its own`);
    taken.add(Number(number));
    const mentions = pages.filter(
      (found) => found.text.includes(`adr/${name}`) || new RegExp(`adr/${name.slice(0, 4)}\\b`).test(found.text),
    );
    return row([
      number,
      `[${title}](${name})`,
      mentions.map((found) => `[${basename(found.name, ".md")}](../subsystems/${found.name})`).join(", "),
    ]);
  });
  return page("Decisions", [
    "One file each: context, options, decision, consequences, and how it is confirmed. A decision that replaces another gets a new number and says so;",
    "missing numbers were never used. The last column names the pages that describe how it works today.",
    "",
    row(["No.", "Decision", "Described in"]),
    row(["---", "---", "---"]),
    ...rows,
  ]);
}

async function readFolder(folder: string): Promise<Document[]> {
  const names = (await readdir(join(docs, folder), { recursive: true })).filter((name) => name.endsWith(".md")).sort();
  return await Promise.all(names.map(async (name) => ({ name, text: await readFile(join(docs, folder, name), "utf8") })));
}
