import type { ConnectorDescription, InteractiveBounds, InteractiveContent, MessageType, ReactionContent } from "@parley/connector-kit";
import { AppError, type ErrorDetail } from "#platform/errors/app-error.ts";
import type { Issue } from "#platform/errors/catalog.ts";

export interface OutboundInput {
  type: MessageType;
  text?: string | undefined;
  content?: Record<string, unknown> | undefined;
  replyToId?: string | undefined;
}

/**
 * What the schema cannot know: whether this channel carries such a message. Throws unsupported_by_channel for what it cannot
 * carry at all, validation_error for what is too long or too many for it. Pure; reads nothing but the description.
 */
export function checkOutbound(input: OutboundInput, description: ConnectorDescription): void {
  if (!description.outboundTypes.includes(input.type)) {
    throw unsupported("type", `This channel can send: ${description.outboundTypes.join(", ")}.`);
  }
  if (input.replyToId !== undefined && !description.abilities.quote.includes(input.type)) {
    const can = description.abilities.quote.join(", ");
    throw unsupported("replyToId", can === "" ? "This channel cannot quote." : `On this channel only these can quote: ${can}.`);
  }
  const details: ErrorDetail[] = [];
  if (input.text !== undefined) checkText(input.text, description.limits, details);
  if (input.type === "interactive") {
    checkInteractive(input.content as unknown as InteractiveContent, input.text ?? "", description.abilities.interactive, details);
  }
  if (input.type === "reaction") {
    const { emoji } = input.content as unknown as ReactionContent;
    if (emoji !== null && !oneEmoji.test(emoji)) details.push({ field: "content.emoji", issue: "invalid_format" });
  }
  if (details.length > 0) throw new AppError("validation_error", { details, ...explain(details, description) });
}

/** Also a heart that lacks its variation selector, as many keyboards give it. */
const oneEmoji = /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0F?)$/v;

function checkText(text: string, limits: ConnectorDescription["limits"], details: ErrorDetail[]): void {
  const { textCharactersMax, textBytesMax } = limits;
  const tooLong = longer(text, textCharactersMax) || (textBytesMax !== undefined && Buffer.byteLength(text) > textBytesMax);
  if (tooLong) details.push({ field: "text", issue: "too_long" });
}

function checkInteractive(content: InteractiveContent, text: string, bounds: InteractiveBounds | undefined, details: ErrorDetail[]): void {
  const can = [
    ...((bounds?.buttonsMax ?? 0) > 0 ? ["buttons"] : []),
    ...((bounds?.listRowsMax ?? 0) > 0 ? ["list"] : []),
    ...(bounds?.url === true ? ["url"] : []),
  ];
  if (bounds === undefined || !can.includes(content.kind)) {
    throw unsupported("content.kind", can.length === 0 ? "This channel has no buttons." : `This channel has: ${can.join(", ")}.`);
  }
  const add = (field: string, issue: Issue) => details.push({ field: field === "text" ? field : `content.${field}`, issue });
  const fits = (field: string, value: string | undefined, max: number | undefined) => {
    if (value !== undefined && max !== undefined && longer(value, max)) add(field, "too_long");
  };
  for (const [field, max] of [
    ["header", bounds.headerMax],
    ["footer", bounds.footerMax],
  ] as const) {
    if (content[field] !== undefined && max === undefined) throw unsupported(`content.${field}`, `This channel has no ${field} here.`);
    fits(field, content[field], max);
  }
  if (details.every((detail) => detail.field !== "text")) fits("text", text, bounds.textCharactersMax?.[content.kind]);
  switch (content.kind) {
    case "buttons":
      if (content.buttons.length > bounds.buttonsMax) add("buttons", "too_many");
      content.buttons.forEach(({ id, title }, i) => {
        fits(`buttons[${i}].id`, id, bounds.idMax);
        fits(`buttons[${i}].title`, title, bounds.buttonTitleMax);
      });
      unique(content.buttons, "id", (i) => add(`buttons[${i}].id`, "duplicate"));
      unique(content.buttons, "title", (i) => add(`buttons[${i}].title`, "duplicate"));
      return;
    case "list":
      fits("button", content.button, bounds.buttonTitleMax);
      return checkSections(content.sections, bounds, add, fits);
    case "url":
      fits("title", content.title, bounds.buttonTitleMax);
      if (!URL.canParse(content.url)) add("url", "invalid_format");
      return;
  }
}

function checkSections(
  sections: Extract<InteractiveContent, { kind: "list" }>["sections"],
  bounds: InteractiveBounds,
  add: (field: string, issue: Issue) => void,
  fits: (field: string, value: string | undefined, max: number | undefined) => void,
): void {
  const titleMax = bounds.rowTitleMax ?? bounds.buttonTitleMax;
  const rows: { id: string; at: string }[] = [];
  sections.forEach((section, s) => {
    if (sections.length > 1 && section.title === undefined) add(`sections[${s}].title`, "required");
    fits(`sections[${s}].title`, section.title, titleMax);
    section.rows.forEach((row, r) => {
      const at = `sections[${s}].rows[${r}]`;
      rows.push({ id: row.id, at });
      fits(`${at}.id`, row.id, bounds.idMax);
      fits(`${at}.title`, row.title, titleMax);
      if (row.description !== undefined && bounds.rowDescriptionMax === undefined) {
        throw unsupported(`content.${at}.description`, "Rows have no description on this channel.");
      }
      fits(`${at}.description`, row.description, bounds.rowDescriptionMax);
    });
  });
  if (rows.length > bounds.listRowsMax) add("sections", "too_many");
  unique(rows, "id", (i) => add(`${rows[i]?.at}.id`, "duplicate"));
}

function unique<K extends string>(items: Record<K, string>[], key: K, repeated: (index: number) => void): void {
  const seen = new Set<string>();
  items.forEach((item, i) => {
    if (seen.has(item[key])) repeated(i);
    seen.add(item[key]);
  });
}

/** In characters as people count code points; the cheap comparison first. */
function longer(text: string, max: number): boolean {
  return text.length > max && [...text].length > max;
}

function unsupported(field: string, message: string): AppError {
  return new AppError("unsupported_by_channel", { message, details: [{ field, issue: "not_allowed" }] });
}

function explain(details: ErrorDetail[], { limits, abilities }: ConnectorDescription): { message?: string } {
  const [first] = details;
  if (first?.field === "text" && first.issue === "too_long") {
    const bytes = limits.textBytesMax === undefined ? "" : ` and ${limits.textBytesMax} bytes`;
    return { message: `This channel takes at most ${limits.textCharactersMax} characters${bytes}, fewer above buttons.` };
  }
  if (first?.field === "content.buttons") return { message: `This channel takes at most ${abilities.interactive?.buttonsMax} buttons.` };
  if (first?.field === "content.sections") return { message: `This channel takes at most ${abilities.interactive?.listRowsMax} rows.` };
  return {};
}
