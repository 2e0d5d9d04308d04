import { fillVariables, type TemplateShape, templateParts } from "@parley/connector-kit";
import { filledBody, filledParts, type TemplateContentInput, isAuthentication } from "./template-variables.ts";
import type { TemplatePreview } from "./templates.schema.ts";

/**
 * The text of a template message as the inbox shows it: its body with the variables filled in, except codes. null: only
 * the platform knows the body. Pure.
 */
export function templateText(template: TemplateShape | null, input: TemplateContentInput): string | null {
  if (template === null) return null;
  // Nobody may read a sign-in code, neither here nor after a handover of the conversation.
  const body = isAuthentication(template) ? filledBody(template, input, () => "••••••") : filledBody(template, input);
  return body.trim() === "" ? null : body;
}

/** The template as the recipient will see it. The variables must fit. */
export function previewTemplate(template: TemplateShape, input: TemplateContentInput): TemplatePreview {
  const parts = templateParts(template.components ?? []);
  const filled = filledParts(template, input);
  const { header } = parts;
  return {
    header:
      header === null ? null : { format: header.format, text: header.format === "TEXT" ? fillVariables(header.text, filled.header) : null },
    body: fillVariables(parts.body?.text ?? "", filled.body),
    footer: parts.footer,
    buttons: parts.buttons.map((button) => ({
      type: button.type,
      text: button.label,
      url: button.url === null ? null : fillVariables(button.url.text, filled.buttons.get(button.index) ?? new Map()),
    })),
  };
}
