import type { InteractiveBounds, InteractiveContent } from "@parley/connector-kit";
import type { Findings } from "./outbound-findings.ts";

/** Checks the choices of an interactive message against the channel's limits. Pure. */
export function checkInteractive(
  content: InteractiveContent,
  text: string,
  bounds: InteractiveBounds | undefined,
  findings: Findings,
): void {
  const supported = interactiveKindsOf(bounds);
  if (bounds === undefined || !supported.includes(content.kind)) {
    const remedy = supported.length === 0 ? "This channel does not support buttons." : `This channel supports: ${supported.join(", ")}.`;
    return findings.addUnsupported("content.kind", "not_allowed", remedy);
  }
  for (const [part, max] of [
    ["header", bounds.headerMax],
    ["footer", bounds.footerMax],
  ] as const) {
    if (content[part] !== undefined && max === undefined) {
      findings.addUnsupported(`content.${part}`, "not_allowed", `This channel does not support ${part} here.`);
    }
    findings.checkLength(`content.${part}`, content[part], max);
  }
  if (!findings.has("text")) findings.checkLength("text", text, bounds.textCharactersMax?.[content.kind]);
  switch (content.kind) {
    case "buttons":
      return checkButtons(content.buttons, bounds, findings);
    case "list":
      findings.checkLength("content.button", content.button, bounds.buttonTitleMax);
      return checkSections(content.sections, bounds, findings);
    case "url":
      findings.checkLength("content.title", content.title, bounds.buttonTitleMax);
      if (!URL.canParse(content.url)) findings.addInvalid("content.url", "invalid_format");
      return;
  }
}

/** The kinds of interactive messages that a channel supports, always in the same order. */
export function interactiveKindsOf(bounds: InteractiveBounds | undefined): InteractiveContent["kind"][] {
  return [
    ...((bounds?.buttonsMax ?? 0) > 0 ? (["buttons"] as const) : []),
    ...((bounds?.listRowsMax ?? 0) > 0 ? (["list"] as const) : []),
    ...(bounds?.url === true ? (["url"] as const) : []),
  ];
}

function checkButtons(buttons: { id: string; title: string }[], bounds: InteractiveBounds, findings: Findings): void {
  tooMany("content.buttons", buttons.length, bounds.buttonsMax, "buttons", findings);
  buttons.forEach(({ id, title }, i) => {
    findings.checkLength(`content.buttons[${i}].id`, id, bounds.idMax);
    findings.checkLength(`content.buttons[${i}].title`, title, bounds.buttonTitleMax);
  });
  unique(buttons, "id", (i) => findings.addInvalid(`content.buttons[${i}].id`, "duplicate"));
  unique(buttons, "title", (i) => findings.addInvalid(`content.buttons[${i}].title`, "duplicate"));
}

function checkSections(
  sections: Extract<InteractiveContent, { kind: "list" }>["sections"],
  bounds: InteractiveBounds,
  findings: Findings,
): void {
  const titleMax = bounds.rowTitleMax ?? bounds.buttonTitleMax;
  const rows: { id: string; at: string }[] = [];
  sections.forEach((section, s) => {
    const path = `content.sections[${s}]`;
    if (sections.length > 1 && section.title === undefined) findings.addInvalid(`${path}.title`, "required");
    findings.checkLength(`${path}.title`, section.title, titleMax);
    section.rows.forEach((row, r) => {
      const at = `${path}.rows[${r}]`;
      rows.push({ id: row.id, at });
      findings.checkLength(`${at}.id`, row.id, bounds.rowIdMax ?? bounds.idMax);
      findings.checkLength(`${at}.title`, row.title, titleMax);
      if (row.description !== undefined && bounds.rowDescriptionMax === undefined) {
        findings.addUnsupported(`${at}.description`, "not_allowed", "This channel does not support row descriptions.");
      }
      findings.checkLength(`${at}.description`, row.description, bounds.rowDescriptionMax);
    });
  });
  tooMany("content.sections", rows.length, bounds.listRowsMax, "rows in all", findings);
  unique(rows, "id", (i) => findings.addInvalid(`${rows[i]?.at}.id`, "duplicate"));
}

function tooMany(field: string, count: number, max: number, what: string, findings: Findings): void {
  if (count > max) findings.addUnsupported(field, "too_many", `This channel allows at most ${max} ${what}.`);
}

function unique<K extends string>(items: Record<K, string>[], key: K, repeated: (index: number) => void): void {
  const seen = new Set<string>();
  items.forEach((item, i) => {
    if (seen.has(item[key])) repeated(i);
    seen.add(item[key]);
  });
}
